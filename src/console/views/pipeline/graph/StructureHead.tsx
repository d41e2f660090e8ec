import { Suspense, useRef } from 'react';
import { selectAllProblems } from '../../../../../machines/pipeline-editor/index.ts';
import { getStatusGroup } from '../../../../../machines/pipeline-lifecycle/index.ts';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { counted } from '../../../../contract/values.ts';
import { isUnconnected } from '../../../../graph/validate.ts';
import { runCommand } from '../../../commands/runtime.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { getStatusLook } from '../../../components/status-look.ts';
import { StatusShape } from '../../../components/widgets/icons/status-shape.tsx';
import { createLazyCode } from '../../../components/widgets/lazy/lazy-code.ts';
import { Badge } from '../../../components/widgets/status/badge.tsx';
import { useWidth } from '../../../components/widgets/use-width.ts';
import { formatMinute } from '../../../lib/format.ts';
import { EditorContext } from '../editor/editor-context.ts';
import * as css from '../pipeline.css.ts';
import { STRUCTURE_HINT } from './AwaitedStructure.tsx';

const { Component: ProposedBadge } = createLazyCode(() => import('./ProposedBadge.tsx'));

function StateBadges({ pipeline }: { pipeline: Pipeline }) {
  const group = getStatusGroup(pipeline);
  if (group === 'in-action') {
    const { label, shape } = getStatusLook(pipeline);
    return (
      <Badge tone="info" shape={shape}>
        {label}
      </Badge>
    );
  }
  if (group === 'paused') return <Badge shape="paused">Paused</Badge>;
  return group === 'bypassed' ? <Badge shape="bypassed">Bypassed</Badge> : null;
}

function Problems() {
  const problems = EditorContext.useSelector(selectAllProblems);
  const inGraph = problems.filter((problem) => problem.nodeId !== undefined || problem.field === undefined);
  if (inGraph.length === 0) return null;
  const loose = inGraph.filter(isUnconnected).length;
  const words = [
    loose > 0 ? `${loose} unconnected` : '',
    inGraph.length > loose ? counted(inGraph.length - loose, 'problem') : '',
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

const formatUpdated = ({ updatedAt }: Pipeline): string => `Last updated at ${formatMinute(updatedAt)}`;

type ToolProps = { unit: 'bytes' | 'events'; isOutline: boolean };
type StructureHeadProps = ToolProps & {
  pipeline: Pipeline | undefined;
  isEditing: boolean;
  nodeCount: number;
  hasSource: boolean;
  /** The graph shows an assistant's proposal. */
  isProposed?: boolean;
};

/**
 * Below the first width the tools hide their shortcuts, below the second their labels; tooltips keep both.
 */
const ROOM_FOR_KEYS_PX = { edit: 960, view: 800 };
const ROOM_FOR_WORDS_PX = 620;

type Room = { hasKeys: boolean; hasWords: boolean };

function LookTools({ unit, isOutline, hasKeys, hasWords }: ToolProps & Room) {
  return (
    <>
      <CommandButton
        id="pipeline.unit"
        size="small"
        variant="ghost"
        hideIcon
        hideKeys={!hasKeys}
        label={unit === 'bytes' ? 'Bytes' : 'Events'}
      />
      <CommandButton
        id="pipeline.outline"
        size="small"
        variant="ghost"
        iconOnly={!hasWords}
        hideKeys={hasWords && !hasKeys}
        label={isOutline ? 'Graph' : 'Outline'}
      />
    </>
  );
}

function EditTools({ hasSource, hasKeys, hasWords }: { hasSource: boolean } & Room) {
  const add = { size: 'small', variant: 'ghost', iconOnly: !hasWords, hideKeys: hasWords } as const;
  const step = { size: 'small', variant: 'ghost', iconOnly: !hasKeys, hideIcon: hasKeys } as const;
  return (
    <>
      {!hasSource && <CommandButton id="graph.chooseSource" {...add} label="Source" />}
      <CommandButton id="graph.addDestination" {...add} label="Destination" />
      <CommandButton id="edit.undo" {...step} label="Undo" />
      <CommandButton id="edit.redo" {...step} label="Redo" />
    </>
  );
}

export function StructureHead(props: StructureHeadProps) {
  const { pipeline, isEditing, nodeCount, hasSource, isProposed = false, ...look } = props;
  const frame = useRef<HTMLElement>(null);
  const width = useWidth(frame);
  const hasWords = width >= ROOM_FOR_WORDS_PX;
  const hasKeys = width >= ROOM_FOR_KEYS_PX[isEditing ? 'edit' : 'view'];
  // Hint and time are on their own line when tools or a panel leave no space.
  const isBelow = isEditing || !hasWords;
  return (
    <header ref={frame} className={css.structureHead}>
      <h2 className={css.structureTitle}>Pipeline Structure</h2>
      {isEditing && (
        <>
          <span className={hasKeys ? undefined : visuallyHidden}>{counted(nodeCount, 'node')}</span>
          <Problems />
        </>
      )}
      {isProposed && (
        <Suspense fallback={null}>
          <ProposedBadge />
        </Suspense>
      )}
      {!isBelow && !isProposed && <span>{STRUCTURE_HINT}</span>}
      {pipeline && <StateBadges pipeline={pipeline} />}
      {pipeline && !isBelow && !isProposed && <span className={css.updated}>{formatUpdated(pipeline)}</span>}
      {isBelow && !isProposed && (
        <span className={css.updatedBelow}>
          {[STRUCTURE_HINT, pipeline && formatUpdated(pipeline)].map(
            (words) => words && <span key={words}>{words}</span>,
          )}
        </span>
      )}
      <span className={css.right}>
        {isEditing && <EditTools hasSource={hasSource} hasKeys={hasKeys} hasWords={hasWords} />}
        <LookTools {...look} hasKeys={hasKeys} hasWords={hasWords} />
      </span>
    </header>
  );
}
