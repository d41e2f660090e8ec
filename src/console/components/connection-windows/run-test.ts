import type { TestResult } from '../../../../machines/connection-test/index.ts';
import { toApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import type { Connection, ConnectionKind } from '../connection-form/kinds.ts';

/** The current settings of a form. */
export type TestSubject = {
  kind: ConnectionKind;
  siteId: string;
  templateId: string;
  /** Undefined while it is not saved. */
  id: string | undefined;
  /** Empty while it has none. */
  name: string;
  config: Record<string, unknown>;
};

export const toTestSubject = (
  kind: ConnectionKind,
  { id, siteId, templateId, name, config }: Connection,
): TestSubject => ({ kind, siteId, templateId, id, name, config: config ?? {} });

/** @throws Error that names the invalid fields, or why there was no answer */
export async function runTest(
  { kind, siteId, templateId, id, config }: TestSubject,
  events: readonly string[],
  signal: AbortSignal,
): Promise<TestResult> {
  const subject = { siteId, templateId, config, ...(id === undefined ? {} : { id }) };
  try {
    if (kind === 'source')
      return (await callApi('testSource', { body: { source: subject } }, { signal })).data.result;
    const body = { sink: subject, ...(events.length > 0 ? { events: [...events] } : {}) };
    return (await callApi('testSink', { body }, { signal })).data.result;
  } catch (thrown) {
    const error = toApiError(thrown);
    const fields = error.details.map(({ message }) => message).join(' ');
    throw new Error(fields || error.message, { cause: thrown });
  }
}
