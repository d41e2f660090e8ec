import { FILTER_REORDER_THRESHOLD, SELECT_OPTION_CAP } from '../../../contract/limits.ts';
import type { ShapeName, Tone } from '../icons/status-shape.tsx';

export type Option = {
  value: string;
  label: string;
  shape?: ShapeName | undefined;
  tone?: Tone | undefined;
  /** What the shape says, in a word, where the label does not. */
  shapeLabel?: string | undefined;
  /** How many things have this value. */
  count?: number | undefined;
};

/** Options under a heading. */
export type OptionGroup = {
  /** Unique among the groups of one select. */
  id: string;
  /** Without one the options stand by themselves. */
  label?: string;
  options: readonly Option[];
};

export type Matches = {
  /** Groups with what is shown of them; empty ones are left out. */
  groups: OptionGroup[];
  /** All matches, shown or not. */
  count: number;
  /** There are more matches than are shown. */
  hasMore: boolean;
};

const includes = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted);

/**
 * What a searched list shows: at most 35 matches over all groups, and whether there are more (R2.8-34,
 * R2.8-35). A heading that matches brings all its options.
 */
export function matchingGroups(groups: readonly OptionGroup[], search: string): Matches {
  const wanted = search.trim().toLowerCase();
  let count = 0;
  const shown = groups.map((group) => {
    const isWhole = wanted === '' || includes(group.label ?? '', wanted);
    const matches = isWhole ? group.options : group.options.filter((one) => includes(one.label, wanted));
    const room = Math.max(0, SELECT_OPTION_CAP - count);
    count += matches.length;
    return { ...group, options: matches.slice(0, room) };
  });
  return {
    groups: shown.filter((group) => group.options.length > 0),
    count,
    hasMore: count > SELECT_OPTION_CAP,
  };
}

/** Selected options first once there are more than ten; otherwise the order given (R2.8-17, R2.8-18). */
export function selectedFirst(options: readonly Option[], selected: readonly string[]): Option[] {
  if (options.length <= FILTER_REORDER_THRESHOLD) return [...options];
  const chosen = new Set(selected);
  return [
    ...options.filter((option) => chosen.has(option.value)),
    ...options.filter((option) => !chosen.has(option.value)),
  ];
}

/** Options in an order settled before; new ones stand at the end. */
export function inOrder(options: readonly Option[], order: readonly string[]): Option[] {
  const places = new Map(order.map((value, place) => [value, place]));
  const placeOf = (option: Option) => places.get(option.value) ?? order.length;
  return options.toSorted((a, b) => placeOf(a) - placeOf(b));
}
