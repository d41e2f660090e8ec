import type { PatternGroup } from '../../../../contract/calls/patterns.ts';

/** `name` is the group that captured it. */
export type Segment = { start: number; text: string; name: string | undefined };

/**
 * Splits a text at group boundaries; the innermost group names a segment. Groups without a position are
 * ignored.
 */
export function toSegments(text: string, groups: readonly PatternGroup[]): Segment[] {
  const placed = groups.flatMap(({ name, start, end }) =>
    start !== undefined && end !== undefined && end > start ? [{ name, start, end }] : [],
  );
  const cuts = [...new Set([0, text.length, ...placed.flatMap(({ start, end }) => [start, end])])];
  cuts.sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, at) => {
    const end = cuts[at + 1] ?? text.length;
    const around = placed.filter((group) => group.start <= start && group.end >= end);
    around.sort((a, b) => a.end - a.start - (b.end - b.start));
    return { start, text: text.slice(start, end), name: around[0]?.name };
  });
}
