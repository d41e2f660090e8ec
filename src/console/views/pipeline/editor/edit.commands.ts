import {
  EDITOR_TEXTS,
  type EditorEvent,
  type EditorSnapshot,
  findReason,
  listProblems,
  selectAllProblems,
  selectHistory,
  selectIsDirty,
  selectRedoLabel,
  selectUndoLabel,
} from '../../../../../machines/pipeline-editor/index.ts';
import { pullRequestRefusal } from '../../../../contract/managed-site.ts';
import type { CommandContext } from '../../../commands/context.ts';
import type { Command, Option } from '../../../commands/types.ts';
import '../scope.ts';

const NOT_EDITING = 'Edit the pipeline first';

const checkEvent = (ctx: CommandContext, event: EditorEvent): true | string => {
  const scope = ctx.scopes['pipeline.edit'];
  return scope ? (findReason(scope.snapshot, event) ?? true) : NOT_EDITING;
};

const createEventCommand = (event: EditorEvent): Pick<Command, 'enabled' | 'run'> => ({
  enabled: (ctx) => checkEvent(ctx, event),
  run: (ctx) => ctx.scopes['pipeline.edit']?.send(event),
});

const formatStepTitle = (verb: string, label: string | undefined): string =>
  label ? `${verb}: ${label}` : verb;
const toProblem: Pick<Command, 'causeOf'> = {
  causeOf: (ctx) => {
    const scope = ctx.scopes['pipeline.edit'];
    return scope && listProblems(scope.snapshot.context).length > 0
      ? { command: 'edit.nextProblem' }
      : undefined;
  },
};

const listStepOptions = (snapshot: EditorSnapshot): Option[] =>
  selectHistory(snapshot).map(({ steps, label, isUndone, others }) => ({
    id: String(steps),
    label: `${isUndone ? 'Redo' : 'Undo'}: ${label}`,
    icon: isUndone ? 'redo' : 'undo',
    ...(others > 0 ? { detail: `and ${others} ${isUndone ? 'before' : 'after'} it` } : {}),
  }));

export const editCommands: readonly Command[] = [
  {
    id: 'edit.saveDraft',
    title: 'Save as draft',
    group: 'Pipeline',
    icon: 'save',
    keywords: ['store', 'keep'],
    keys: 'mod+s',
    scope: 'pipeline.edit',
    ...createEventCommand({ type: 'save.draft' }),
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
    ...createEventCommand({ type: 'save.deploy' }),
    ...toProblem,
    calls: ['runPipelineAction', 'saveGraph'],
  },
  {
    id: 'edit.raisePr',
    title: 'Raise PR',
    group: 'Pipeline',
    icon: 'branch',
    keywords: ['pull request', 'change request', 'git', 'review', 'propose'],
    keys: 'alt+r',
    scope: 'pipeline.edit',
    bar: (ctx) => (ctx.site?.managedByGit ? 'Raise PR' : false),
    enabled: (ctx) => {
      const refusal = pullRequestRefusal(ctx.site);
      if (refusal !== undefined) return refusal;
      const scope = ctx.scopes['pipeline.edit'];
      if (!scope) return NOT_EDITING;
      const invalid = findReason(scope.snapshot, { type: 'save.draft' });
      return invalid ?? (selectIsDirty(scope.snapshot) ? true : EDITOR_TEXTS.noChangeTitle);
    },
    run: (ctx) => ctx.scopes['pipeline.edit']?.raisePullRequest(),
    ...toProblem,
    calls: ['createChangeset'],
  },
  {
    id: 'edit.cancel',
    title: 'Cancel',
    group: 'Pipeline',
    icon: 'close',
    keywords: ['discard', 'leave', 'stop editing'],
    keys: 'Escape',
    scope: 'pipeline.edit',
    ...createEventCommand({ type: 'edit.cancel' }),
  },
  {
    id: 'edit.undo',
    title: (ctx) => {
      const scope = ctx.scopes['pipeline.edit'];
      return formatStepTitle('Undo', scope && selectUndoLabel(scope.snapshot));
    },
    group: 'Graph',
    icon: 'undo',
    keys: 'mod+z',
    scope: 'pipeline.edit',
    bar: 'Undo',
    ...createEventCommand({ type: 'edit.undo' }),
  },
  {
    id: 'edit.redo',
    title: (ctx) => {
      const scope = ctx.scopes['pipeline.edit'];
      return formatStepTitle('Redo', scope && selectRedoLabel(scope.snapshot));
    },
    group: 'Graph',
    icon: 'redo',
    keys: 'mod+Shift+z',
    scope: 'pipeline.edit',
    bar: 'Redo',
    ...createEventCommand({ type: 'edit.redo' }),
  },
  {
    id: 'edit.jump',
    title: 'Jump to step',
    group: 'Graph',
    icon: 'history',
    keywords: ['history', 'undo', 'redo', 'back', 'changes', 'list'],
    keys: 'Shift+h',
    scope: 'pipeline.edit',
    bar: false,
    args: [
      {
        name: 'steps',
        title: 'Step',
        kind: 'option',
        load: (ctx) => {
          const scope = ctx.scopes['pipeline.edit'];
          return scope ? listStepOptions(scope.snapshot) : [];
        },
      },
    ],
    enabled: (ctx) => {
      const scope = ctx.scopes['pipeline.edit'];
      if (!scope) return NOT_EDITING;
      const { past, future } = scope.snapshot.context;
      return past.length + future.length > 0 ? true : 'Nothing to undo';
    },
    run: (ctx, args) =>
      ctx.scopes['pipeline.edit']?.send({ type: 'edit.jump', steps: Number(args.steps ?? '') }),
  },
  {
    id: 'edit.nextProblem',
    title: 'Go to next problem',
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
