import type { Option } from '../forms/options.ts';
import { FilterSelect } from './filter-select.tsx';
import { selectionText } from './selection-text.ts';
import type { Selected, SelectProps } from './types.ts';

type SingleSelectProps = SelectProps & {
  options: readonly Option[];
  /** False where one of the options must be chosen. */
  hasAll?: boolean;
  onPick: (selected: Selected) => void;
};

/** The value of the All option in the list; no option of ours is empty. */
const ALL = '';

/** One of several values, or all of them (R2.8-13). */
export function SingleSelect({ options, hasAll = true, selected, onPick, ...props }: SingleSelectProps) {
  const value = selected === 'all' ? ALL : (selected[0] ?? ALL);
  const chosen = options.find((option) => option.value === value);
  return (
    <FilterSelect
      {...props}
      text={selectionText(options, selected)}
      mark={chosen?.shape && { shape: chosen.shape, tone: chosen.tone ?? 'text3' }}
      groups={[{ id: '', options: hasAll ? [{ value: ALL, label: 'All' }, ...options] : options }]}
      value={value}
      onChange={([next = ALL]) => onPick(next === ALL ? 'all' : [next])}
    />
  );
}
