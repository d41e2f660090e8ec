import type { Option, OptionGroup } from '../forms/options.ts';

export type Selected = 'all' | readonly string[];

export type CountNoun = { one: string; many: string };

export type SelectProps = {
  label: string;
  selected: Selected;
  /** False when it narrows the list; shown by the border. */
  isDefault: boolean;
  /** Default: on above 8 options. */
  searchable?: boolean | undefined;
  isLoading?: boolean | undefined;
  disabledReason?: string | undefined;
  filterId?: string | undefined;
};

export type FilterOptions =
  | { kind: 'multi'; options: readonly Option[] }
  /** Without All, one option is always chosen. */
  | { kind: 'single'; options: readonly Option[]; hasAll?: boolean }
  | { kind: 'grouped'; groups: readonly OptionGroup[]; noun: CountNoun };

export type FilterView = Omit<SelectProps, 'filterId'> & { id: string } & FilterOptions;
