import { render } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { DataTable } from '../../src/console/components/widgets/table/data-table.tsx';
import type { Column } from '../../src/console/components/widgets/table/types.ts';
import { recordTranscript } from '../harness/screen-reader.ts';

type Row = { id: string; name: string; events: number };
const ROWS: Row[] = ['web', 'audit', 'edge'].map((name, index) => ({ id: name, name, events: index * 10 }));
const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', sortable: true, value: (row) => row.name, cell: (row) => row.name },
  { id: 'events', header: 'Events', align: 'end', value: (row) => row.events, cell: (row) => row.events },
];

function Owner() {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  return (
    <DataTable
      label="Pipelines"
      columns={COLUMNS}
      rows={ROWS}
      rowId={(row) => row.id}
      rowLabel={(row) => row.name}
      selectedIds={selectedIds}
      onSelectionChange={setSelectedIds}
      renderExpanded={(row) => <p>About {row.name}</p>}
    />
  );
}

test('what a screen reader says of a table: place, cells, selection, expansion', async () => {
  render(<Owner />);
  expect(
    await recordTranscript([
      '{Tab}',
      '{ArrowDown}',
      ' ',
      '{ArrowRight}',
      '{ArrowRight}',
      '{ArrowLeft}',
      '{End}',
      '{Control>}{End}{/Control}',
    ]),
  ).toMatchInlineSnapshot(`
    [
      "{Tab} → treegrid, Pipelines, active descendant web 0, column count 4, multi-selectable, row count 4 | row, web 0, not expanded, level 1, row index 2, not selected",
      "{ArrowDown} → row, audit 10, not expanded, level 1, row index 3, not selected",
      "  → row, audit 10, not expanded, level 1, row index 3, selected",
      "{ArrowRight} → row, audit 10, expanded, level 1, row index 3, selected",
      "{ArrowRight} → gridcell, audit, column index 2",
      "{ArrowLeft} → row, audit 10, expanded, level 1, row index 3, selected",
      "{End} → row, edge 20, not expanded, level 1, row index 5, not selected",
      "{Control>}{End}{/Control} → (nothing)",
    ]
  `);
});
