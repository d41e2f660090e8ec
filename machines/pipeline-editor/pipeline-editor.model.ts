import { clipOf } from '../../src/graph/copies.ts';
import { type Draft, emptyDraft } from '../../src/graph/draft.ts';
import { defineModel, type SystemEvent } from '../model.ts';
import type { SaveOutcome } from '../save-sequence/save-sequence.types.ts';
import { pipelineEditorMachine } from './pipeline-editor.machine.ts';
import { hasChanges, listProblems } from './pipeline-editor.rules.ts';
import type { EditedPipeline, EditorInput, NewNode, TheirVersion } from './pipeline-editor.types.ts';

export const MODEL_SITE = '400000000000000001';
export const MODEL_SOURCE = '200000000000000001';
export const MODEL_SINK = '200000000000000002';
export const MODEL_TRANSFORM = '100000000000000001';
const PIPELINE = '300000000000000001';

export const modelDraft: Draft = {
  ...emptyDraft('web logs'),
  nodes: {
    [MODEL_SOURCE]: {
      id: MODEL_SOURCE,
      nodeType: 'SOURCE',
      name: 'http',
      templateId: 'http_server',
      config: {},
    },
    [MODEL_TRANSFORM]: {
      id: MODEL_TRANSFORM,
      nodeType: 'TRANSFORM',
      name: 'drop debug',
      templateId: 'filter',
      config: {},
    },
    [MODEL_SINK]: { id: MODEL_SINK, nodeType: 'SINK', name: 'archive', templateId: 'file', config: {} },
  },
  edges: { [MODEL_SOURCE]: { nodeIds: [MODEL_TRANSFORM] }, [MODEL_TRANSFORM]: { nodeIds: [MODEL_SINK] } },
};

export const modelPipeline: EditedPipeline = {
  id: PIPELINE,
  status: 'DEPLOYED',
  pendingAction: 'NOP',
  deployedGraphVersion: 1,
  latestGraphVersion: 1,
  pendingGraphVersion: 0,
  revision: 1,
};

const modelAddition: NewNode = {
  nodeType: 'TRANSFORM',
  name: 'parse',
  templateId: 'parse_json',
  config: {},
};

const input: EditorInput = {
  siteId: MODEL_SITE,
  pipeline: modelPipeline,
  draft: modelDraft,
  shownVersion: 1,
  takenNames: ['taken'],
};

const renamed: Draft = { ...modelDraft, description: 'changed' };

const saved = (graphVersion: number): SaveOutcome => ({
  ok: true,
  pipelineId: PIPELINE,
  graphVersion,
  draft: renamed,
  progress: { transforms: {} },
  ids: {},
});
const SAVED = saved(2);
const failed = (code?: string): SaveOutcome => ({
  ok: false,
  failure:
    code === undefined
      ? { message: 'The service does not answer' }
      : { message: 'Someone saved version 2', code, theirs: { graphVersion: 2 } },
  progress: { transforms: {} },
  ids: {},
});
const theirs: TheirVersion = {
  version: 2,
  author: 'Ada',
  draft: { ...modelDraft, meta: { [MODEL_TRANSFORM]: { notes: 'theirs' } } },
};
const readDone = (output?: TheirVersion): SystemEvent => ({ type: 'xstate.done.actor.readTheirs', output });
const saveDone = (output: SaveOutcome): SystemEvent => ({ type: 'xstate.done.actor.save', output });

const mark = (draft: Draft): string =>
  [
    `${draft.name}/${draft.description}/${Object.keys(draft.nodes).length}`,
    ...Object.entries(draft.edges).map(
      ([from, { nodeIds }]) => `${from.slice(-3)}>${nodeIds.map((id) => id.slice(-3)).join('+')}`,
    ),
    ...Object.values(draft.meta).map(({ disabled, notes }) => `${disabled ? 'off' : ''}${notes ?? ''}`),
    JSON.stringify(draft.nodes[MODEL_TRANSFORM]?.config),
  ].join(' ');

/** Edits followed through saving and leaving; one per outcome is enough. */
const FOLLOWED = /^(Change description|Rename pipeline|Remove archive)$/;

const hasOther = (steps: readonly { label: string }[]): boolean =>
  steps.some(({ label }) => !FOLLOWED.test(label));

