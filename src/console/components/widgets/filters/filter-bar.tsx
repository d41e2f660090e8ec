import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { preloadLists } from './filter-select.tsx';
import * as css from './filters.css.ts';
import { GroupedMultiSelect, MultiSelect } from './multi-select.tsx';
import { formatSelection } from './selection-text.ts';
import { SingleSelect } from './single-select.tsx';
import type { FilterView, Selected } from './types.ts';

export type FilterBarHandle = {
  /** By default the first. */
  open: (filterId?: string) => void;
};

type FilterBarProps = {
  /** Such as `Filter pipelines`. */
  label: string;
  filters: readonly FilterView[];
  onPick: (filterId: string, selected: Selected) => void;
  onAll: (filterId: string) => void;
  onClear: (filterId: string) => void;
  canReset: boolean;
  onReset: () => void;
  /** Such as `12 of 31 pipelines`; announced when it changes. */
  result?: string | undefined;
  children?: ReactNode;
  ref?: Ref<FilterBarHandle>;
};

type FilterProps = Pick<FilterBarProps, 'onPick' | 'onAll' | 'onClear'> & { filter: FilterView };

function Filter({ filter, onPick, onAll, onClear }: FilterProps) {
  const { id, ...view } = filter;
  const shared = {
    ...view,
    filterId: id,
    onPick: (selected: Selected) => onPick(id, selected),
    onAll: () => onAll(id),
    onClear: () => onClear(id),
  };
  if (filter.kind === 'grouped')
    return <GroupedMultiSelect {...shared} groups={filter.groups} noun={filter.noun} />;
  if (filter.kind === 'multi') return <MultiSelect {...shared} options={filter.options} />;
  return <SingleSelect {...shared} options={filter.options} hasAll={filter.hasAll ?? true} />;
}

const listFilterOptions = (filter: FilterView) =>
  filter.kind === 'grouped' ? filter.groups.flatMap(({ options }) => options) : filter.options;

function summarizeFilters(filters: readonly FilterView[], result: string | undefined): string {
  const narrowing = filters.filter((filter) => !filter.isDefault);
  const said = narrowing.map(
    (one) => `${one.label}: ${formatSelection(listFilterOptions(one), one.selected)}`,
  );
  return [result, ...said].filter(Boolean).join('. ');
}

export function FilterBar(props: FilterBarProps) {
  const { label, filters, canReset, onReset, result, children, ref } = props;
  const element = useRef<HTMLElement>(null);
  useEffect(preloadLists, []);
  useImperativeHandle(ref, () => ({
    open: (filterId) => {
      const wanted = filterId === undefined ? '[data-filter]' : `[data-filter="${filterId}"]`;
      const button = element.current?.querySelector<HTMLElement>(wanted);
      button?.focus();
      if (button?.getAttribute('aria-expanded') !== 'true') button?.click();
    },
  }));
  return (
    <search ref={element} className={css.bar} aria-label={label}>
      {children}
      {filters.map((filter) => (
        <Filter key={filter.id} filter={filter} {...props} />
      ))}
      {canReset && (
        <button type="button" className={css.reset} onClick={onReset}>
          Reset
        </button>
      )}
      <p role="status" className={visuallyHidden}>
        {summarizeFilters(filters, result)}
      </p>
    </search>
  );
}
