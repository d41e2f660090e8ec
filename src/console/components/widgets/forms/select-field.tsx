import { Select, SelectPopover, SelectProvider } from '@ariakit/react';
import { useState } from 'react';
import { Icon } from '../icons/icon.tsx';
import { swallowEscape } from '../keys/swallow-escape.ts';
import { FieldFrame, type FieldProps } from './field.tsx';
import { OptionList, SearchProvider } from './option-list.tsx';
import type { Option } from './options.ts';
import * as css from './select.css.ts';

type ChoiceProps = {
  value: string | undefined;
  onChange: (value: string) => void;
  options: readonly Option[];
  /** Default: on above 8 options. */
  searchable?: boolean;
};

/** Above this many options a search is shown. */
const SEARCH_FROM = 8;

type SelectFieldProps = FieldProps & ChoiceProps & { placeholder?: string | undefined };

export function SelectField(props: SelectFieldProps) {
  const { value, onChange, options, placeholder = 'Choose', readOnly } = props;
  const { searchable: isWanted = options.length > SEARCH_FROM } = props;
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  // Fixed while open: options that load late would otherwise close it by adding the search.
  const [searchable, setSearchable] = useState(isWanted);
  if (!isOpen && searchable !== isWanted) setSearchable(isWanted);
  const chosen = options.find((option) => option.value === value);
  return (
    <FieldFrame {...props}>
      {(control, labelId) => (
        <SearchProvider searchable onSearch={setSearch}>
          <SelectProvider
            value={value ?? ''}
            setValue={onChange}
            setOpen={setOpen}
            {...(searchable ? {} : { combobox: null })}
          >
            <Select
              {...control}
              aria-labelledby={labelId}
              className={css.control}
              accessibleWhenDisabled
              disabled={readOnly ?? false}
              data-readonly={readOnly ? '' : undefined}
            >
              <span className={chosen ? css.value : `${css.value} ${css.placeholder}`}>
                {chosen?.label ?? placeholder}
              </span>
              <Icon name="chevronDown" size="s" />
            </Select>
            <SelectPopover
              typeahead={false}
              gutter={4}
              sameWidth
              unmountOnHide
              hideOnEscape={swallowEscape}
              aria-label={props.label}
              className={css.popover}
            >
              <OptionList label={props.label} options={options} searchable={searchable} search={search} />
            </SelectPopover>
          </SelectProvider>
        </SearchProvider>
      )}
    </FieldFrame>
  );
}
