import type { FieldProblem } from '../../contract/config-checks.ts';
import { callApi } from './call-api.ts';

/** Debounce in milliseconds. */
export const CHECK_PAUSE_MS = 300;

/** Has an `id` once saved. */
export type CheckedConnection = {
  siteId: string;
  templateId: string;
  id: string | undefined;
  config: Record<string, unknown>;
};

/** What the service would reject on save. @throws ApiError */
export async function checkConnection(
  kind: 'source' | 'destination',
  { id, ...subject }: CheckedConnection,
  signal?: AbortSignal,
): Promise<FieldProblem[]> {
  const sent = { ...subject, ...(id === undefined ? {} : { id }) };
  const options = signal ? { signal } : {};
  const { data } =
    kind === 'source'
      ? await callApi('checkSource', { body: { source: sent } }, options)
      : await callApi('checkSink', { body: { sink: sent } }, options);
  return data.problems;
}
