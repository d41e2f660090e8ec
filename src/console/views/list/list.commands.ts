import type { RefObject } from 'react';
import { counted } from '../../../contract/values.ts';
import type { CommandContext } from '../../commands/context.ts';
import { defineCommands } from '../../commands/types.ts';
import { buildFileName, saveFile } from '../../components/widgets/charts/save-file.ts';
import type { Density, TableHandle } from '../../components/widgets/table/types.ts';

/** Published by every list screen, so that moving, selecting and searching share keys. */
export type ListScope = {
  table: RefObject<TableHandle | null>;
  search: RefObject<HTMLInputElement | null> | undefined;
  isEmpty: boolean;
  /** Whether the current row's mark is visible; row keys act only then. */
  hasCursor: boolean;
  /** Name of exported files; omitted where there is no export. */
  name?: string;
  /** Visible selected rows; omitted where rows cannot be selected. */
  selectedCount?: number;
  /** Reads all matching rows for an export, when the list shows only some; undefined on failure. */
  readAll?: () => Promise<readonly unknown[] | undefined>;
  /** All rows, when something else replaces the table. */
  toCsv?: () => string;
  density?: Density;
  setDensity?: (density: Density) => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    list: ListScope;
  }
}

const NO_LIST = 'Open a list first';
const EMPTY_LIST = 'The list is empty';
const OUT_OF_VIEW = 'The current row is out of view: go to it first, with j';
const hasRows = (ctx: CommandContext): true | string =>
  ctx.scopes.list?.isEmpty === false ? true : EMPTY_LIST;
const hasCursor = (ctx: CommandContext): true | string => {
  const may = hasRows(ctx);
  return may !== true || ctx.scopes.list?.hasCursor ? may : OUT_OF_VIEW;
};
const getTable = (ctx: CommandContext) => ctx.scopes.list?.table.current;

const canSelect = (ctx: CommandContext): true | string => {
  if (ctx.scopes.list?.selectedCount === undefined) return 'Rows of this list cannot be selected';
  return hasRows(ctx);
};
const hasSelection = (ctx: CommandContext): true | string => {
  const may = canSelect(ctx);
  return may !== true || ctx.scopes.list?.selectedCount ? may : 'No row is selected';
};
const hasSettings = (ctx: CommandContext): true | string =>
  ctx.scopes.list?.setDensity ? true : 'This list has no settings';
