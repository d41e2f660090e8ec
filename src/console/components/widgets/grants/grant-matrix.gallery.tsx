import { useState } from 'react';
import type { GalleryPage } from '../gallery.ts';
import { GrantMatrix, type GrantRow } from './grant-matrix.tsx';

const COLUMNS = [
  { id: 'READ', label: 'Read' },
  { id: 'WRITE', label: 'Write' },
  { id: 'DELETE', label: 'Delete' },
  { id: 'DEPLOY', label: 'Deploy' },
];

const ROWS: readonly GrantRow[] = [
  { id: 'p', label: 'Pipelines', columns: COLUMNS.map(({ id }) => id), granted: ['READ', 'DEPLOY'] },
  { id: 's', label: 'Sources of a very long name', columns: ['READ', 'WRITE', 'DELETE'], granted: [] },
];

function Changing() {
  const [rows, setRows] = useState(ROWS);
  return (
    <GrantMatrix
      label="What the role allows"
      columns={COLUMNS}
      rows={rows}
      readOnly={false}
      onChange={(id, granted) =>
        setRows((all) => all.map((row) => (row.id === id ? { ...row, granted } : row)))
      }
    />
  );
}

export default {
  title: 'Grant matrix',
  states: [
    { name: 'to change', render: () => <Changing /> },
    {
      name: 'read only',
      render: () => (
        <GrantMatrix
          label="What the role allows"
          columns={COLUMNS}
          rows={ROWS}
          readOnly
          onChange={() => undefined}
        />
      ),
    },
  ],
} satisfies GalleryPage;
