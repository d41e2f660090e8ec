import type { Option, OptionGroup } from '../forms/options.ts';

/** Everything, or these values. */
export type Selected = 'all' | readonly string[];

/** How several things of a kind are called, for headings that count them. */
export type CountNoun = { one: string; many: string };

/** What every select of a filter bar takes. */
export type SelectProps = {
  label: string;
  selected: Selected;
  /** False: it narrows the list, and its edge says so. */
  isDefault: boolean;
  /** A text search over the options; on by itself beyond 8 of them. */
  searchable?: boolean | undefined;
  /** The options are still on their way; what is selected shows already. */
  isLoading?: boolean | undefined;
  /** Why it cannot be used now. */
  disabledReason?: string | undefined;
  /** Names the button for those who open it by a command. */
  filterId?: string | undefined;
};

export type FilterOptions =
  | { kind: 'multi'; options: readonly Option[] }
  /** Without All one of the options is always chosen. */
  | { kind: 'single'; options: readonly Option[]; hasAll?: boolean }
  | { kind: 'grouped'; groups: readonly OptionGroup[]; noun: CountNoun };

/** One filter as the bar shows it. */
export type FilterView = Omit<SelectProps, 'filterId'> & { id: string } & FilterOptions;
