import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { CommandMenu, type CommandMenuItem } from '../../commands/CommandMenu.tsx';
import { usePublishScope } from '../../commands/scopes.ts';
import type { DataTableProps, RowMenuProps, TableHandle } from '../../widgets/table/types.ts';
import { useTableSettings } from './table-settings.ts';
import { useListKeys } from './use-list-keys.ts';

type ListTableOptions<Row> = {
  /** Names its settings in the browser, and the files made of it: `pipelines`. */
  name: string;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  /** The search field, where the list has one. */
  search: RefObject<HTMLInputElement | null> | undefined;
  /** What a row can do; copying comes after it. */
  menuOf: (row: Row) => readonly CommandMenuItem[];
  /** True where the list is what the screen is for: Enter and the arrows act on it as soon as it is there. */
  isScreen?: boolean;
  /**
   * Reads what fits the filters and is not listed too, for the files made of the list; left out where all is listed.
   * Tells a failure itself (undefined).
   */
  readAll?: (() => Promise<readonly Row[] | undefined>) | undefined;
};

const COPY: readonly CommandMenuItem[] = [
  { id: 'list.copyCell', startsGroup: true },
  { id: 'list.copyRows' },
];

/** What every table of a list screen has: selection, settings, row menus, and its commands. */
export function useListTable<Row>(options: ListTableOptions<Row>) {
  const { name, rows, rowId, rowLabel, search, menuOf, readAll } = options;
  const table = useRef<TableHandle>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const settings = useTableSettings(name);
  const selectedRows = useMemo(
    () => (selected.size === 0 ? [] : rows.filter((row) => selected.has(rowId(row)))),
    [rows, rowId, selected],
  );
  useListKeys(options.isScreen === true && rows.length > 0);
  const { density, setDensity } = settings;
  usePublishScope('list', {
    table,
    search,
    isEmpty: rows.length === 0,
    name,
    selectedCount: selectedRows.length,
    ...(readAll ? { readAll } : {}),
    density,
    setDensity,
  });

  const rowMenu = (row: Row, menu: RowMenuProps): ReactNode => (
    <CommandMenu {...menu} label={`Actions for ${rowLabel(row)}`} items={[...menuOf(row), ...COPY]} />
  );
  const props = {
    rowId,
    rowLabel,
    rows,
    selectedIds: selected,
    onSelectionChange: setSelected,
    hiddenColumns: settings.hidden,
    onHiddenColumnsChange: settings.setHidden,
    density,
    onDensityChange: setDensity,
    rowMenu,
  } satisfies Partial<DataTableProps<Row>>;
  return { table, props, selectedRows };
}
