import { type ComponentProps, type ReactNode, Suspense } from 'react';
import type { FilterBar } from '../../state/filter-bar.ts';
import type { FilterFacts } from '../list-filters/filter-facts.ts';
import { ListFilters } from '../list-filters/ListFilters.tsx';
import { ListSearchField } from '../list-filters/ListSearchField.tsx';
import { ErrorPanel } from '../widgets/feedback/error-panel.tsx';
import { CountBadge } from '../widgets/status/badge.tsx';
import { DataTable } from '../widgets/table/data-table.tsx';
import type { DataTableProps } from '../widgets/table/types.ts';
import { buildTabPanelProps } from '../widgets/tabs/tab-panel.ts';
import * as css from './list-page.css.ts';
import type { useListPage } from './use-list-page.ts';

/** What a screen decides about its table. */
type OwnTableProps<Row> = Pick<
  DataTableProps<Row>,
  | 'columns'
  | 'sort'
  | 'onSortChange'
  | 'cursorId'
  | 'onCursorChange'
  | 'onOpen'
  | 'renderExpanded'
  | 'expandedIds'
  | 'onExpandedChange'
  | 'rowState'
  | 'isOrderPending'
>;

type ListPageProps<Row> = OwnTableProps<Row> & {
  list: ReturnType<typeof useListPage<Row>>;
  title: string;
  things: string;
  /** Beside the title; undefined while unknown, or without a count. */
  count?: number | undefined;
  /** After the count. */
  facts?: ReactNode;
  /** At the end of the heading. */
  actions: ReactNode;
  tabs?: { bar: ReactNode; selected: string } | undefined;
  searchLabel: string;
  /** Replaces the search field without completion. */
  searchField?: ReactNode;
  /** `total` is undefined while the rows are unknown. */
  filters?: { bar: FilterBar; facts: readonly FilterFacts[]; total: number | undefined };
  /** Between search and table. */
  lead?: ReactNode;
  /** Below the table, so that no row moves. */
  bulk?: ReactNode;
  isLoading: boolean;
  error: { message: string } | null | undefined;
  onRetry: () => void;
  empty: ReactNode;
  /** Beside the table; a wide one takes most of the screen. */
  panel?: { label: string; content: ReactNode; isWide?: boolean } | undefined;
  /** Handles drops on the screen. */
  drop?: Pick<ComponentProps<'div'>, 'className' | 'onDragOver' | 'onDragLeave' | 'onDrop'>;
  children?: ReactNode;
};

/** A list screen: heading, search, filters, table, and the opened row's panel. */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const {
    list,
    title,
    things,
    count,
    facts,
    actions,
    tabs,
    searchLabel,
    searchField,
    filters,
    lead,
    bulk,
    ...others
  } = props;
  const { isLoading, error, onRetry, panel, drop, children, ...table } = others;
  return (
    <div {...drop} className={drop?.className ? `${css.page} ${drop.className}` : css.page}>
      <header className={css.head}>
        <h1 className={css.title}>{title}</h1>
        {count !== undefined && <CountBadge exact count={count} label={things} />}
        {facts}
        <span className={css.push}>{actions}</span>
      </header>
      {tabs?.bar}
      {filters ? (
        <div className={tabs ? css.underTabs : undefined}>
          <ListFilters
            things={things}
            bar={filters.bar}
            filters={filters.facts}
            search={list.search}
            searchLabel={searchLabel}
            searchField={list.searchField}
            table={list.table}
            shown={filters.total === undefined ? undefined : { count: list.shown.length, of: filters.total }}
          />
        </div>
      ) : (
        <div className={tabs ? `${css.filters} ${css.underTabs}` : css.filters}>
          {searchField ?? (
            <ListSearchField
              label={searchLabel}
              search={list.search}
              field={list.searchField}
              table={list.table}
            />
          )}
        </div>
      )}
      {lead}
      <div className={css.body} {...(tabs ? buildTabPanelProps(tabs.selected) : {})}>
        <div className={panel?.isWide ? css.tableBesideWide : css.table} data-main-content="">
          <DataTable
            ref={list.table}
            label={title}
            {...list.props}
            {...table}
            loading={isLoading}
            error={
              error ? (
                <ErrorPanel
                  title={`The ${things} could not be read`}
                  cause={error.message}
                  onRetry={onRetry}
                />
              ) : undefined
            }
          />
        </div>
        {panel && (
          <aside className={panel.isWide ? css.widePanel : css.panel} aria-label={panel.label}>
            <Suspense fallback={null}>{panel.content}</Suspense>
          </aside>
        )}
      </div>
      {bulk}
      {children}
    </div>
  );
}
