import { useState } from 'react';
import type { GalleryPage } from '../gallery.ts';
import { Statechart } from './statechart.tsx';
import type { ChartEdge, ChartNode } from './types.ts';

const DOOR: ChartNode[] = [
  { id: 'locked', label: 'Locked', shape: 'dashed', tone: 'text2', depth: 0 },
  { id: 'closed', label: 'Closed', shape: 'paused', tone: 'text2', depth: 1 },
  { id: 'opening', label: 'Opening', shape: 'pending', tone: 'info', depth: 2 },
  { id: 'broken', label: 'Broken', shape: 'octagon', tone: 'err', depth: 2 },
  { id: 'open', label: 'Open', shape: 'check', tone: 'ok', depth: 3 },
];
const WAYS: ChartEdge[] = Object.entries({
  locked: ['closed'],
  closed: ['locked', 'opening', 'broken'],
  opening: ['open', 'broken'],
  broken: ['opening'],
  open: ['closed', 'locked'],
}).flatMap(([from, ends]) => ends.map((to) => ({ from, to })));

function Door({ first, nodes = DOOR }: { first: string; nodes?: ChartNode[] }) {
  const [chosen, choose] = useState(first);
  return (
    <Statechart
      label="States of the door"
      nodes={nodes}
      edges={WAYS}
      currentId="closed"
      chosenId={chosen}
      onChoose={choose}
    />
  );
}

export default {
  title: 'Statechart',
  states: [
    { name: 'the present state is chosen', render: () => <Door first="closed" /> },
    { name: 'another state is chosen', render: () => <Door first="open" /> },
    {
      name: 'one state',
      render: () => (
        <Statechart
          label="States"
          nodes={DOOR.slice(0, 1)}
          edges={[]}
          currentId="locked"
          chosenId="locked"
          onChoose={() => undefined}
        />
      ),
    },
  ],
} satisfies GalleryPage;
