import { type ReactNode, type RefObject, useImperativeHandle, useMemo, useRef } from 'react';
import { useCommand } from '../../commands/use-command.ts';
import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import { useListSearch } from '../../components/list-filters/use-list-search.ts';
import * as list from '../../components/list-page.css.ts';
import { useListTable } from '../../components/list-table/use-list-table.tsx';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { TextField } from '../../components/widgets/forms/text-field.tsx';
import { CountBadge } from '../../components/widgets/status/badge.tsx';
import { DataTable } from '../../components/widgets/table/data-table.tsx';
import type { Column, TableHandle } from '../../components/widgets/table/types.ts';
import { Tabs, tabPanelProps } from '../../components/widgets/tabs/tabs.tsx';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import * as css from './access.css.ts';

const TABS = [
  { id: 'roles', label: 'Roles' },
  { id: 'users', label: 'Users' },
] as const;

function AccessTabs({ selected }: { selected: 'roles' | 'users' }) {
  return (
    <Tabs
      label="Access management"
      tabs={TABS.map((tab) => ({ ...tab, keys: undefined }))}
      selected={selected}
      onSelect={(id) => goTo(id === 'users' ? paths.users() : paths.roles())}
    />
  );
}

type Named = { id: string; name: string };

type AccessListProps<Item extends Named> = {
  title: string;
  things: string;
  tab?: 'roles' | 'users';
  create: ReactNode;
  query: {
    data: readonly Item[] | undefined;
    isPending: boolean;
    error: { message: string } | null;
    refetch: () => unknown;
  };
  columns: readonly Column<Item>[];
  menuOf: (item: Item) => readonly CommandMenuItem[];
  /** Text that the search matches. */
  textOf: (item: Item) => string;
  cursorId: string | undefined;
  onCursorChange: (id: string) => void;
  onOpen: (item: Item) => void;
  empty?: ReactNode;
  panel?: { label: string; content: ReactNode } | undefined;
  table: RefObject<TableHandle | null>;
};

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
