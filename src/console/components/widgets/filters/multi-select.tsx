import type { Option, OptionGroup } from '../forms/options.ts';
import { FilterSelect } from './filter-select.tsx';
import { formatSelection, listSelectedOptions } from './selection-text.ts';
import type { CountNoun, SelectProps } from './types.ts';

type ManyProps = SelectProps & {
  onPick: (selected: string[]) => void;
  onAll: () => void;
  onClear: () => void;
};

const listValues = (options: readonly Option[], selected: SelectProps['selected']): string[] =>
  selected === 'all' ? listSelectedOptions(options, selected).map(({ value }) => value) : [...selected];

/** Beyond ten options the selected ones come first. */
export function MultiSelect({
  options,
  onPick,
  onAll,
  onClear,
  ...props
}: ManyProps & { options: readonly Option[] }) {
  return (
    <FilterSelect
      {...props}
      text={formatSelection(options, props.selected)}
      groups={[{ id: '', options }]}
      value={listValues(options, props.selected)}
      onChange={onPick}
      actions={[
        { label: 'All', onPress: onAll },
        { label: 'Clear', onPress: onClear },
      ]}
    />
  );
}

type GroupedProps = ManyProps & { groups: readonly OptionGroup[]; noun: CountNoun };

/** A heading toggles all its options. */
export function GroupedMultiSelect({ groups, noun, onPick, onAll, onClear, ...props }: GroupedProps) {
  const options = groups.flatMap((group) => group.options);
  return (
    <FilterSelect
      {...props}
      text={formatSelection(options, props.selected)}
      groups={groups}
      noun={noun}
      value={listValues(options, props.selected)}
      onChange={onPick}
      actions={[
        { label: 'Select All', onPress: onAll },
        { label: 'Clear', onPress: onClear },
      ]}
    />
  );
}
