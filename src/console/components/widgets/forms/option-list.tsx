import {
  Combobox,
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
  SelectGroup,
  SelectGroupLabel,
  SelectItem,
  SelectList,
  useComboboxContext,
} from '@ariakit/react';
import type { KeyboardEvent, ReactNode } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { SELECT_OPTION_HINT } from '../../../../contract/limits.ts';
import { counted } from '../../../../contract/values.ts';
import { StatusShape } from '../icons/status-shape.tsx';
import { findMatchingGroups, type Option, type OptionGroup } from './options.ts';
import * as css from './select.css.ts';

type OptionListProps = {
  label?: string;
  /** Either a plain list or `groups`. */
  options?: readonly Option[];
  groups?: readonly OptionGroup[];
  searchable: boolean;
  search: string;
  isLoading?: boolean;
  lead?: (option: Option) => ReactNode;
  /** Makes group headings pressable. */
  heading?: (group: OptionGroup, startsHere: boolean) => ReactNode;
  /** Multi-select; the cursor starts on the first row instead of the selected one. */
  isMulti?: boolean;
  /** Checked instead of selected options, for lists with mixed headings. */
  checks?: { isChecked: (option: Option) => boolean; toggle: (option: Option) => void };
  actions?: ReactNode;
};

const OptionFace = ({ option, lead }: { option: Option; lead: OptionListProps['lead'] }) => (
  <>
    {lead?.(option)}
    {option.shape && (
      <StatusShape shape={option.shape} tone={option.tone ?? 'text3'} label={option.shapeLabel} />
    )}
    <span className={css.optionLabel}>{option.label}</span>
    {option.count !== undefined && <span className={css.optionMeta}>{option.count}</span>}
  </>
);

type SearchProviderProps = {
  searchable: boolean;
  onSearch: (text: string) => void;
  children: ReactNode;
};

/** Without a search the list itself takes the keys. */
export const SearchProvider = ({ searchable, onSearch, children }: SearchProviderProps) =>
  searchable ? (
    <ComboboxProvider resetValueOnHide setValue={onSearch}>
      {children}
    </ComboboxProvider>
  ) : (
    children
  );

export const renderOptionItem = (searchable: boolean) => (searchable ? <ComboboxItem /> : undefined);

function SearchField() {
  const combobox = useComboboxContext();
  /** Until something is typed, the list's keys work in the input too. */
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!combobox || event.currentTarget.value !== '' || event.ctrlKey || event.altKey || event.metaKey)
      return;
    const { activeId } = combobox.getState();
    const active = activeId ? document.getElementById(activeId) : null;
    const acts: Record<string, () => void> = {
      Home: () => combobox.move(combobox.first()),
      End: () => combobox.move(combobox.last()),
      ' ': () => active?.click(),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <Combobox
      autoSelect
      className={css.search}
      aria-label="Search options"
      placeholder="Type to search"
      onKeyDown={onKeyDown}
    />
  );
}

type ItemsProps = Pick<OptionListProps, 'searchable' | 'lead' | 'heading' | 'checks' | 'isMulti'> & {
  groups: readonly OptionGroup[];
};

function Items({ groups, searchable, lead, heading, checks, isMulti }: ItemsProps) {
  return groups.map((group, groupAt) => {
    const hasHeading = group.label !== undefined && heading !== undefined;
    const items = group.options.map((option, at) => (
      <SelectItem
        key={option.value}
        className={css.option}
        render={renderOptionItem(searchable)}
        {...(isMulti ? { autoFocus: groupAt === 0 && at === 0 && !hasHeading } : {})}
        {...(checks
          ? { 'aria-checked': checks.isChecked(option), onClick: () => checks.toggle(option) }
          : { value: option.value })}
      >
        <OptionFace option={option} lead={lead} />
      </SelectItem>
    ));
    if (group.label === undefined) return items;
    return (
      <SelectGroup key={group.id} className={css.group} aria-label={group.label}>
        {heading?.(group, groupAt === 0) ?? (
          <SelectGroupLabel className={css.heading}>{group.label}</SelectGroupLabel>
        )}
        {items}
      </SelectGroup>
    );
  });
}

/**
 * The popup of a select: search, options up to the limit, hint. Needs Ariakit's providers, and a popover
 * without `typeahead`: two typeaheads on one list conflict.
 */
export function OptionList(props: OptionListProps) {
  const { label, options = [], searchable, search, isLoading = false, actions } = props;
  const { groups, count, hasMore } = findMatchingGroups(
    props.groups ?? [{ id: '', options }],
    searchable ? search : '',
  );
  const items = <Items {...props} groups={groups} />;
  const found = counted(count, 'option');
  const empty = isLoading ? 'Loading' : search === '' ? 'There are no options' : 'Nothing matches';
  const List = searchable ? ComboboxList : SelectList;
  return (
    <>
      {(searchable || actions) && (
        <div className={css.searchLine}>
          {searchable && <SearchField />}
          {actions && <div className={css.actions}>{actions}</div>}
        </div>
      )}
      <List className={css.list} aria-label={label} aria-multiselectable={props.isMulti || undefined}>
        {items}
      </List>
      {/* Announces the number of matches while typing. */}
      <p className={count === 0 ? css.hint : visuallyHidden} role="status">
        {count === 0 ? empty : search === '' ? '' : found}
      </p>
      {hasMore && <p className={css.hint}>{SELECT_OPTION_HINT}</p>}
    </>
  );
}
