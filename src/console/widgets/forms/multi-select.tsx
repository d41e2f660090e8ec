import { ComboboxProvider, Select, SelectPopover, SelectProvider } from '@ariakit/react';
import { useState } from 'react';
import { link } from '../../../../styles/text.css.ts';
import { Icon } from '../icons/icon.tsx';
import { swallowEscape } from '../keys/swallow-escape.ts';
import { CheckMark } from './checkbox.tsx';
import { OptionList } from './option-list.tsx';
import { type Option, selectedFirst } from './options.ts';
import * as css from './select.css.ts';

type MultiSelectProps = {
  label: string;
  options: readonly Option[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
  /** What does not narrow the list; all options when left out. */
  defaultSelected?: readonly string[];
  searchable?: boolean;
};

const sameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((value) => b.includes(value));

function summary(options: readonly Option[], selected: readonly string[]): string {
  if (selected.length === 0) return 'None';
  if (selected.length >= options.length) return 'All';
  if (selected.length === 1) return options.find((one) => one.value === selected[0])?.label ?? '1';
  return `${selected.length} of ${options.length}`;
}

/** A filter of several values: search, All, Clear; selected first beyond ten values (R2.8-14 … R2.8-18). */
export function MultiSelect({
  label,
  options,
  selected,
  onChange,
  defaultSelected,
  searchable = true,
}: MultiSelectProps) {
  const [search, setSearch] = useState('');
  // The order is settled when the menu opens: a row must not run away from under the cursor.
  const [order, setOrder] = useState<readonly Option[]>(options);
  const all = options.map((option) => option.value);
  const fresh = order.length === options.length ? order : selectedFirst(options, selected);
  const shown = fresh.map((one) => options.find((option) => option.value === one.value) ?? one);
  const text = summary(options, selected);
  return (
    <ComboboxProvider resetValueOnHide setValue={setSearch}>
      <SelectProvider
        value={[...selected]}
        setValue={(next) => onChange([...next])}
        setOpen={(open) => open && setOrder(selectedFirst(options, selected))}
      >
        <Select
          className={css.filter}
          aria-label={`${label}: ${text}`}
          data-set={sameSet(selected, defaultSelected ?? all) ? undefined : ''}
        >
          {label} <span className={css.filterValue}>{text}</span>
          <Icon name="chevronDown" size="s" />
        </Select>
        <SelectPopover
          gutter={6}
          unmountOnHide
          hideOnEscape={swallowEscape}
          aria-label={label}
          className={css.popover}
        >
          <OptionList
            options={shown}
            searchable={searchable}
            search={search}
            lead={(option) => <CheckMark checked={selected.includes(option.value)} />}
            actions={
              <>
                <button type="button" className={link} onClick={() => onChange(all)}>
                  All
                </button>
                <button type="button" className={link} onClick={() => onChange([])}>
                  Clear
                </button>
              </>
            }
          />
        </SelectPopover>
      </SelectProvider>
    </ComboboxProvider>
  );
}
