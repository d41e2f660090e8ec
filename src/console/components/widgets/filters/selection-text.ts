import type { Option } from '../forms/options.ts';
import type { Selected } from './types.ts';

/** Beyond this, the button shows a count. */
const NAMES_SHOWN = 2;

export const listSelectedOptions = (options: readonly Option[], selected: Selected): readonly Option[] => {
  if (selected === 'all') return options;
  const chosen = new Set(selected);
  return options.filter((option) => chosen.has(option.value));
};

/** All, None, names, or a count such as `3 of 8`. */
export function formatSelection(options: readonly Option[], selected: Selected): string {
  if (selected === 'all') return 'All';
  if (selected.length === 0) return 'None';
  const chosen = listSelectedOptions(options, selected);
  // Values without a name are still loading, or invalid.
  if (chosen.length < selected.length) return `${selected.length} chosen`;
  if (chosen.length <= NAMES_SHOWN) return chosen.map(({ label }) => label).join(', ');
  return `${chosen.length} of ${options.length}`;
}
