import { useState } from 'react';
import type { GalleryPage } from '../gallery.ts';
import { type Cell, type CellKind, CellMap } from './cell-map.tsx';

const KINDS: readonly CellKind[] = [
  { id: 'error', label: 'Error', mark: 'cross', tone: 'err' },
  { id: 'incompatible', label: 'Incompatible', mark: 'triangle', tone: 'warn' },
  { id: 'disconnected', label: 'Disconnected', mark: 'hatched', tone: 'warn' },
  { id: 'configuring', label: 'Configuring', mark: 'half', tone: 'info' },
  { id: 'unmanaged', label: 'Not managed', mark: 'open', tone: 'text2' },
  { id: 'healthy', label: 'Healthy', mark: 'full', tone: 'ok' },
];

const kindAt = (index: number): string => {
  if (index % 97 === 5) return 'error';
  if (index % 61 === 7) return 'disconnected';
  if (index % 31 === 3) return 'configuring';
  return KINDS[index % 211 === 0 ? 1 : index % 101 === 0 ? 4 : 5]?.id ?? '';
};

function Shown({ count, steps }: { count: number; steps?: readonly string[] }) {
  const cells: Cell[] = Array.from({ length: count }, (_, index) => ({
    id: String(index),
    label: `edge-${String(index).padStart(5, '0')}`,
    kind: kindAt(index),
    ...(steps && { group: Math.floor((index * steps.length) / count) }),
  }));
  const [cursorId, setCursorId] = useState('5');
  return (
    <CellMap
      label="Status map"
      kinds={KINDS}
      cells={cells}
      nameGroup={steps && ((group) => steps[group] ?? '')}
      cursorId={cursorId}
      onCursorChange={setCursorId}
      onOpen={() => undefined}
    />
  );
}

export default {
  title: 'Cell map',
  states: [
    { name: 'every kind', render: () => <Shown count={300} /> },
    {
      name: 'named groups',
      render: () => <Shown count={300} steps={['stage=canary', '50 %', 'The rest']} />,
    },
    { name: 'a few', render: () => <Shown count={6} /> },
    { name: 'ten thousand', render: () => <Shown count={10_000} /> },
  ],
} satisfies GalleryPage;
