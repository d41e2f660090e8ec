import { useEffect, useMemo, useState } from 'react';
import type { CommandMenuItem } from '../../../components/commands/CommandMenu.tsx';
import { useListTable } from '../../../components/list-table/use-list-table.tsx';
import { EmptyState } from '../../../components/widgets/feedback/empty-state.tsx';
import { DataTable } from '../../../components/widgets/table/data-table.tsx';
import type { Column, Sort } from '../../../components/widgets/table/types.ts';

type InsightTableProps<Row> = {
  /** Key of its table settings. */
  name: string;
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  menuOf: (row: Row) => readonly CommandMenuItem[];
  empty: string;
  emptyHint: string;
  /** Ids of the selected rows, else of the row under the cursor. Must be a stable function. */
  onChosen: (ids: readonly string[]) => void;
};

const LARGEST_FIRST: Sort = { column: 'bytes', direction: 'descending' };

export function InsightTable<Row extends object>(props: InsightTableProps<Row>) {
  const { name, label, rows, columns, rowId, rowLabel, menuOf, empty, emptyHint, onChosen } = props;
  const [cursorId, setCursorId] = useState<string>();
  const [sort, setSort] = useState<Sort | undefined>(LARGEST_FIRST);
  const {
    table,
    props: shared,
    selectedRows,
    cursor,
  } = useListTable({
    name,
    rows,
    rowId,
    rowLabel,
    search: undefined,
    menuOf,
  });
  const chosen = useMemo(() => {
    if (selectedRows.length > 0) return selectedRows.map(rowId);
    return cursor ? [rowId(cursor)] : [];
  }, [selectedRows, rowId, cursor]);
  useEffect(() => onChosen(chosen), [chosen, onChosen]);
  return (
    <DataTable
      ref={table}
      label={label}
      columns={columns}
      {...shared}
      sort={sort}
      onSortChange={setSort}
      cursorId={cursorId}
      onCursorChange={setCursorId}
      empty={<EmptyState title={empty}>{emptyHint}</EmptyState>}
    />
  );
}
