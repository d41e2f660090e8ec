import { FILTER_REORDER_THRESHOLD, SELECT_OPTION_CAP } from '../../../../contract/limits.ts';
import type { ShapeName, Tone } from '../icons/status-shape.tsx';

export type Option = {
  value: string;
  label: string;
  shape?: ShapeName | undefined;
  tone?: Tone | undefined;
  /** The shape's meaning in a word, if the label does not give it. */
  shapeLabel?: string | undefined;
  count?: number | undefined;
};

export type OptionGroup = {
  /** Unique within the select. */
  id: string;
  label?: string;
  options: readonly Option[];
};

export type Matches = {
  /** Without empty groups. */
  groups: OptionGroup[];
  /** All matches, shown or not. */
  count: number;
  hasMore: boolean;
};

const includes = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted);

/** At most 35 matches over all groups. A matching heading includes all its options. */
export function findMatchingGroups(groups: readonly OptionGroup[], search: string): Matches {
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

/** Puts selected options first if there are more than ten. */
export function moveSelectedFirst(options: readonly Option[], selected: readonly string[]): Option[] {
  if (options.length <= FILTER_REORDER_THRESHOLD) return [...options];
  const chosen = new Set(selected);
  return [
    ...options.filter((option) => chosen.has(option.value)),
    ...options.filter((option) => !chosen.has(option.value)),
  ];
}

/** New options go last. */
export function sortOptions(options: readonly Option[], order: readonly string[]): Option[] {
  const places = new Map(order.map((value, place) => [value, place]));
  const getPlace = (option: Option) => places.get(option.value) ?? order.length;
  return options.toSorted((a, b) => getPlace(a) - getPlace(b));
}
