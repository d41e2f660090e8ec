import type { FieldProblem } from '../../contract/config-checks.ts';
import { callApi } from './call-api.ts';

/** So long after the last change the service is asked what it would refuse. */
export const CHECK_PAUSE_MS = 300;

/** A source or destination as it stands in a form; `id` when it is stored. */
export type CheckedConnection = {
  siteId: string;
  templateId: string;
  id: string | undefined;
  config: Record<string, unknown>;
};

/**
 * What saving a source or destination with this configuration would refuse.
 * @throws ApiError when there is no answer.
 */
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
