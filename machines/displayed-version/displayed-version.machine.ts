import { assign, fromPromise, setup } from 'xstate';
import type { Version } from '../../src/contract/entities/pipeline.ts';
import { VERSION_LIST_RETRIES } from '../../src/contract/limits.ts';
import { getErrorMessage } from '../error-message.ts';
import { parseVersion } from './displayed-version.ts';

/** Newest first. */
export type VersionEntry = Version;

export type DisplayedVersionContext = {
  pipelineId: string;
  latestGraphVersion: number;
  /** Undefined: derived. */
  chosen: number | undefined;
  versions: VersionEntry[];
  retries: number;
  failure: string | undefined;
};

export type DisplayedVersionEvent =
  | { type: 'version.chosen'; version: unknown }
  | { type: 'version.choice.cleared' }
  | { type: 'latest.changed'; latestGraphVersion: number }
  | { type: 'versions.refetch' };

export type DisplayedVersionInput = {
  pipelineId: string;
  latestGraphVersion: number;
  chosen?: number | undefined;
};

/** The version list is refetched until it contains the latest version. */
export const displayedVersionMachine = setup({
  types: {
    context: {} as DisplayedVersionContext,
    events: {} as DisplayedVersionEvent,
    input: {} as DisplayedVersionInput,
  },
  actors: {
    fetchVersions: fromPromise<VersionEntry[], { pipelineId: string }>(() =>
      Promise.reject(new Error('provide fetchVersions')),
    ),
  },
  guards: {
    isVersion: ({ event }) => event.type === 'version.chosen' && parseVersion(event.version) !== undefined,
    hasChoice: ({ context }) => context.chosen !== undefined,
    isNewer: ({ context, event }) =>
      event.type === 'latest.changed' && event.latestGraphVersion !== context.latestGraphVersion,
    holdsLatest: (_, params: { versions: VersionEntry[]; latest: number }) =>
      params.latest === 0 || params.versions.some((entry) => entry.version === params.latest),
    mayRetry: ({ context }) => context.retries < VERSION_LIST_RETRIES,
  },
  actions: {
    choose: assign(({ event }) =>
      event.type === 'version.chosen' ? { chosen: parseVersion(event.version) } : {},
    ),
    clearChoice: assign({ chosen: undefined }),
    setLatest: assign(({ event }) =>
      event.type === 'latest.changed' ? { latestGraphVersion: event.latestGraphVersion, retries: 0 } : {},
    ),
    keepVersions: assign((_, params: { versions: VersionEntry[] }) => ({
      versions: params.versions,
      failure: undefined,
    })),
    countRetry: assign(({ context }) => ({ retries: context.retries + 1 })),
    startOver: assign({ retries: 0 }),
    keepFailure: assign((_, params: { message: string }) => ({ failure: params.message })),
  },
  delays: { refetchDelay: 1000 },
}).createMachine({
  id: 'displayedVersion',
  context: ({ input }) => ({
    pipelineId: input.pipelineId,
    latestGraphVersion: input.latestGraphVersion,
    chosen: input.chosen,
    versions: [],
    retries: 0,
    failure: undefined,
  }),
  initial: 'loading',
  on: {
    'version.chosen': { guard: 'isVersion', actions: 'choose' },
    'version.choice.cleared': { guard: 'hasChoice', actions: 'clearChoice' },
    'latest.changed': { guard: 'isNewer', target: '.loading', reenter: true, actions: 'setLatest' },
  },
  states: {
    loading: {
      invoke: {
        id: 'fetchVersions',
        src: 'fetchVersions',
        input: ({ context }) => ({ pipelineId: context.pipelineId }),
        onDone: [
          {
            guard: {
              type: 'holdsLatest',
              params: ({ context, event }) => ({
                versions: event.output,
                latest: context.latestGraphVersion,
              }),
            },
            target: 'loaded',
            actions: { type: 'keepVersions', params: ({ event }) => ({ versions: event.output }) },
          },
          {
            guard: 'mayRetry',
            target: 'waiting',
            actions: [
              { type: 'keepVersions', params: ({ event }) => ({ versions: event.output }) },
              'countRetry',
            ],
          },
          {
            target: 'settled',
            actions: { type: 'keepVersions', params: ({ event }) => ({ versions: event.output }) },
          },
        ],
        onError: {
          target: 'failed',
          actions: {
            type: 'keepFailure',
            params: ({ event }) => ({ message: getErrorMessage(event.error) }),
          },
        },
      },
    },
    waiting: { after: { refetchDelay: 'loading' } },
    loaded: { on: { 'versions.refetch': { target: 'loading', actions: 'startOver' } } },
    /** After three refetches without it, show the list as received. */
    settled: { on: { 'versions.refetch': { target: 'loading', actions: 'startOver' } } },
    failed: { on: { 'versions.refetch': { target: 'loading', actions: 'startOver' } } },
  },
});