export const pipelineEditorModel = defineModel({
  name: 'pipeline editor',
  machine: pipelineEditorMachine,
  input,
  vocabulary: [
    { type: 'edit.start' },
    { type: 'edit.cancel' },
    { type: 'edit.undo' },
    { type: 'edit.redo' },
    { type: 'edit.jump', steps: 0 },
    { type: 'edit.jump', steps: 1 },
    { type: 'draft.restored', stored: { draft: { ...modelDraft, description: 'restored' } } },
    { type: 'draft.description.set', description: 'changed' },
    { type: 'draft.name.set', name: '' },
    { type: 'draft.name.blurred' },
    { type: 'graph.node.remove', nodeIds: [MODEL_SINK] },
    { type: 'graph.node.add', node: modelAddition, afterId: MODEL_TRANSFORM },
    { type: 'graph.node.insert', node: modelAddition, fromId: MODEL_TRANSFORM, toId: MODEL_SINK },
    { type: 'graph.node.rename', nodeId: MODEL_TRANSFORM, name: '' },
    { type: 'graph.node.configure', nodeId: MODEL_TRANSFORM, config: { a: 1 } },
    { type: 'graph.node.note', nodeId: MODEL_TRANSFORM, notes: 'why it is here' },
    { type: 'graph.node.toggle', nodeIds: [MODEL_TRANSFORM] },
    { type: 'graph.node.duplicate', nodeIds: [MODEL_TRANSFORM] },
    { type: 'graph.paste', clip: clipOf(modelDraft, [MODEL_TRANSFORM]), afterId: MODEL_TRANSFORM },
    { type: 'graph.connect', fromId: MODEL_SOURCE, toId: MODEL_SINK },
    { type: 'graph.merge', fromIds: [MODEL_SOURCE], toId: MODEL_SINK },
    { type: 'graph.reconnect', fromId: MODEL_SOURCE, toId: MODEL_TRANSFORM, newToId: MODEL_SINK },
    { type: 'graph.disconnect', fromId: MODEL_TRANSFORM, toId: MODEL_SINK },
    { type: 'save.draft' },
    { type: 'save.deploy' },
    { type: 'deploy.confirm' },
    { type: 'dialog.cancel' },
    { type: 'noChange.keepEditing' },
    { type: 'noChange.done' },
    { type: 'noChange.forceDeploy' },
    { type: 'conflict.keepMine' },
    { type: 'conflict.takeTheirs' },
    { type: 'leave.requested', target: '/sources' },
    { type: 'discard.confirm' },
    {
      type: 'configs.checked',
      answers: [
        {
          nodeId: MODEL_TRANSFORM,
          templateId: 'filter',
          config: { a: 1 },
          problems: [{ field: 'a', message: 'A must differ from B' }],
        },
      ],
    },
    { type: 'pipeline.changed', pipeline: { ...modelPipeline, pendingAction: 'PAUSE' } },
    { type: 'pipeline.changed', pipeline: modelPipeline },
    saveDone(SAVED),
    saveDone(failed()),
    saveDone(failed('STALE_VERSION')),
    readDone(),
    readDone(theirs),
    { type: 'xstate.error.actor.readTheirs', error: new Error('Not found') },
    { type: 'xstate.error.actor.save', error: new Error('The console lost its way') },
  ],
  explore: ({ value, context }, event) => {
    // One save and one change at a time reach every transition. A save over someone else's succeeds.
    const isOver = context.baseLatestVersion > 1;
    if (event.type === 'xstate.error.actor.save') return !isOver;
    if (event.type === 'xstate.done.actor.save')
      return context.shownVersion === 1 && !(isOver && 'output' in event && event.output !== SAVED);
    if (event.type === 'pipeline.changed') return context.shownVersion === 1 && value !== 'saving';
    const isChange = event.type.startsWith('draft.') || event.type.startsWith('graph.');
    if (event.type === 'draft.name.blurred') return context.past.length < 2;
    // Other edits are only made, undone and redone.
    if (hasOther(context.past)) return ['edit.undo', 'edit.jump', 'configs.checked'].includes(event.type);
    if (event.type === 'configs.checked') return false;
    if (hasOther(context.future)) return event.type === 'edit.redo' || event.type === 'edit.jump';
    return (
      !isChange || (context.past.length === 0 && context.future.length === 0 && context.shownVersion === 1)
    );
  },
  key: ({ value, context }) =>
    [
      JSON.stringify(value),
      `v${context.shownVersion}`,
      context.pipeline?.pendingAction,
      hasChanges(context) ? 'changed' : '',
      listProblems(context)[0]?.message ?? '',
      hasOther([...context.past, ...context.future]) ? context.answers.length : '',
      [...context.past, { draft: context.draft }, ...context.future.toReversed()]
        .map(({ draft }) => mark(draft))
        .join('|'),
      `undo ${context.past.length} redo ${context.future.length}`,
      ['saving', 'merging', 'conflict'].includes(String(value))
        ? `${context.saveKind} after v${context.baseLatestVersion}`
        : '',
      context.leaveTarget ?? '',
    ].join(' '),
});
