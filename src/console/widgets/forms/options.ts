import { FILTER_REORDER_THRESHOLD, SELECT_OPTION_CAP } from '../../../contract/limits.ts';
import type { ShapeName, Tone } from '../icons/status-shape.tsx';

export type Option = {
  value: string;
  label: string;
  shape?: ShapeName | undefined;
  tone?: Tone | undefined;
  /** How many things have this value. */
  count?: number | undefined;
};

/** What a searched list shows: at most 35 matches, and whether there are more (R2.8-34, R2.8-35). */
export function matchingOptions(
  options: readonly Option[],
  search: string,
): { shown: Option[]; hasMore: boolean } {
  const wanted = search.trim().toLowerCase();
  const matches = wanted === '' ? options : options.filter((one) => one.label.toLowerCase().includes(wanted));
  return { shown: matches.slice(0, SELECT_OPTION_CAP), hasMore: matches.length > SELECT_OPTION_CAP };
}

/** Selected options first once there are more than ten; otherwise the order given (R2.8-17, R2.8-18). */
export function selectedFirst(options: readonly Option[], selected: readonly string[]): Option[] {
  if (options.length <= FILTER_REORDER_THRESHOLD) return [...options];
  const isSelected = (option: Option) => selected.includes(option.value);
  return [...options.filter(isSelected), ...options.filter((option) => !isSelected(option))];
}
