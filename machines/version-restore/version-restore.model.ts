import { comparedGraph } from '../../src/graph/compared-graph.ts';
import { defineModel } from '../model.ts';
import { versionRestoreMachine } from './version-restore.machine.ts';
import type { RestoreReview } from './version-restore.types.ts';

const graphOf = (...names: string[]) =>
  comparedGraph({
    nodes: Object.fromEntries(
      names.map((name) => [
        name,
        { id: name, nodeType: 'TRANSFORM', name, templateId: 'filter', config: {} } as const,
      ]),
    ),
    edges: {},
    meta: {},
  });

const review = (latestVersion: number, latest = graphOf('parse')): RestoreReview => ({
  latestVersion,
  latest,
  wanted: graphOf('parse', 'filter'),
});

export const STALE = Object.assign(new Error('A newer version was saved'), { code: 'STALE_VERSION' });

export const versionRestoreModel = defineModel({
  name: 'version restore',
  machine: versionRestoreMachine,
  input: { pipelineId: '300000000000000001', version: 3 },
  vocabulary: [
    { type: 'restore.name.set', name: 'as it was' },
    { type: 'restore.name.set', name: 'longer than a version name may be' },
    { type: 'restore.deploy.set', deploysAfterwards: true },
    { type: 'restore.confirm' },
    { type: 'restore.retry' },
    { type: 'restore.cancel' },
    { type: 'xstate.done.actor.read', output: review(7) },
    { type: 'xstate.done.actor.read', output: review(8) },
    { type: 'xstate.done.actor.read', output: review(8, graphOf('parse', 'filter')) },
    { type: 'xstate.error.actor.read', error: new Error('The service does not answer') },
    { type: 'xstate.done.actor.save', output: { version: 9 } },
    { type: 'xstate.error.actor.save', error: STALE },
    { type: 'xstate.error.actor.save', error: new Error("'archive' was deleted") },
  ],
  key: ({ value, context: { name, deploysAfterwards, review: read, overtakenBy, failure } }) =>
    [
      value,
      name,
      deploysAfterwards ? 'then deploy' : '',
      read ? `after ${read.latestVersion} of ${Object.keys(read.latest.nodes).length}` : 'unread',
      overtakenBy === undefined ? '' : `overtaken by ${overtakenBy}`,
      failure ?? '',
    ].join(' | '),
});
