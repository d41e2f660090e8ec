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
import { isRunning } from '../../../../../machines/pipeline-lifecycle/index.ts';
import { wrap } from '../../../../../styles/layout.css.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { EmptyState } from '../../../components/widgets/feedback/empty-state.tsx';
import { PipeWedge } from '../../../components/widgets/graph/pipe-wedge.tsx';
import type { GraphHandle, GraphMarks, GraphView } from '../../../components/widgets/graph/types.ts';
import { createLazyCode } from '../../../components/widgets/lazy/lazy-code.ts';
import * as css from '../pipeline.css.ts';
import { Graph } from './graph-code.ts';
import { StructureHead } from './StructureHead.tsx';
import { useCanvas } from './use-canvas.ts';
import { useNodeMenu } from './use-node-menu.tsx';

const { Component: CreateStart } = createLazyCode(() => import('../create/CreateStart.tsx'));
const { Component: GraphOutline } = createLazyCode(async () => ({
  default: (await import('../../../components/widgets/graph/outline.tsx')).GraphOutline,
}));

type StructureProps = GraphMarks & {
  view: GraphView;
  pipeline: Pipeline | undefined;
  isEditing: boolean;
  isOutline: boolean;
  unit: 'bytes' | 'events';
  handle: RefObject<GraphHandle | null>;
  onCursor: (id: string) => void;
  onOpen: (id: string) => void;
  onEnter: () => void;
  /** Undefined when no panel is open. */
  onBack: (() => void) | undefined;
  finder?: ReactNode;
};

function EmptyGraph({ isEditing }: { isEditing: boolean }) {
  const region = useRef<HTMLDivElement>(null);
  // The element with the focus was removed with the last node.
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
            <div className={wrap}>
              <CommandButton id="graph.chooseSource" variant="primary" />
              <CommandButton id="graph.addDestination" />
            </div>
          ) : undefined
        }
      >
        A pipeline takes events from one source through transforms to its destinations.
      </EmptyState>
    </div>
  );
}

/** `isLeft`: there were nodes before. */
type NoNodesProps = { isNew: boolean; isEditing: boolean; isLeft: boolean };

/** A new pipeline shows the start view unless it was skipped; others show that the graph is empty. */
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

export function Structure(props: StructureProps) {
  const { view, pipeline, isEditing, isOutline, unit, handle, onBack } = props;
  const [hadNodes, setHadNodes] = useState(false);
  if (view.nodes.length > 0 && !hadNodes) setHadNodes(true);
  /** Enter moves into the open node's panel. Escape first leaves the panel, then edit mode. */
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
      isFlowing={pipeline !== undefined && isRunning(pipeline)}
      legend={
        <>
          <PipeWedge />
          Edge width is {unit}
        </>
      }
    />
  );
  return (
    <section className={css.structure} aria-label="Pipeline Structure" data-main-content="">
      <StructureHead
        pipeline={pipeline}
        isEditing={isEditing}
        isOutline={isOutline}
        unit={unit}
        nodeCount={view.nodes.length}
        hasSource={view.nodes.some((node) => node.kind === 'source')}
        isProposed={props.diff !== undefined}
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
