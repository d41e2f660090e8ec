import { type ReactNode, type RefObject, useImperativeHandle, useLayoutEffect } from 'react';
import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import { NothingFound } from '../../components/list-filters/NoMatch.tsx';
import { ListPage } from '../../components/list-page/ListPage.tsx';
import { useListPage } from '../../components/list-page/use-list-page.ts';
import type { Column, TableHandle } from '../../components/widgets/table/types.ts';
import { Tabs } from '../../components/widgets/tabs/tabs.tsx';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';

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
  /** The row that commands act on. */
  onShownCursorChange: (id: string | undefined) => void;
  onOpen: (item: Item) => void;
  empty?: ReactNode;
  panel?: { label: string; content: ReactNode } | undefined;
  table: RefObject<TableHandle | null>;
};

const NONE: readonly never[] = [];

export function AccessList<Item extends Named>(props: AccessListProps<Item>) {
  const { things, tab, query, menuOf, textOf, create, table, empty, onShownCursorChange, ...own } = props;
  const items = query.data;
  const list = useListPage<Item>({
    name: things.replaceAll(' ', '-'),
    rows: items ?? NONE,
    textOf,
    rowId: (item) => item.id,
    rowLabel: (item) => item.name,
    menuOf,
  });
  const shownId = list.cursor?.id;
  useLayoutEffect(() => onShownCursorChange(shownId), [onShownCursorChange, shownId]);
  useImperativeHandle<TableHandle | null, TableHandle | null>(table, () => list.table.current);
  return (
    <ListPage<Item>
      list={list}
      things={things}
      count={items?.length ?? 0}
      actions={create}
      tabs={tab && { bar: <AccessTabs selected={tab} />, selected: tab }}
      searchLabel={`Search ${things}`}
      isLoading={query.isPending}
      error={query.error}
      onRetry={() => void query.refetch()}
      empty={items?.length === 0 && empty ? empty : <NothingFound />}
      {...own}
    />
  );
}
