import { Select, SelectItem, SelectPopover, SelectProvider } from '@ariakit/react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { counted } from '../../../../contract/values.ts';
import { CheckMark } from '../forms/checkbox.tsx';
import { OptionList, renderOptionItem, SearchProvider } from '../forms/option-list.tsx';
import { moveSelectedFirst, type Option, type OptionGroup, sortOptions } from '../forms/options.ts';
import * as css from '../forms/select.css.ts';
import { swallowEscape } from '../keys/swallow-escape.ts';
import type { CountNoun } from './types.ts';

export type SelectPopupProps = {
  /** Ariakit makes it open the list. */
  trigger: ReactElement;
  label: string;
  /** A plain list is one group without a label. */
  groups: readonly OptionGroup[];
  /** An array makes it multi-select. */
  value: string | readonly string[];
  onChange: (values: string[]) => void;
  searchable: boolean;
  isLoading: boolean;
  actions?: readonly { label: string; onPress: () => void }[];
  /** Makes headings toggle their options; names what they count. */
  noun?: CountNoun | undefined;
};

type ContentProps = Omit<SelectPopupProps, 'trigger' | 'value'> & {
  search: string;
  selected: readonly string[] | undefined;
};

/** Mounted while open. */
function Content({ search, selected, ...props }: ContentProps) {
  const { label, groups, onChange, searchable, isLoading, actions, noun } = props;
  // Fixed on opening, so that rows do not move under the cursor.
  const [order] = useState(() =>
    groups.flatMap(({ options }) => moveSelectedFirst(options, selected ?? []).map(({ value }) => value)),
  );
  const chosen = new Set(selected);
  const whole = new Map(groups.map((group) => [group.id, group.options]));

  const toggle = ({ value }: Option) => {
    const others = (selected ?? []).filter((other) => other !== value);
    onChange(chosen.has(value) ? others : [...others, value]);
  };
  const heading = (group: OptionGroup, startsHere: boolean) => {
    const values = (whole.get(group.id) ?? []).map(({ value }) => value);
    const taken = values.filter((value) => chosen.has(value)).length;
    const isAll = taken === values.length;
    const toggleAll = () => {
      const others = (selected ?? []).filter((value) => !values.includes(value));
      onChange(isAll ? others : [...others, ...values]);
    };
    return (
      <SelectItem
        className={`${css.option} ${css.headingOption}`}
        render={renderOptionItem(searchable)}
        aria-checked={isAll ? true : taken > 0 ? 'mixed' : false}
        autoFocus={startsHere}
        onClick={toggleAll}
      >
        <CheckMark checked={isAll} mixed={taken > 0 && !isAll} />
        <span className={css.optionLabel}>
          {group.label}
          <span className={visuallyHidden}>, </span>
        </span>
        {noun && <span className={css.headingCount}>{counted(values.length, noun.one, noun.many)}</span>}
      </SelectItem>
    );
  };

  return (
    <OptionList
      label={label}
      groups={groups.map((group) => ({ ...group, options: sortOptions(group.options, order) }))}
      searchable={searchable}
      search={search}
      isLoading={isLoading}
      isMulti={selected !== undefined}
      {...(selected ? { lead: ({ value }) => <CheckMark checked={chosen.has(value)} /> } : {})}
      {...(noun ? { heading, checks: { isChecked: ({ value }) => chosen.has(value), toggle } } : {})}
      actions={actions?.map(({ label: text, onPress }) => (
        <button key={text} type="button" className={css.action} onClick={onPress}>
          {text}
        </button>
      ))}
    />
  );
}

/** Opens on mount: the press that loaded it requested it. */
export default function SelectPopup(props: SelectPopupProps) {
  const { trigger, value, label, searchable, onChange } = props;
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  // Options that load while open must not add or remove the search.
  const [hasSearch, setHasSearch] = useState(searchable);
  if (!isOpen && hasSearch !== searchable) setHasSearch(searchable);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.click(), []);
  const popup = (
    <>
      {/* While closed, letter keys stay commands of the screen. */}
      <Select ref={button} render={trigger} typeahead={false} />
      <SelectPopover
        typeahead={false}
        gutter={6}
        unmountOnHide
        hideOnEscape={swallowEscape}
        aria-label={label}
        className={css.popover}
      >
        <Content
          {...props}
          searchable={hasSearch}
          search={search}
          selected={typeof value === 'string' ? undefined : value}
        />
      </SelectPopover>
    </>
  );
  return (
    <SearchProvider searchable={hasSearch} onSearch={setSearch}>
      {typeof value === 'string' ? (
        <SelectProvider value={value} setValue={(next) => onChange([next])} setOpen={setOpen}>
          {popup}
        </SelectProvider>
      ) : (
        <SelectProvider value={[...value]} setValue={(next) => onChange([...next])} setOpen={setOpen}>
          {popup}
        </SelectProvider>
      )}
    </SearchProvider>
  );
}
