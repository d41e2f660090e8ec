import type { CallBody } from '../../../contract/calls/index.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { callApi } from '../../api/call-api.ts';
import type { ReplayOutcome } from './letter-words.ts';
import type { Chosen, ReplayTo } from './scope.ts';
import type { Choice } from './use-letters.ts';

/** Letters of an action; `newestId` excludes those that arrived after the list was read. */
export type Order = { siteId: string; chosen: Chosen; choice: Choice; newestId: string };

const toBody = ({ chosen, choice, newestId }: Order) =>
  chosen === 'all' ? { ...choice, ...(newestId === '' ? {} : { upToId: newestId }) } : { ids: [...chosen] };

const toChangeBody = (order: Order) => ({
  ...toBody(order),
  ...(order.chosen === 'all' ? { all: true } : {}),
});

/**
 * At most a thousand per call, repeated until all were tried.
 * @throws ApiError
 */
export async function replayLetters(order: Order & { to: ReplayTo }): Promise<ReplayOutcome> {
  const path = { siteId: order.siteId };
  const outcome = { replayed: 0, inProgress: 0, refused: 0, reason: '' };
  let more: { afterId?: string; upToId?: string } | undefined = {};
  while (more) {
    const body: CallBody<'replayDeadLetters'> = { ...toChangeBody(order), ...more, to: order.to };
    const { data } = await callApi('replayDeadLetters', { path, body });
    outcome.replayed += fromCount(data.replayed);
    outcome.inProgress += fromCount(data.underWay);
    outcome.refused += fromCount(data.refused);
    outcome.reason ||= data.reason;
    more = data.next === undefined ? undefined : { afterId: data.next, upToId: data.upToId };
  }
  return outcome;
}

/** @throws ApiError */
export async function discardLetters(order: Order): Promise<number> {
  const path = { siteId: order.siteId };
  const { data } = await callApi('discardDeadLetters', { path, body: toChangeBody(order) });
  return fromCount(data.discarded);
}

/**
 * Whole letters as JSON lines, oldest first.
 * @throws ApiError
 */
export async function exportLetters(order: Order): Promise<Blob> {
  const path = { siteId: order.siteId };
  const parts: string[] = [];
  let more: { afterId?: string } | undefined = {};
  while (more) {
    const body: CallBody<'exportDeadLetters'> = { ...toBody(order), ...more };
    const { data } = await callApi('exportDeadLetters', { path, body });
    parts.push(data.lines);
    more = data.next === undefined ? undefined : { afterId: data.next };
  }
  return new Blob(parts, { type: 'application/x-ndjson' });
}
