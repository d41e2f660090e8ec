import { type ReactNode, type RefObject, Suspense } from 'react';
import { selectAllProblems } from '../../../../machines/pipeline-editor/index.ts';
import { isInAction } from '../../../../machines/pipeline-lifecycle/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { CommandButton } from '../../commands/CommandButton.tsx';
import { runCommand } from '../../commands/runtime.ts';
import { statusLook } from '../../parts/status-look.ts';
import { EmptyState } from '../../widgets/feedback/empty-state.tsx';
import { formatDateTime } from '../../widgets/format.ts';
import { PipeWedge } from '../../widgets/graph/pipe-wedge.tsx';
import type { GraphHandle, GraphView } from '../../widgets/graph/types.ts';
import { StatusShape } from '../../widgets/icons/status-shape.tsx';
import { lazyCode } from '../../widgets/lazy/lazy-code.ts';
import { Badge } from '../../widgets/status/badge.tsx';
import { EditorContext } from './editor-context.ts';
import * as css from './pipeline.css.ts';
import { useNodeMenu } from './use-node-menu.tsx';

const { Component: Graph } = lazyCode(async () => ({
  default: (await import('../../widgets/graph/graph.tsx')).Graph,
}));
const { Component: GraphOutline } = lazyCode(async () => ({
  default: (await import('../../widgets/graph/outline.tsx')).GraphOutline,
}));

type StructureProps = {
  view: GraphView;
  pipeline: Pipeline | undefined;
  isEditing: boolean;
  isOutline: boolean;
  isCompact: boolean;
  unit: 'bytes' | 'events';
  selectedId: string | undefined;
  pickedIds: readonly string[];
  handle: RefObject<GraphHandle | null>;
  onCursor: (id: string) => void;
  onOpen: (id: string) => void;
};

function StateBadges({ pipeline }: { pipeline: Pipeline }) {
  if (isInAction(pipeline)) {
    const { label, shape } = statusLook(pipeline);
    return (
      <Badge tone="info" shape={shape}>
        {label}
      </Badge>
    );
  }
  if (pipeline.status === 'PAUSED') return <Badge shape="paused">Paused</Badge>;
  return pipeline.status === 'BYPASSED' ? <Badge shape="bypassed">Bypassed</Badge> : null;
}

function Problems() {
  const problems = EditorContext.useSelector(selectAllProblems);
  const inGraph = problems.filter((problem) => problem.nodeId !== undefined || problem.field === undefined);
  if (inGraph.length === 0) return null;
  const loose = inGraph.filter((problem) => /not connected|reached|leads to no/.test(problem.message)).length;
  const words = [
    loose > 0 ? `${loose} unconnected` : '',
    inGraph.length > loose ? `${inGraph.length - loose} to correct` : '',
  ].filter(Boolean);
  return (
    <button
      type="button"
      className={css.problemButton}
      title={inGraph.map((problem) => problem.message).join('\n')}
      data-command="edit.nextProblem"
      onClick={() => runCommand('edit.nextProblem')}
    >
      <StatusShape shape="triangle" tone="warn" size={12} />
      {words.join(', ')}
    </button>
  );
}

function EmptyGraph({ isEditing }: { isEditing: boolean }) {
  return (
    <div className={css.empty}>
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

function Head({ view, pipeline, isEditing, isOutline, unit }: StructureProps) {
  return (
    <header className={css.structureHead}>
      <h2 className={css.structureTitle}>Pipeline Structure</h2>
      {isEditing ? (
        <>
          <span>
            {view.nodes.length} {view.nodes.length === 1 ? 'node' : 'nodes'}
          </span>
          <Problems />
        </>
      ) : (
        <span>Visualize the Pipeline structure</span>
      )}
      {pipeline && <StateBadges pipeline={pipeline} />}
      <span className={css.right}>
        {isEditing ? (
          <>
            {!view.nodes.some((node) => node.kind === 'source') && (
              <CommandButton id="graph.chooseSource" size="small" variant="ghost" hideKeys label="Source" />
            )}
            <CommandButton
              id="graph.addDestination"
              size="small"
              variant="ghost"
              hideKeys
              label="Destination"
            />
            <CommandButton id="edit.undo" size="small" variant="ghost" hideIcon label="Undo" />
            <CommandButton id="edit.redo" size="small" variant="ghost" hideIcon label="Redo" />
          </>
        ) : (
          pipeline && <span>Last updated at {formatDateTime(pipeline.updatedAt)}</span>
        )}
        <CommandButton
          id="pipeline.unit"
          size="small"
          variant="ghost"
          hideIcon
          label={unit === 'bytes' ? 'Bytes' : 'Events'}
        />
        <CommandButton
          id="pipeline.outline"
          size="small"
          variant="ghost"
          label={isOutline ? 'Graph' : 'Outline'}
        />
      </span>
    </header>
  );
}

/** The graph with its heading; the drawing and the outline are two faces of the same thing. */
export function Structure(props: StructureProps) {
  const { view, pipeline, isEditing, isOutline, isCompact, unit, handle } = props;
  const { onContextMenu, menu } = useNodeMenu(view.nodes, props.onCursor);
  const face = {
    ...view,
    label: 'Pipeline structure',
    selectedId: props.selectedId,
    pickedIds: props.pickedIds,
    onCursor: props.onCursor,
    onOpen: props.onOpen,
    handle,
  };
  const drawn: ReactNode = isOutline ? (
    <GraphOutline {...face} />
  ) : (
    <Graph
      takesFocus
      {...face}
      isCompact={isCompact}
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
      <Head {...props} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the menu of a node also opens by key, from the node */}
      <div className={css.region} data-command-scope="pipeline.graph" onContextMenu={onContextMenu}>
        {view.nodes.length === 0 ? (
          <EmptyGraph isEditing={isEditing} />
        ) : (
          <Suspense fallback={<div className={css.region} />}>{drawn}</Suspense>
        )}
        {menu}
      </div>
    </section>
  );
}
