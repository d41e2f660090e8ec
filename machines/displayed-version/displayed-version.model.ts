import { defineModel } from '../model.ts';
import { displayedVersionMachine, type VersionEntry } from './displayed-version.machine.ts';

const entry = (version: number): VersionEntry => ({
  version,
  name: '',
  deployedAt: '',
  createdAt: '',
  createdBy: '',
  changes: { added: 0, removed: 0, changed: 0, renamed: 0, connections: 0 },
});

export const displayedVersionModel = defineModel({
  name: 'displayed version',
  machine: displayedVersionMachine,
  input: { pipelineId: '300000000000000001', latestGraphVersion: 2 },
  vocabulary: [
    { type: 'version.chosen', version: 1 },
    { type: 'version.choice.cleared' },
    { type: 'latest.changed', latestGraphVersion: 3 },
    { type: 'versions.refetch' },
    { type: 'xstate.done.actor.fetchVersions', output: [entry(1), entry(2)] },
    { type: 'xstate.done.actor.fetchVersions', output: [entry(1)] },
    { type: 'xstate.error.actor.fetchVersions', error: new Error('The service does not answer') },
    { type: 'xstate.after.refetchDelay.displayedVersion.waiting' },
  ],
  key: ({ value, context }) =>
    `${String(value)} latest ${context.latestGraphVersion} retries ${context.retries} chosen ${context.chosen ?? '-'} listed ${context.versions.length}${context.failure === undefined ? '' : ' failed'}`,
});