/** `Copy row`, `Copy 3 rows`. */
const formatRowsTitle = (ctx: CommandContext, verb: string, none: string): string => {
  const count = ctx.scopes.list?.selectedCount ?? 0;
  return count === 0 ? `${verb} ${none}` : `${verb} ${counted(count, 'row')}`;
};

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
    run: (ctx) => getTable(ctx)?.move(1),
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
    run: (ctx) => getTable(ctx)?.move(-1),
  },
  {
    id: 'list.open',
    title: 'Open row',
    group: 'List',
    icon: 'enter',
    keys: 'o',
    scope: 'list',
    bar: 'Open',
    enabled: hasCursor,
    run: (ctx) => getTable(ctx)?.open(),
  },
  {
    id: 'list.search',
    title: 'Search the list',
    group: 'List',
    icon: 'search',
    keys: '/',
    scope: 'list',
    bar: 'Search',
    enabled: (ctx) => (ctx.scopes.list ? true : NO_LIST),
    // Without a search field, typing continues in the palette.
    run: (ctx) => {
      const search = ctx.scopes.list?.search?.current;
      if (search) search.focus();
      else ctx.actors.openPalette();
    },
  },
  {
    id: 'list.select',
    title: 'Select row',
    group: 'List',
    icon: 'check',
    keywords: ['pick', 'mark', 'check'],
    keys: 'x',
    scope: 'list',
    palette: false,
    bar: 'Select',
    enabled: (ctx) => {
      const may = canSelect(ctx);
      return may === true ? hasCursor(ctx) : may;
    },
    run: (ctx) => getTable(ctx)?.toggleSelected(),
  },
  {
    id: 'list.menu',
    title: 'Row actions',
    group: 'List',
    icon: 'more',
    keywords: ['context menu'],
    keys: '.',
    scope: 'list',
    palette: false,
    bar: 'Actions',
    enabled: (ctx) =>
      ctx.scopes.list?.name === undefined ? 'Rows of this list have no menu' : hasCursor(ctx),
    run: (ctx) => getTable(ctx)?.openMenu(),
  },
  {
    id: 'list.selectAll',
    title: 'Select all rows',
    group: 'List',
    icon: 'check',
    keywords: ['pick', 'mark'],
    scope: 'list',
    enabled: canSelect,
    run: (ctx) => getTable(ctx)?.selectAll(),
  },
  {
    id: 'list.clearSelection',
    title: 'Clear selection',
    group: 'List',
    icon: 'close',
    keywords: ['deselect', 'none'],
    scope: 'list',
    enabled: hasSelection,
    run: (ctx) => getTable(ctx)?.clearSelection(),
  },
  {
    id: 'list.copyCell',
    title: 'Copy cell',
    group: 'List',
    icon: 'copy',
    keywords: ['clipboard', 'value'],
    keys: 'Shift+c',
    scope: 'list',
    bar: false,
    enabled: hasCursor,
    run: (ctx) => {
      const text = getTable(ctx)?.cellText();
      if (text) ctx.actors.copyText(text);
      else ctx.actors.notify({ message: 'The cell is empty', status: 'info' });
    },
  },
  {
    id: 'list.copyRows',
    title: (ctx) => formatRowsTitle(ctx, 'Copy', 'row'),
    group: 'List',
    icon: 'copy',
    keywords: ['clipboard', 'tsv', 'spreadsheet'],
    keys: 'Shift+y',
    scope: 'list',
    bar: false,
    enabled: (ctx) => (ctx.scopes.list?.selectedCount ? true : hasCursor(ctx)),
    run: (ctx) => {
      const rows = getTable(ctx)?.rowsText();
      if (rows) ctx.actors.copyText(rows.text);
    },
  },
  {
    id: 'list.exportCsv',
    title: (ctx) => `${formatRowsTitle(ctx, 'Export', 'the list')} as CSV`,
    group: 'List',
    icon: 'download',
    keywords: ['download', 'save', 'file', 'spreadsheet'],
    scope: 'list',
    enabled: (ctx) => (ctx.scopes.list?.name === undefined ? 'This list has no export' : hasRows(ctx)),
    run: (ctx) => {
      const { name, selectedCount = 0, readAll, toCsv } = ctx.scopes.list ?? {};
      const handle = getTable(ctx);
      const save = (others?: readonly unknown[]) => {
        const csv = handle?.csv(others).text ?? toCsv?.();
        if (csv === undefined || name === undefined) return;
        saveFile(buildFileName(name, 'csv'), new Blob([csv], { type: 'text/csv;charset=utf-8' }));
      };
      if (!readAll || selectedCount > 0) save();
      else void readAll().then((all) => all && save(all));
    },
  },
  {
    id: 'list.sort',
    title: 'Sort by',
    group: 'List',
    icon: 'list',
    keywords: ['order', 'column'],
    scope: 'list',
    enabled: hasRows,
    args: [
      {
        name: 'column',
        title: 'Column',
        kind: 'option',
        load: (ctx) =>
          (getTable(ctx)?.sortableColumns() ?? []).map(({ id, header }) => ({ id, label: header })),
        empty: 'No column of this list can be sorted',
      },
    ],
    run: (ctx, args) => getTable(ctx)?.sortBy(args.column ?? ''),
  },
  {
    id: 'list.resetSort',
    title: 'Reset the order of the list',
    group: 'List',
    icon: 'list',
    keywords: ['sort', 'unsorted'],
    scope: 'list',
    enabled: hasRows,
    run: (ctx) => getTable(ctx)?.resetSort(),
  },
  {
    id: 'list.columns',
    title: 'Choose columns',
    group: 'List',
    icon: 'columns',
    keywords: ['show', 'hide', 'density'],
    scope: 'list',
    enabled: hasSettings,
    run: (ctx) => getTable(ctx)?.openOptions(),
  },
  {
    id: 'list.density',
    title: (ctx) => (ctx.scopes.list?.density === 'compact' ? 'Comfortable rows' : 'Compact rows'),
    group: 'List',
    icon: 'list',
    keywords: ['density', 'height', 'smaller', 'larger'],
    scope: 'list',
    enabled: hasSettings,
    run: (ctx) => {
      const list = ctx.scopes.list;
      list?.setDensity?.(list.density === 'compact' ? 'comfortable' : 'compact');
    },
  },
]);
