import { type Draft, emptyDraft } from '../../src/graph/draft.ts';
import { defineModel } from '../model.ts';
import { saveSequenceMachine } from './save-sequence.machine.ts';
import { createEmptyProgress, type SaveInput } from './save-sequence.types.ts';

const SOURCE = '200000000000000001';
const SINK = '200000000000000002';

export const newDraft: Draft = {
  ...emptyDraft('web logs'),
  nodes: {
    [SOURCE]: { id: SOURCE, nodeType: 'SOURCE', name: 'http', templateId: 'http_server', config: {} },
    'new-1': {
      id: 'new-1',
      nodeType: 'TRANSFORM',
      name: 'drop debug',
      templateId: 'filter',
      config: { a: 1 },
    },
    [SINK]: { id: SINK, nodeType: 'SINK', name: 'archive', templateId: 'file', config: {} },
  },
  edges: { [SOURCE]: { nodeIds: ['new-1'] }, 'new-1': { nodeIds: [SINK] } },
};

export const newPipelineSave: SaveInput = {
  kind: 'deploy',
  siteId: '400000000000000001',
  draft: newDraft,
  base: emptyDraft(),
  shownVersion: 0,
  baseLatestVersion: 0,
  saveUnchanged: false,
  progress: createEmptyProgress(),
};

/** Saved as version 1, with changed description and transform. */
export const changedPipelineSave: SaveInput = {
  ...newPipelineSave,
  pipelineId: '300000000000000001',
  base: newDraft,
  draft: {
    ...newDraft,
    description: 'less noise',
    nodes: { ...newDraft.nodes, 'new-1': { ...newDraft.nodes['new-1']!, config: { a: 2 } } },
  },
  shownVersion: 1,
  baseLatestVersion: 1,
};

const key = ({
  value,
  context,
}: {
  value: unknown;
  context: { progress: SaveInput['progress']; failure?: unknown };
}) =>
  [
    JSON.stringify(value),
    context.progress.pipelineId ?? '-',
    Object.keys(context.progress.transforms).length,
    context.progress.saved?.graphVersion ?? '-',
    JSON.stringify(context.failure ?? ''),
  ].join(' ');

const shared = [
  { type: 'xstate.error.actor.createTransforms', error: new Error('Disk full') },
  { type: 'xstate.done.actor.createTransforms', output: { transformIds: ['100000000000000001'] } },
  { type: 'xstate.done.actor.createTransforms', output: { transformIds: [] } },
  { type: 'xstate.error.actor.putGraph', error: new Error('Stale') },
  { type: 'xstate.done.actor.putGraph', output: { version: 2 } },
  { type: 'xstate.done.actor.putGraph', output: {} },
  { type: 'xstate.error.actor.deploy', error: new Error('Refused') },
  { type: 'xstate.done.actor.deploy' },
] as const;

export const newPipelineSaveModel = defineModel({
  name: 'save sequence of a new pipeline',
  machine: saveSequenceMachine,
  input: newPipelineSave,
  vocabulary: [
    { type: 'xstate.done.actor.createPipeline', output: { id: '300000000000000001' } },
    { type: 'xstate.done.actor.createPipeline', output: {} },
    { type: 'xstate.error.actor.createPipeline', error: new Error('Name taken') },
    ...shared,
  ],
  key,
});

export const changedPipelineSaveModel = defineModel({
  name: 'save sequence of a changed pipeline',
  machine: saveSequenceMachine,
  input: changedPipelineSave,
  vocabulary: [
    { type: 'xstate.done.actor.patchPipeline', output: { revision: 2 } },
    { type: 'xstate.error.actor.patchPipeline', error: new Error('Stale') },
    ...shared,
  ],
  key: (snapshot) => `${key(snapshot)} ${snapshot.context.progress.revision ?? ''}`,
});
