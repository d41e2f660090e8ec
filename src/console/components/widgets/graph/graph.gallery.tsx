import { type ComponentType, useState } from 'react';
import type { GalleryPage } from '../gallery.ts';
import { ALL_STATES, COMPARED, createLargeGraph, IN_A_ROW, ONE, PIPELINE, ROUTES } from './gallery-graphs.ts';
import { Graph, type GraphProps } from './graph.tsx';
import { GraphOutline } from './outline.tsx';
import { PipeWedge } from './pipe-wedge.tsx';
import type { GraphMarks, GraphView } from './types.ts';

type Face = ComponentType<GraphProps>;
type OwnerProps = GraphView &
  Partial<GraphMarks> &
  Pick<GraphProps, 'legend'> & { face: Face; label: string; widthPx?: number };

function Owner({ face: Chosen, openId: initial, widthPx, ...view }: OwnerProps) {
  const [openId, setOpenId] = useState(initial);
  return (
    <div style={{ display: 'flex', flexFlow: 'column', blockSize: '100%', maxInlineSize: widthPx }}>
      <Chosen {...view} openId={openId} onCursor={() => undefined} onOpen={setOpenId} />
    </div>
  );
}

/** Removes and adds a node in the middle; the others must stay in place. */
function Editing() {
  const [isIn, setIn] = useState(true);
  const without = {
    nodes: ROUTES.nodes.filter((node) => node.id !== 'f'),
    edges: [
      ...ROUTES.edges.filter((edge) => edge.from !== 'f' && edge.to !== 'f'),
      { from: 'p', to: 't', share: 0.65 },
    ],
  };
  return (
    <div style={{ display: 'flex', flexFlow: 'column', blockSize: '100%' }}>
      <button type="button" onClick={() => setIn(!isIn)}>
        {isIn ? 'Remove a node' : 'Insert a node'}
      </button>
      <Owner face={Graph} label="Edited" {...(isIn ? ROUTES : without)} />
    </div>
  );
}

function OnDemand({ count }: { count: number }) {
  const [view, setView] = useState<GraphView>();
  return (
    <div style={{ display: 'flex', flexFlow: 'column', blockSize: '100%' }}>
      {view ? (
        <Owner face={Graph} label="Large graph" {...view} />
      ) : (
        <button type="button" onClick={() => setView(createLargeGraph(count))}>
          Open {count} nodes
        </button>
      )}
    </div>
  );
}

const legend = (
  <>
    <PipeWedge />
    Edge width is bytes
  </>
);
const state = (
  name: string,
  heightPx: number,
  props: Omit<OwnerProps, 'face' | 'label'>,
  face: Face = Graph,
) => ({
  name,
  heightPx,
  render: () => <Owner face={face} label={name} {...props} />,
});

export default {
  title: 'Graph',
  states: [
    state('a pipeline', 320, { ...PIPELINE, legend }),
    state('one node', 240, ONE),
    state('five in a row', 280, { ...IN_A_ROW, legend, widthPx: 800 }),
    state('every state of a node', 620, ALL_STATES),
    state('named outputs and joins', 420, { ...ROUTES, legend }),
    state('an open node and its path', 420, { ...ROUTES, openId: 't', legend }),
    state('low cards', 320, { ...ROUTES, openId: 'b' }),
    state('top-down', 760, { ...IN_A_ROW, openId: 'Drop debug', legend, widthPx: 620 }),
    state('in rows', 420, { ...IN_A_ROW, legend, widthPx: 760 }),
    state('selected nodes', 420, { ...ROUTES, selectedIds: ['f', 't'] }),
    state('found nodes', 420, { ...ROUTES, matchedIds: ['x', 'y'] }),
    state('nothing found', 420, { ...ROUTES, matchedIds: [] }),
    state('a forecast', 420, { ...ROUTES, predicted: { p: -1.5, f: -42, t: -61.2, y: 4 } }),
    state('two versions compared', 420, COMPARED),
    { name: 'an edit', heightPx: 460, render: () => <Editing /> },
    state('sixty nodes', 480, createLargeGraph(60)),
    state('no room', 360, { ...ROUTES, openId: 't', legend, widthPx: 300 }),
    { name: '500 nodes', heightPx: 800, render: () => <OnDemand count={500} /> },
    state('no nodes', 200, { nodes: [], edges: [] }),
    state('outline', 400, ALL_STATES, GraphOutline),
    state(
      'outline with marks',
      440,
      {
        ...ROUTES,
        selectedIds: ['f'],
        matchedIds: ['x', 'f'],
        predicted: { t: -61 },
        openId: 't',
      },
      GraphOutline,
    ),
  ],
} satisfies GalleryPage;
