import { type ComponentType, useState } from 'react';
import type { GalleryPage } from '../gallery.ts';
import { Graph } from './graph.tsx';
import { GraphOutline } from './outline.tsx';
import type { GraphFaceProps, GraphNodeView, GraphView } from './types.ts';

const node = (id: string, title: string, more: Partial<GraphNodeView> = {}): GraphNodeView => ({
  id,
  title,
  kind: 'transform',
  typeLabel: 'Filter',
  icon: 'filter',
  throughput: { value: '12.3', unit: 'MB/s' },
  change: -31,
  spark: [3, 5, 4, 6, 7, 5, 8],
  ...more,
});

const source = node('s', 'web', {
  kind: 'source',
  typeLabel: 'Source, HTTP',
  icon: 'globe',
  change: undefined,
});
const sink = (id: string, title: string, more: Partial<GraphNodeView> = {}) =>
  node(id, title, { kind: 'sink', typeLabel: 'Destination, File', icon: 'fileOutput', ...more });

const PIPELINE: GraphView = {
  nodes: [source, node('f', 'Drop debug'), sink('a', 'Archive'), sink('b', 'Alerts')],
  edges: [
    { from: 's', to: 'f', share: 1 },
    { from: 'f', to: 'a', share: 0.6 },
    { from: 'f', to: 'b', share: 0.1 },
  ],
};

const ALL_STATES: GraphView = {
  nodes: [
    source,
    node('e', 'With errors', { errors: { count: 12, level: 'err' } }),
    node('w', 'With warnings', { errors: { count: 3, level: 'warn' } }),
    node('d', 'Disabled', { disabled: true }),
    node('n', 'Proposed', { state: 'new', throughput: undefined, change: undefined, spark: undefined }),
    node('c', 'Edited', { state: 'changed' }),
    node('u', 'Left alone', { problem: 'Unconnected', throughput: undefined, spark: undefined }),
    sink('a', 'A destination whose name is far too long for a card'),
  ],
  edges: ['e', 'w', 'd', 'n', 'c'].flatMap((id) => [
    { from: 's', to: id, share: 0.2 },
    { from: id, to: 'a', share: 0.15 },
  ]),
};

const LARGE: GraphView = {
  nodes: [source, ...Array.from({ length: 60 }, (_, index) => node(`t${index}`, `Step ${index + 1}`))],
  edges: Array.from({ length: 60 }, (_, index) => ({
    from: index < 6 ? 's' : `t${index - 6}`,
    to: `t${index}`,
    share: 0.16,
  })),
};

type Face = ComponentType<GraphFaceProps & { isCompact?: boolean; isFlowing?: boolean }>;

/** Owns the cursor and the open node, as a screen does. */
function Owner({ face: Chosen, label, ...view }: GraphView & { face: Face; label: string }) {
  const [selectedId, setSelectedId] = useState<string>();
  return (
    <div style={{ display: 'flex', flexFlow: 'column', blockSize: '100%' }}>
      <Chosen
        {...view}
        label={label}
        selectedId={selectedId}
        onCursor={() => undefined}
        onOpen={setSelectedId}
      />
    </div>
  );
}

export default {
  title: 'Graph',
  states: [
    {
      name: 'a pipeline',
      heightPx: 320,
      render: () => <Owner face={Graph} label="A pipeline" {...PIPELINE} />,
    },
    {
      name: 'every state of a node',
      heightPx: 560,
      render: () => <Owner face={Graph} label="States" {...ALL_STATES} />,
    },
    {
      name: 'sixty nodes',
      heightPx: 420,
      render: () => <Owner face={Graph} label="Sixty nodes" {...LARGE} />,
    },
    {
      name: 'outline',
      heightPx: 340,
      render: () => <Owner face={GraphOutline} label="Outline" {...ALL_STATES} />,
    },
  ],
} satisfies GalleryPage;
