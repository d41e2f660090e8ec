import type { PatternGroup } from '../../../contract/calls/patterns.ts';

/** A run of text; `name` when a group took it. */
export type Segment = { start: number; text: string; name: string | undefined };

/**
 * Cuts a text where groups begin and end. Where groups lie inside each other, the innermost (shortest)
 * names the run. Groups without a place are left out.
 */
export function segmentsOf(text: string, groups: readonly PatternGroup[]): Segment[] {
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
