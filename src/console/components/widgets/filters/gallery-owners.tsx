import { useState } from 'react';
import type { Option, OptionGroup } from '../forms/options.ts';
import { GroupedMultiSelect, MultiSelect } from './multi-select.tsx';
import { SingleSelect } from './single-select.tsx';
import type { Selected, SelectProps } from './types.ts';

type Shown = Partial<Pick<SelectProps, 'isLoading' | 'disabledReason' | 'searchable'>> & {
  label?: string;
  initial?: Selected;
  byDefault?: Selected;
};

function useSelected({ initial = 'all', byDefault = 'all', label = 'Source', ...rest }: Shown) {
  const [selected, setSelected] = useState<Selected>(initial);
  return {
    ...rest,
    label,
    selected,
    isDefault: String(selected) === String(byDefault),
    onPick: setSelected,
    onAll: () => setSelected('all'),
    onClear: () => setSelected([]),
  };
}

export const OwnedSingle = ({ options, ...shown }: Shown & { options: readonly Option[] }) => (
  <SingleSelect {...useSelected(shown)} options={options} />
);

export const OwnedMulti = ({ options, ...shown }: Shown & { options: readonly Option[] }) => (
  <MultiSelect {...useSelected(shown)} options={options} />
);

export const OwnedGrouped = ({ groups, ...shown }: Shown & { groups: readonly OptionGroup[] }) => (
  <GroupedMultiSelect
    {...useSelected({ label: 'Type', ...shown })}
    groups={groups}
    noun={{ one: 'template', many: 'templates' }}
  />
);
