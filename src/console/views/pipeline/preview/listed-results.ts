import type { PreviewResult } from '../../../../../machines/preview/index.ts';
import type { EventStatus } from '../../../components/widgets/event-diff/event-status.tsx';

/** With a unique key: an event may reach a node twice. */
export type ListedResult = PreviewResult & { key: string };

export function listResults(results: readonly PreviewResult[]): ListedResult[] {
  const seen = new Map<number, number>();
  return results.map((result) => {
    const before = seen.get(result.index) ?? 0;
    seen.set(result.index, before + 1);
    return { ...result, key: before === 0 ? `${result.index}` : `${result.index}.${before}` };
  });
}

/** The node they were captured from does not process them again. */
export const listCapturedResults = (events: readonly string[]): ListedResult[] =>
  events.map((text, index) => ({
    key: `${index}`,
    index,
    status: 'UNMODIFIED',
    before: text,
    after: [text],
  }));

export const countStatuses = (results: readonly PreviewResult[]): Record<EventStatus, number> => {
  const counts = { MODIFIED: 0, UNMODIFIED: 0, DROPPED: 0, MERGED: 0, ERROR: 0 };
  for (const { status } of results) counts[status] += 1;
  return counts;
};

/** The chosen event, followed through the nodes; else the first of the list. */
export const findShownResult = (
  listed: readonly ListedResult[],
  chosen: string | undefined,
): ListedResult | undefined =>
  listed.find(({ key }) => key === chosen) ??
  listed.find(({ index }) => `${index}` === chosen?.split('.')[0]) ??
  listed[0];

/** Moves by an offset and wraps around. */
export function stepResult(
  listed: readonly ListedResult[],
  shown: ListedResult | undefined,
  by: number,
): ListedResult | undefined {
  const at = shown ? listed.findIndex(({ key }) => key === shown.key) : -1;
  return listed[Math.min(listed.length - 1, Math.max(0, at + by))];
}
