import {
  type EditorEvent,
  reasonFor,
  selectAllProblems,
  selectRedoLabel,
  selectUndoLabel,
} from '../../../../machines/pipeline-editor/index.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { Command } from '../../commands/types.ts';
import './scope.ts';

const NOT_EDITING = 'Edit the pipeline first';

const may = (ctx: CommandContext, event: EditorEvent): true | string => {
  const scope = ctx.scopes['pipeline.edit'];
  return scope ? (reasonFor(scope.snapshot, event) ?? saveReason(ctx, event)) : NOT_EDITING;
};

/** The machine takes a save of an invalid graph and stays; the command says why beforehand. */
function saveReason(ctx: CommandContext, { type }: EditorEvent): true | string {
  const [first] = ctx.scopes['pipeline.edit']?.snapshot.context.problems ?? [];
  if (!first || (type !== 'save.draft' && type !== 'save.deploy')) return true;
  const isDetail = first.nodeId === undefined && first.field !== undefined;
  return isDetail ? first.message : `Pipeline graph is invalid! ${first.message}`;
}

const sends = (event: EditorEvent): Pick<Command, 'enabled' | 'run'> => ({
  enabled: (ctx) => may(ctx, event),
  run: (ctx) => ctx.scopes['pipeline.edit']?.send(event),
});

const step = (verb: string, label: string | undefined): string => (label ? `${verb}: ${label}` : verb);
const toProblem: Pick<Command, 'causeOf'> = {
  causeOf: (ctx) =>
    (ctx.scopes['pipeline.edit']?.snapshot.context.problems.length ?? 0) > 0
      ? { command: 'edit.nextProblem' }
      : undefined,
};

/** Saving, undoing and leaving the edit mode. */
export const editCommands: readonly Command[] = [
  {
    id: 'edit.saveDraft',
    title: 'Save as draft',
    group: 'Pipeline',
    icon: 'save',
    keywords: ['store', 'keep'],
    keys: 'mod+s',
    scope: 'pipeline.edit',
    ...sends({ type: 'save.draft' }),
    ...toProblem,
    calls: ['createPipeline', 'updatePipeline', 'createTransforms', 'saveGraph'],
  },
  {
    id: 'edit.deploy',
    title: 'Deploy',
    group: 'Pipeline',
    icon: 'deploy',
    keywords: ['save', 'run', 'release'],
    keys: 'Shift+d',
    scope: 'pipeline.edit',
    ...sends({ type: 'save.deploy' }),
    ...toProblem,
    calls: ['runPipelineAction', 'saveGraph'],
  },
  {
    id: 'edit.cancel',
    title: 'Cancel',
    group: 'Pipeline',
    icon: 'close',
    keywords: ['discard', 'leave', 'stop editing'],
    keys: 'Escape',
    scope: 'pipeline.edit',
    ...sends({ type: 'edit.cancel' }),
  },
  {
    id: 'edit.undo',
    title: (ctx) => {
      const scope = ctx.scopes['pipeline.edit'];
      return step('Undo', scope && selectUndoLabel(scope.snapshot));
    },
    group: 'Graph',
    icon: 'undo',
    keys: 'mod+z',
    scope: 'pipeline.edit',
    bar: 'Undo',
    ...sends({ type: 'edit.undo' }),
  },
  {
    id: 'edit.redo',
    title: (ctx) => {
      const scope = ctx.scopes['pipeline.edit'];
      return step('Redo', scope && selectRedoLabel(scope.snapshot));
    },
    group: 'Graph',
    icon: 'redo',
    keys: 'mod+Shift+z',
    scope: 'pipeline.edit',
    bar: 'Redo',
    ...sends({ type: 'edit.redo' }),
  },
  {
    id: 'edit.nextProblem',
    title: 'Go to the next problem',
    group: 'Graph',
    icon: 'help',
    keywords: ['invalid', 'unconnected', 'error'],
    keys: 'n',
    scope: 'pipeline.edit',
    bar: 'Problem',
    enabled: (ctx) => {
      const scope = ctx.scopes['pipeline.edit'];
      if (!scope) return NOT_EDITING;
      return selectAllProblems(scope.snapshot).length > 0 ? true : 'The pipeline has no problems';
    },
    run: (ctx) => ctx.scopes['pipeline.edit']?.goToProblem(),
  },
];
