import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { CommandButton } from '../../commands/CommandButton.tsx';
import { EmptyState } from '../../widgets/feedback/empty-state.tsx';
import { PipeWedge } from '../../widgets/graph/pipe-wedge.tsx';
import type { GraphHandle, GraphMarks, GraphView } from '../../widgets/graph/types.ts';
import { lazyCode } from '../../widgets/lazy/lazy-code.ts';
import * as css from './pipeline.css.ts';
import { StructureHead } from './StructureHead.tsx';
import { useCanvas } from './use-canvas.ts';
import { useNodeMenu } from './use-node-menu.tsx';

const { Component: Graph } = lazyCode(async () => ({
  default: (await import('../../widgets/graph/graph.tsx')).Graph,
}));
const { Component: CreateStart } = lazyCode(() => import('./create/CreateStart.tsx'));
const { Component: GraphOutline } = lazyCode(async () => ({
  default: (await import('../../widgets/graph/outline.tsx')).GraphOutline,
}));

type StructureProps = GraphMarks & {
  view: GraphView;
  pipeline: Pipeline | undefined;
  isEditing: boolean;
  isOutline: boolean;
  isCompact: boolean;
  unit: 'bytes' | 'events';
  handle: RefObject<GraphHandle | null>;
  onCursor: (id: string) => void;
  onOpen: (id: string) => void;
  /** The focus goes into the panel of the open node. */
  onEnter: () => void;
  /** Closes what stands beside the graph; undefined while nothing does. */
  onBack: (() => void) | undefined;
  /** The search in the graph, while it is open. */
  finder?: ReactNode;
};

function EmptyGraph({ isEditing }: { isEditing: boolean }) {
  const region = useRef<HTMLDivElement>(null);
  // What had the focus is gone: the last node, or what a new pipeline starts from.
  useEffect(() => {
    if (isEditing && document.activeElement === document.body)
      region.current?.querySelector<HTMLElement>('button')?.focus();
  }, [isEditing]);
  return (
    <div className={css.empty} ref={region}>
      <EmptyState
        title="The graph is empty"
        icon="pipeline"
        action={
          isEditing ? (
            <div className={css.emptyActions}>
              <CommandButton id="graph.chooseSource" variant="primary" />
              <CommandButton id="graph.addDestination" />
            </div>
          ) : undefined
        }
      >
        A pipeline leads events from one source through transforms to its destinations.
      </EmptyState>
    </div>
  );
}

/** `isLeft`: there were nodes before. */
type NoNodesProps = { isNew: boolean; isEditing: boolean; isLeft: boolean };

/** A new pipeline offers what to start from; another one, or after that was left out, says that it is empty. */
function NoNodes({ isNew, isEditing, isLeft }: NoNodesProps) {
  const [isSkipped, setSkipped] = useState(false);
  const skip = useCallback(() => setSkipped(true), []);
  if (!isNew || isSkipped) return <EmptyGraph isEditing={isEditing} />;
  return (
    <Suspense fallback={<div className={css.region} />}>
      <CreateStart onSkip={skip} takesFocus={isLeft} />
    </Suspense>
  );
}

/** The graph with its heading; the drawing and the outline are two faces of the same thing. */
export function Structure(props: StructureProps) {
  const { view, pipeline, isEditing, isOutline, isCompact, unit, handle, onBack } = props;
  const [hadNodes, setHadNodes] = useState(false);
  if (view.nodes.length > 0 && !hadNodes) setHadNodes(true);
  /** Enter on the open node goes into its panel. Escape goes back one level: out of the panel of a node, and only then out of the edit mode. */
  const onKeyDown = (event: KeyboardEvent) => {
    const at = event.target instanceof Element && event.target.closest<HTMLElement>('[data-node]');
    if (!at) return;
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat);
    if (event.key === 'Enter' && isPlain && at.dataset.node === props.openId) {
      event.preventDefault();
      props.onEnter();
    }
    if (event.key !== 'Escape' || event.defaultPrevented || !onBack) return;
    event.preventDefault();
    onBack();
  };
  const viewKeys = useCanvas(handle, !isOutline);
  const { onContextMenu, menu } = useNodeMenu(view.nodes, props.selectedIds ?? [], props.onCursor);
  const face = {
    ...view,
    label: 'Pipeline structure',
    openId: props.openId,
    selectedIds: props.selectedIds,
    matchedIds: props.matchedIds,
    predicted: props.predicted,
    diff: props.diff,
    onCursor: props.onCursor,
    onOpen: props.onOpen,
    handle,
  };
  const drawn: ReactNode = isOutline ? (
    <GraphOutline {...face} />
  ) : (
    <Graph
      takesFocus
      viewKeys={viewKeys}
      {...face}
      isCompact={isCompact}
      keepsPlaces={isEditing}
      isFlowing={pipeline?.status === 'DEPLOYED' || pipeline?.status === 'ROLLED_BACK'}
      legend={
        <>
          <PipeWedge />
          Edge width is {unit}
        </>
      }
    />
  );
  return (
    <section className={css.structure} aria-label="Pipeline Structure">
      <StructureHead
        pipeline={pipeline}
        isEditing={isEditing}
        isOutline={isOutline}
        unit={unit}
        nodeCount={view.nodes.length}
        hasSource={view.nodes.some((node) => node.kind === 'source')}
      />
      {props.finder}
      <div className={css.region} data-command-scope="pipeline.canvas">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the menu of a node also opens by key, from the node */}
        <div
          className={css.region}
          data-command-scope="pipeline.graph"
          onContextMenu={onContextMenu}
          onKeyDown={onKeyDown}
        >
          {view.nodes.length === 0 ? (
            <NoNodes isNew={isEditing && !pipeline} isEditing={isEditing} isLeft={hadNodes} />
          ) : (
            <Suspense fallback={<div className={css.region} />}>{drawn}</Suspense>
          )}
          {menu}
        </div>
      </div>
    </section>
  );
}
