import { type ReactNode, type RefObject, useImperativeHandle, useMemo, useRef } from 'react';
import type { CommandMenuItem } from '../../commands/CommandMenu.tsx';
import { useCommand } from '../../commands/use-command.ts';
import { useListSearch } from '../../parts/list-filters/use-list-search.ts';
import * as list from '../../parts/list-page.css.ts';
import { useListTable } from '../../parts/list-table/use-list-table.tsx';
import { EmptyState } from '../../widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../widgets/feedback/error-panel.tsx';
import { TextField } from '../../widgets/forms/text-field.tsx';
import { CountBadge } from '../../widgets/status/badge.tsx';
import { DataTable } from '../../widgets/table/data-table.tsx';
import type { Column, TableHandle } from '../../widgets/table/types.ts';
import { tabPanelProps } from '../../widgets/tabs/tabs.tsx';
import { AccessTabs } from './AccessTabs.tsx';

import * as css from './access.css.ts';

type Named = { id: string; name: string };

type AccessListProps<Item extends Named> = {
  title: string;
  things: string;
  /** Which of the lists of access management it is. */
  tab?: 'roles' | 'users';
  /** The command that makes one. */
  create: ReactNode;
  query: {
    data: readonly Item[] | undefined;
    isPending: boolean;
    error: { message: string } | null;
    refetch: () => unknown;
  };
  columns: readonly Column<Item>[];
  menuOf: (item: Item) => readonly CommandMenuItem[];
  /** What the search looks into. */
  textOf: (item: Item) => string;
  cursorId: string | undefined;
  onCursorChange: (id: string) => void;
  onOpen: (item: Item) => void;
  empty?: ReactNode;
  panel?: { label: string; content: ReactNode } | undefined;
  table: RefObject<TableHandle | null>;
};

/** A short list of the access settings: title, search, table, and the panel of what is open. */
export function AccessList<Item extends Named>(props: AccessListProps<Item>) {
  const { title, things, tab, create, query, columns, menuOf, textOf, panel } = props;
  const search = useListSearch();
  const { keys: searchKeys } = useCommand('list.search');
  const field = useRef<HTMLInputElement>(null);
  const items = query.data;
  const wanted = search.text.trim().toLowerCase();
  const shown = useMemo(
    () => (items ?? []).filter((item) => textOf(item).toLowerCase().includes(wanted)),
    [items, textOf, wanted],
  );
  const { table, props: tableProps } = useListTable<Item>({
    name: things.replaceAll(' ', '-'),
    isScreen: true,
    rows: shown,
    rowId: (item) => item.id,
    rowLabel: (item) => item.name,
    search: field,
    menuOf,
  });
  useImperativeHandle<TableHandle | null, TableHandle | null>(props.table, () => table.current);
  return (
    <div className={list.page}>
      <header className={list.head}>
        <h1 className={list.title}>{title}</h1>
        <CountBadge exact count={items?.length ?? 0} label={things} />
        <span className={list.push}>{create}</span>
      </header>
      {tab && <AccessTabs selected={tab} />}
      <div className={tab ? `${list.filters} ${css.underTabs}` : list.filters}>
        <div className={list.search}>
          <TextField
            ref={field}
            label={`Search ${things}`}
            hideLabel
            type="search"
            icon="search"
            {...(searchKeys ? { keys: searchKeys } : {})}
            placeholder={`Search ${things}`}
            value={search.text}
            onChange={search.set}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === 'Escape') table.current?.focus();
            }}
          />
        </div>
      </div>
      <div className={list.body} {...(tab ? tabPanelProps(tab) : {})}>
        <div className={list.table}>
          <DataTable
            ref={table}
            label={title}
            columns={columns}
            {...tableProps}
            loading={query.isPending}
            error={
              query.error ? (
                <ErrorPanel
                  title={`The ${things} could not be read`}
                  cause={query.error.message}
                  onRetry={() => void query.refetch()}
                />
              ) : undefined
            }
            empty={
              items?.length === 0 && props.empty ? (
                props.empty
              ) : (
                <EmptyState title="Nothing matches">Search for other words.</EmptyState>
              )
            }
            cursorId={props.cursorId}
            onCursorChange={props.onCursorChange}
            onOpen={props.onOpen}
          />
        </div>
        {panel && (
          <aside className={list.panel} aria-label={panel.label}>
            {panel.content}
          </aside>
        )}
      </div>
    </div>
  );
}
