import { assign, emit, fromPromise, setup } from 'xstate';
import { VERSION_NAME_MAX_LENGTH } from '../../src/contract/limits.ts';
import { nameTextProblem } from '../../src/contract/names.ts';
import { diffVersions, isEmptyDiff } from '../../src/graph/version-diff.ts';
import type {
  RestoreContext,
  RestoreEmitted,
  RestoreEvent,
  RestoreInput,
  RestoreReview,
  RestoreSave,
} from './version-restore.types.ts';

const GENERIC_ERROR = 'Something went wrong!';

const getMessageOfEvent = ({ event }: { event: { error: unknown } }) => ({
  message: event.error instanceof Error && event.error.message !== '' ? event.error.message : GENERIC_ERROR,
});

const isStale = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'code') === 'STALE_VERSION';

/** Undefined when the version can be restored. */
export function restoreRefusal({ review, version, name }: RestoreContext): string | undefined {
  if (!review) return 'Wait until both versions are loaded';
  if (isEmptyDiff(diffVersions(review.latest, review.wanted)))
    return `v${version} is the same as v${review.latestVersion}, the latest version`;
  return name.length > VERSION_NAME_MAX_LENGTH
    ? `Version name must be at most ${VERSION_NAME_MAX_LENGTH} characters`
    : nameTextProblem('Version name', name);
}

/**
 * Saves an earlier graph version as a new one, after a review against the latest. If someone else saved
 * meanwhile, it is reviewed again.
 */
export const versionRestoreMachine = setup({
  types: {
    context: {} as RestoreContext,
    events: {} as RestoreEvent,
    input: {} as RestoreInput,
    emitted: {} as RestoreEmitted,
  },
  actors: {
    read: fromPromise<RestoreReview, RestoreInput>(() => Promise.reject(new Error('provide read'))),
    save: fromPromise<{ version: number }, RestoreSave>(() => Promise.reject(new Error('provide save'))),
  },
  guards: {
    mayRestore: ({ context }) => restoreRefusal(context) === undefined,
  },
  actions: {
    setName: assign((_, params: { name: string }) => ({ name: params.name })),
    setDeploy: assign((_, params: { deploysAfterwards: boolean }) => params),
    keepReview: assign(({ context }, { review }: { review: RestoreReview }) => {
      const former = context.review?.latestVersion ?? review.latestVersion;
      // The versions are read again only after a refused save, so a newer one is someone else's.
      const isOvertaken = context.overtakenBy !== undefined || former !== review.latestVersion;
      return { review, failure: undefined, overtakenBy: isOvertaken ? review.latestVersion : undefined };
    }),
    keepFailure: assign((_, { message }: { message: string }) => ({ failure: message })),
    forgetFailure: assign({ failure: undefined }),
    tellSaved: emit(({ context }, { version }: { version: number }) => ({
      type: 'restore.saved' as const,
      version,
      deploysAfterwards: context.deploysAfterwards,
    })),
    tellEnd: emit({ type: 'restore.ended' }),
  },
}).createMachine({
  id: 'versionRestore',
  context: ({ input }) => ({
    ...input,
    name: `Restored v${input.version}`,
    deploysAfterwards: false,
    review: undefined,
    overtakenBy: undefined,
    failure: undefined,
  }),
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        id: 'read',
        src: 'read',
        input: ({ context: { pipelineId, version } }) => ({ pipelineId, version }),
        onDone: {
          target: 'reviewing',
          actions: { type: 'keepReview', params: ({ event }) => ({ review: event.output }) },
        },
        onError: { target: 'unread', actions: { type: 'keepFailure', params: getMessageOfEvent } },
      },
      on: { 'restore.cancel': 'ended' },
    },
    unread: {
      on: {
        'restore.retry': { target: 'reading', actions: 'forgetFailure' },
        'restore.cancel': 'ended',
      },
    },
    reviewing: {
      on: {
        'restore.name.set': {
          actions: { type: 'setName', params: ({ event }) => ({ name: event.name }) },
        },
        'restore.deploy.set': {
          actions: {
            type: 'setDeploy',
            params: ({ event: { deploysAfterwards } }) => ({ deploysAfterwards }),
          },
        },
        'restore.confirm': { guard: 'mayRestore', target: 'saving', actions: 'forgetFailure' },
        'restore.cancel': 'ended',
      },
    },
    saving: {
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context: { pipelineId, version, name, review } }) => ({
          pipelineId,
          version,
          latestVersion: review?.latestVersion ?? 0,
          name,
        }),
        onDone: {
          target: 'ended',
          actions: { type: 'tellSaved', params: ({ event }) => ({ version: event.output.version }) },
        },
        onError: [
          { guard: ({ event }) => isStale(event.error), target: 'reading' },
          { target: 'reviewing', actions: { type: 'keepFailure', params: getMessageOfEvent } },
        ],
      },
    },
    ended: { type: 'final', entry: 'tellEnd' },
  },
});
