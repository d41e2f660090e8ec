import { type ReactNode, useState } from 'react';
import AnchoredMenu from '../actions/anchored-menu.tsx';
import { Button } from '../actions/button.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { ErrorPanel } from '../feedback/error-panel.tsx';
import type { GalleryPage } from '../gallery.ts';
import { Missing } from '../text/missing.tsx';
import { DataTable } from './data-table.tsx';
import { createSampleRows, type Sample } from './table.gallery-data.ts';
import type { Column, DataTableProps, Density, RowMenuProps } from './types.ts';

const COLUMNS: readonly Column<Sample>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(180px, 2fr)',
    sortable: true,
    searchable: true,
    value: (row) => row.name,
    cell: (row) => row.name,
  },
  {
    id: 'source',
    header: 'Source',
    width: 'minmax(130px, 1fr)',
    sortable: true,
    searchable: true,
    value: (row) => row.source,
    cell: (row) => row.source,
  },
  {
    id: 'events',
    header: 'Events',
    width: '110px',
    align: 'end',
    sortable: true,
    value: (row) => row.events,
    cell: (row) => row.events ?? <Missing />,
  },
  {
    id: 'saved',
    header: 'Optimized',
    width: '110px',
    align: 'end',
    value: (row) => Number.parseInt(row.saved, 10),
    text: (row) => row.saved,
    cell: (row) => row.saved,
  },
  {
    id: 'errors',
    header: 'Errors',
    width: '90px',
    align: 'end',
    sortable: true,
    value: (row) => row.errors,
    cell: (row) => row.errors,
  },
];

const getRowId = (row: Sample) => row.id;
const nameOf = (row: Sample) => row.name;
const nothing = () => undefined;

const FEW = createSampleRows(12);
const MANY = createSampleRows(100_000);
const LONG: Sample[] = [
  {
    id: 'long',
    name: 'A pipeline whose name is a good deal longer than the column that has to show it in one line',
    source: 'A source with a name of the same kind, from a far place',
    events: 99_999_999,
    saved: '-12 %',
    errors: 1_204_000,
  },
  ...FEW.slice(0, 3),
];

const rowMenu = (row: Sample, menu: RowMenuProps) => (
  <AnchoredMenu
    {...menu}
    label={`Actions for ${row.name}`}
    entries={[
      { id: 'open', label: 'View', icon: 'pipeline', keys: 'o', onSelect: nothing },
      { id: 'pause', label: 'Pause', icon: 'pause', disabledReason: 'It is not deployed', onSelect: nothing },
      { id: 'delete', label: 'Delete', icon: 'delete', danger: true, startsGroup: true, onSelect: nothing },
    ]}
  />
);

const details = (row: Sample): ReactNode => (
  <div>
    <p>
      {row.name} reads from {row.source}.
    </p>
    <Button size="small">Show events of {row.name}</Button>
  </div>
);

type Setup = Partial<DataTableProps<Sample>> & { selects?: boolean; chooses?: boolean };

function Owner({ selects, chooses, ...given }: Setup) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(given.selectedIds ?? new Set());
  const [hidden, setHidden] = useState<readonly string[]>(given.hiddenColumns ?? []);
  const [density, setDensity] = useState<Density>(given.density ?? 'comfortable');
  return (
    <div style={{ height: '100%', display: 'flex' }}>
      <DataTable
        label="Sample pipelines"
        columns={COLUMNS}
        rows={FEW}
        rowId={getRowId}
        rowLabel={nameOf}
        {...given}
        {...(selects ? { selectedIds: selected, onSelectionChange: setSelected } : {})}
        hiddenColumns={hidden}
        density={density}
        {...(chooses ? { onHiddenColumnsChange: setHidden, onDensityChange: setDensity } : {})}
      />
    </div>
  );
}

const state = (name: string, setup: Setup, heightPx = 320) => ({
  name,
  heightPx,
  render: () => <Owner {...setup} />,
});

export default {
  title: 'Table',
  states: [
    state('rows', {}),
    state('selection', { selects: true, selectedIds: new Set(['row-1', 'row-2']) }),
    state('row menu', { rowMenu, selects: true }),
    state('columns and density', { chooses: true, rowMenu }),
    state('hidden columns', { chooses: true, hiddenColumns: ['source', 'saved'] }),
    state('compact', { chooses: true, density: 'compact' }),
    state('expansion', { renderExpanded: details, selects: true }),
    state('sorted', { sort: { column: 'events', direction: 'descending' } }),
    state('pending and dim rows', {
      rowState: (row) => ({ pending: row.id === 'row-1', dim: row.id === 'row-3' }),
    }),
    state('long texts', { rows: LONG, selects: true, rowMenu }),
    state('row limit of five', { rowLimit: 5 }),
    state('100,000 rows', { rows: MANY, selects: true, rowMenu, chooses: true }, 720),
    state('100,000 rows that open', { rows: MANY, renderExpanded: details }, 520),
    state('loading', { rows: [], loading: true }, 480),
    state('empty', {
      rows: [],
      empty: <EmptyState title="No pipelines yet">A pipeline takes events from a source.</EmptyState>,
    }),
    state('no match', { rows: [], empty: <EmptyState title="No pipeline matches" /> }),
    state('error', {
      rows: [],
      error: <ErrorPanel title="The pipelines could not be read" cause="No answer" onRetry={nothing} />,
    }),
  ],
} satisfies GalleryPage;
