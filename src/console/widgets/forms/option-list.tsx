import { Combobox, ComboboxItem, ComboboxList, SelectItem, SelectList } from '@ariakit/react';
import type { ReactNode } from 'react';
import { SELECT_OPTION_HINT } from '../../../contract/limits.ts';
import { StatusShape } from '../icons/status-shape.tsx';
import { matchingOptions, type Option } from './options.ts';
import * as css from './select.css.ts';

type OptionListProps = {
  options: readonly Option[];
  searchable: boolean;
  search: string;
  /** Drawn before each label, for instance a check mark. */
  lead?: (option: Option) => ReactNode;
  /** Links beside the search. */
  actions?: ReactNode;
};

const OptionFace = ({ option, lead }: { option: Option; lead: OptionListProps['lead'] }) => (
  <>
    {lead?.(option)}
    {option.shape && <StatusShape shape={option.shape} tone={option.tone ?? 'text3'} />}
    <span className={css.optionLabel}>{option.label}</span>
    {option.count !== undefined && <span className={css.optionMeta}>{option.count}</span>}
  </>
);

/** The open part of a select: search, options up to the cap, hint. Lives inside Ariakit's providers. */
export function OptionList({ options, searchable, search, lead, actions }: OptionListProps) {
  const { shown, hasMore } = matchingOptions(options, searchable ? search : '');
  const items = shown.map((option) => (
    <SelectItem
      key={option.value}
      value={option.value}
      className={css.option}
      render={searchable ? <ComboboxItem /> : undefined}
    >
      <OptionFace option={option} lead={lead} />
    </SelectItem>
  ));
  const nothing = shown.length === 0 && (
    <p className={css.hint} role="status">
      Nothing matches
    </p>
  );
  if (!searchable) {
    return (
      <>
        {actions && <div className={css.searchLine}>{actions}</div>}
        <SelectList className={css.list}>{items}</SelectList>
      </>
    );
  }
  return (
    <>
      <div className={css.searchLine}>
        <Combobox
          autoSelect
          className={css.search}
          aria-label="Search options"
          placeholder="Type to search"
        />
        {actions}
      </div>
      <ComboboxList className={css.list}>{items}</ComboboxList>
      {nothing}
      {hasMore && <p className={css.hint}>{SELECT_OPTION_HINT}</p>}
    </>
  );
}
