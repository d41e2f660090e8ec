import type { Column } from './types.ts';

/** Measured widths of a column's heading and cells in px. */
export type ColumnNeed = {
  /** The longest word of the heading. */
  heading: number;
  /** The heading in one line. */
  wholeHeading: number;
  /** The widest drawn cell. */
  content: number;
};

/** By column id; missing for columns never drawn. */
export type ColumnNeeds = ReadonlyMap<string, ColumnNeed>;

type Sized = Pick<Column<unknown>, 'id' | 'width' | 'align'>;

/** Width of a column without its own, in px. */
const DEFAULT_WIDTH_PX = 90;
/** Limits growth, so that one long word does not take the row. */
const MOST_GROWTH = 1.6;

/** Before text that follows a column of numbers. */
export const AFTER_FIGURES_PX = 8;

/** `weight`: share of spare width; 0 takes none. */
type Track = { min: number; max: number; weight: number };

/** Parses `104px`, `minmax(80px, 120px)` or `minmax(80px, 2fr)`. */
export function parseTrack(width: string | undefined): Track {
  const pixels = [...(width ?? '').matchAll(/(\d+)px/g)].map(([, px]) => Number(px));
  const weight = Number(/([\d.]+)fr/.exec(width ?? '')?.[1] ?? (width === undefined ? 1 : 0));
  const min = pixels[0] ?? (width === undefined ? DEFAULT_WIDTH_PX : 0);
  return { min, max: weight > 0 ? Number.POSITIVE_INFINITY : (pixels[1] ?? min), weight };
}

type Wish = { least: number; wanted: number; usual: number; track: Track };

/** Text shrinks to its declared or content width; numbers, states and times never shrink. */
function buildWish({ width, align }: Sized, need: ColumnNeed | undefined): Wish {
  const track = parseTrack(width);
  if (!need) return { least: track.min, wanted: track.min, usual: track.min, track };
  const whole = Math.max(need.content, need.heading);
  const isText = track.weight > 0 && align !== 'end';
  const least = isText ? Math.min(track.min, whole) : Math.min(whole, track.max * MOST_GROWTH);
  const wanted = Math.max(least, isText ? Math.max(whole, need.wholeHeading) : least);
  return { least, wanted, usual: Math.max(track.min, least), track };
}

/** Sum of minimum widths, in px without gaps. */
export const sumLeast = (columns: readonly Sized[], needs: ColumnNeeds): number =>
  columns.reduce((sum, column) => sum + buildWish(column, needs.get(column.id)).least, 0);

/** Raises each width towards its limit, by weight; returns the rest of `spare`. */
function share(widths: number[], limits: readonly number[], weights: readonly number[], spare: number) {
  let left = spare;
  for (let round = 0; round < widths.length && left > 0.5; round++) {
    const open = widths.map((width, at) => (width < (limits[at] ?? 0) - 0.01 ? (weights[at] ?? 0) : 0));
    const total = open.reduce((sum, weight) => sum + weight, 0);
    if (total === 0) break;
    const part = left / total;
    for (const [at, weight] of open.entries()) {
      if (weight === 0) continue;
      const more = Math.min(part * weight, (limits[at] ?? 0) - (widths[at] ?? 0));
      widths[at] = (widths[at] ?? 0) + more;
      left -= more;
    }
  }
  return left;
}

/**
 * Column widths in px by content. First minimum widths; then the first text column (the name) is completed,
 * then others by weight; then narrow columns get their declared width; the rest is distributed by weight.
 * Undefined when nothing is measured or space is short: then declared widths apply.
 */
export function computeTracks(
  columns: readonly Sized[],
  needs: ColumnNeeds,
  room: number,
): readonly number[] | undefined {
  if (!columns.every(({ id }) => needs.has(id))) return undefined;
  const wishes = columns.map((column) => buildWish(column, needs.get(column.id)));
  const widths = wishes.map(({ least }) => least);
  let spare = room - widths.reduce((sum, width) => sum + width, 0);
  if (!(spare >= 0) || !Number.isFinite(spare)) return undefined;
  const wanted = wishes.map((wish) => wish.wanted);
  const weights = wishes.map(({ track }) => track.weight);
  const name = wishes.findIndex(({ track }) => track.weight > 0);
  spare = share(
    widths,
    wanted,
    weights.map((weight, at) => (at === name ? weight : 0)),
    spare,
  );
  spare = share(widths, wanted, weights, spare);
  const even = wishes.map(() => 1);
  for (const limits of [wishes.map(({ usual }) => usual), wishes.map(({ track: { max } }) => max)])
    spare = share(
      widths,
      limits.map((limit, at) => (weights[at] === 0 ? limit : 0)),
      even,
      spare,
    );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total > 0)
    for (const [at, weight] of weights.entries()) widths[at] = (widths[at] ?? 0) + (spare * weight) / total;
  return widths.map((width) => Math.floor(width));
}
