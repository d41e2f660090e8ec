import type { Option } from '../forms/options.ts';
import type { Selected } from './types.ts';

/** This many names fit a button; beyond, it counts. */
const NAMES_SHOWN = 2;

/** The options that are selected. */
export const selectedOf = (options: readonly Option[], selected: Selected): readonly Option[] => {
  if (selected === 'all') return options;
  const chosen = new Set(selected);
  return options.filter((option) => chosen.has(option.value));
};

/** What the button says: All, None, a name or two, else how many of how many. */
export function selectionText(options: readonly Option[], selected: Selected): string {
  if (selected === 'all') return 'All';
  if (selected.length === 0) return 'None';
  const chosen = selectedOf(options, selected);
  // Values without a name are on their way, or are about to be refused.
  if (chosen.length < selected.length) return `${selected.length} chosen`;
  if (chosen.length <= NAMES_SHOWN) return chosen.map(({ label }) => label).join(', ');
  return `${chosen.length} of ${options.length}`;
}
