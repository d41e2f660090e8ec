import type { Version } from '../../../../contract/entities/pipeline.ts';
import { callApi } from '../../../api/call-api.ts';

type Asked = { answer: Promise<Version[]>; request: AbortController; waiting: number };

const asked = new Map<string, Asked>();

function ask(pipelineId: string): Asked {
  const request = new AbortController();
  const answer = callApi('listVersions', { path: { pipelineId } }, { signal: request.signal })
    .then(({ data }) => data.versions)
    .finally(() => forget(pipelineId, one));
  const one: Asked = { answer, request, waiting: 0 };
  asked.set(pipelineId, one);
  return one;
}

function forget(pipelineId: string, one: Asked): void {
  if (asked.get(pipelineId) === one) asked.delete(pipelineId);
}

/**
 * Shares one request among concurrent callers: an opening pipeline needs the list for its graph and for the
 * version menu.
 * @param signal of one caller; the request is aborted with the last of them
 */
export function readVersions(pipelineId: string, signal: AbortSignal): Promise<Version[]> {
  const one = asked.get(pipelineId) ?? ask(pipelineId);
  one.waiting += 1;
  const leave = () => {
    one.waiting -= 1;
    if (one.waiting > 0) return;
    forget(pipelineId, one);
    one.request.abort(signal.reason);
  };
  signal.addEventListener('abort', leave, { once: true });
  return one.answer;
}
