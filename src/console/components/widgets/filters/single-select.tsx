import type { Option } from '../forms/options.ts';
import { FilterSelect } from './filter-select.tsx';
import { formatSelection } from './selection-text.ts';
import type { Selected, SelectProps } from './types.ts';

type SingleSelectProps = SelectProps & {
  options: readonly Option[];
  /** False when one option must be chosen. */
  hasAll?: boolean;
  onPick: (selected: Selected) => void;
};

/** Value of the All option; no real option is empty. */
const ALL = '';

export function SingleSelect({ options, hasAll = true, selected, onPick, ...props }: SingleSelectProps) {
  const value = selected === 'all' ? ALL : (selected[0] ?? ALL);
  const chosen = options.find((option) => option.value === value);
  return (
    <FilterSelect
      {...props}
      text={formatSelection(options, selected)}
      mark={chosen?.shape && { shape: chosen.shape, tone: chosen.tone ?? 'text3' }}
      groups={[{ id: '', options: hasAll ? [{ value: ALL, label: 'All' }, ...options] : options }]}
      value={value}
      onChange={([next = ALL]) => onPick(next === ALL ? 'all' : [next])}
    />
  );
}
