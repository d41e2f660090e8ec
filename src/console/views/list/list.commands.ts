import type { RefObject } from 'react';
import type { CommandContext } from '../../commands/context.ts';
import { defineCommands } from '../../commands/types.ts';
import type { TableHandle } from '../../widgets/table/types.ts';

/** What every list screen publishes, so that moving, selecting and searching are one set of keys. */
export type ListScope = {
  table: RefObject<TableHandle | null>;
  /** The search field, where the list has one. */
  search: RefObject<HTMLInputElement | null> | undefined;
  isEmpty: boolean;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    list: ListScope;
  }
}

const EMPTY_LIST = 'The list is empty';
const hasRows = (ctx: CommandContext): true | string =>
  ctx.scopes.list?.isEmpty === false ? true : EMPTY_LIST;
const table = (ctx: CommandContext) => ctx.scopes.list?.table.current;

export const listCommands = defineCommands([
  {
    id: 'list.next',
    title: 'Next row',
    group: 'List',
    icon: 'arrowDown',
    keys: 'j',
    scope: 'list',
    palette: false,
    bar: 'Down',
    enabled: hasRows,
    run: (ctx) => table(ctx)?.move(1),
  },
  {
    id: 'list.previous',
    title: 'Previous row',
    group: 'List',
    icon: 'arrowUp',
    keys: 'k',
    scope: 'list',
    palette: false,
    bar: 'Up',
    enabled: hasRows,
    run: (ctx) => table(ctx)?.move(-1),
  },
  {
    id: 'list.open',
    title: 'Open row',
    group: 'List',
    icon: 'enter',
    keys: 'o',
    scope: 'list',
    bar: 'Open',
    enabled: hasRows,
    run: (ctx) => table(ctx)?.open(),
  },
  {
    id: 'list.search',
    title: 'Search the list',
    group: 'List',
    icon: 'search',
    keys: '/',
    scope: 'list',
    bar: 'Search',
    enabled: (ctx) => (ctx.scopes.list?.search ? true : 'This list has no search'),
    run: (ctx) => ctx.scopes.list?.search?.current?.focus(),
  },
]);
