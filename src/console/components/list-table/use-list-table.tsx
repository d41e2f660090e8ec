import { type ReactNode, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandMenu, type CommandMenuItem } from '../commands/CommandMenu.tsx';
import type { DataTableProps, RowMenuProps, TableHandle } from '../widgets/table/types.ts';
import { useTableSettings } from './table-settings.ts';
import { useListKeys } from './use-list-keys.ts';

export type ListTableOptions<Row> = {
  /** Key of its settings, and name of exported files: `pipelines`. */
  name: string;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  search: RefObject<HTMLInputElement | null> | undefined;
  /** Row actions; copying is appended. */
  menuOf: (row: Row) => readonly CommandMenuItem[];
  /** Enter and the arrows work without focus in the list. */
  isScreen?: boolean;
  /** Also reads unloaded matching rows, for exports. Reports failures itself and then returns undefined. */
  readAll?: (() => Promise<readonly Row[] | undefined>) | undefined;
  /** All rows, when something else replaces the table. */
  toCsv?: (() => string) | undefined;
  /** Ids of the selected rows, for a screen that needs them before its rows. */
  selection?: readonly [ReadonlySet<string>, (ids: ReadonlySet<string>) => void];
};

const COPY: readonly CommandMenuItem[] = [
  { id: 'list.copyCell', startsGroup: true },
  { id: 'list.copyRows' },
];

export function useListTable<Row>(options: ListTableOptions<Row>) {
  const { name, rows, rowId, rowLabel, search, menuOf, readAll } = options;
  const table = useRef<TableHandle>(null);
  const own = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = options.selection ?? own;
  const settings = useTableSettings(name);
  const [shownId, setShownId] = useState<string>();
  const cursor = useMemo(
    () => (shownId === undefined ? undefined : rows.find((row) => rowId(row) === shownId)),
    [rows, rowId, shownId],
  );
  const selectedRows = useMemo(
    () => (selected.size === 0 ? [] : rows.filter((row) => selected.has(rowId(row)))),
    [rows, rowId, selected],
  );
  const chosenIds = useMemo(
    () => (selectedRows.length > 0 ? selectedRows : cursor === undefined ? [] : [cursor]).map(rowId),
    [selectedRows, cursor, rowId],
  );
  useListKeys(options.isScreen === true && rows.length > 0);
  const { density, setDensity } = settings;
  usePublishScope('list', {
    table,
    search,
    isEmpty: rows.length === 0,
    hasCursor: cursor !== undefined,
    name,
    selectedCount: selectedRows.length,
    ...(readAll ? { readAll } : {}),
    ...(options.toCsv ? { toCsv: options.toCsv } : {}),
    density,
    setDensity,
  });

  const rowMenu = useCallback(
    (row: Row, menu: RowMenuProps): ReactNode => (
      <CommandMenu {...menu} label={`Actions for ${rowLabel(row)}`} items={[...menuOf(row), ...COPY]} />
    ),
    [rowLabel, menuOf],
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
    onShownCursorChange: setShownId,
  } satisfies Partial<DataTableProps<Row>>;
  return {
    table,
    props,
    selectedRows,
    /** The row that commands act on, if its mark is visible. */
    cursor,
    /** The selected rows, else the cursor row: targets of commands for several. */
    chosenIds,
  };
}
