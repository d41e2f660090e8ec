import { assign, emit, fromPromise, type SnapshotFrom, setup } from 'xstate';
import { DEFAULT_PREFERENCES, type Preferences } from '../../src/contract/entities/preferences.ts';
import { getErrorMessage } from '../../src/contract/values.ts';
import { applyChanges, type PreferencesChange } from './changes.ts';

export type PreferencesContext = {
  /** As stored by the service; defaults until loaded. */
  stored: Preferences;
  /** Changes in effect here but not stored yet. */
  pending: readonly PreferencesChange[];
  /** Pending changes in flight. */
  sent: number;
  problem: string | undefined;
};

export type PreferencesEvent =
  | { type: 'preferences.load' }
  | { type: 'preferences.change'; change: PreferencesChange }
  | { type: 'preferences.retry' }
  | { type: 'preferences.discard' };

export type PreferencesEmitted =
  | { type: 'preferences.stored' }
  /** The change stays in effect in this window. */
  | { type: 'preferences.failed'; problem: string }
  /** Dropped because another window stored conflicting keys. */
  | ({ type: 'preferences.dropped' } & WantedChanges);

export type WantedChanges = { wanted: Preferences; changes: readonly PreferencesChange[] };

/** `stored` holds the revision to change. */
export type SaveInput = { stored: Preferences; wanted: Preferences };

/** Stale: another window stored `preferences` first. */
export type SaveOutput = { kind: 'stored' | 'stale'; preferences: Preferences };

export const getPreferencesInForce = ({ stored, pending }: PreferencesContext): Preferences =>
  applyChanges(stored, pending);

/** Only keys can conflict; macros never do. */
const isOfKeys = ({ kind }: PreferencesChange): boolean => kind === 'keys';

/** Changes take effect at once and are stored with the revision they are based on. */
export const preferencesMachine = setup({
  types: {
    context: {} as PreferencesContext,
    events: {} as PreferencesEvent,
    emitted: {} as PreferencesEmitted,
  },
  actors: {
    load: fromPromise<Preferences>(() => Promise.reject(new Error('provide load'))),
    save: fromPromise<SaveOutput, SaveInput>(() => Promise.reject(new Error('provide save'))),
  },
  guards: {
    hasPending: ({ context }) => context.pending.length > 0,
    /** Whether the changes can be applied to the loaded preferences. */
    fits: (_, _params: WantedChanges) => true,
  },
  actions: {
    addChange: assign(({ context, event }) =>
      event.type === 'preferences.change' ? { pending: [...context.pending, event.change] } : {},
    ),
    take: assign((_, { preferences }: { preferences: Preferences }) => ({
      stored: preferences,
      problem: undefined,
    })),
    markSent: assign(({ context }) => ({ sent: context.pending.length })),
    forgetSent: assign(({ context }) => ({ pending: context.pending.slice(context.sent) })),
    forgetPending: assign({ pending: [], problem: undefined }),
    forgetKeys: assign(({ context }) => ({ pending: context.pending.filter((change) => !isOfKeys(change)) })),
    keepProblem: assign((_, { error }: { error: unknown }) => ({ problem: getErrorMessage(error) })),
    tellStored: emit({ type: 'preferences.stored' }),
    tellFailed: emit((_, { error }: { error: unknown }) => ({
      type: 'preferences.failed' as const,
      problem: getErrorMessage(error),
    })),
    tellDropped: emit(({ context }) => ({
      type: 'preferences.dropped' as const,
      wanted: getPreferencesInForce(context),
      changes: context.pending.filter(isOfKeys),
    })),
  },
}).createMachine({
  id: 'preferences',
  context: { stored: DEFAULT_PREFERENCES, pending: [], sent: 0, problem: undefined },
  initial: 'waiting',
  states: {
    waiting: {
      on: {
        'preferences.load': 'loading',
        'preferences.change': { target: 'loading', actions: 'addChange' },
      },
    },
    loading: {
      on: { 'preferences.change': { actions: 'addChange' } },
      invoke: {
        id: 'load',
        src: 'load',
        onDone: {
          target: 'checking',
          actions: { type: 'take', params: ({ event }) => ({ preferences: event.output }) },
        },
        onError: [
          // A failed load is reported only when the user changes something.
          {
            guard: 'hasPending',
            target: 'unloaded',
            actions: [
              { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              { type: 'tellFailed', params: ({ event }) => ({ error: event.error }) },
            ],
          },
          {
            target: 'unloaded',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    /** Loading failed: defaults plus local changes are in effect. */
    unloaded: {
      on: {
        'preferences.load': 'loading',
        'preferences.retry': 'loading',
        'preferences.change': { target: 'loading', actions: 'addChange' },
        'preferences.discard': { guard: 'hasPending', actions: 'forgetPending' },
      },
    },
    /** Reapplies pending changes to a newer revision if they still fit. */
    checking: {
      always: [
        { guard: ({ context }) => context.pending.length === 0, target: 'ready' },
        {
          guard: {
            type: 'fits',
            params: ({ context }) => ({ wanted: getPreferencesInForce(context), changes: context.pending }),
          },
          target: 'saving',
        },
        {
          guard: ({ context }) => context.pending.some(isOfKeys),
          target: 'checking',
          reenter: true,
          actions: ['tellDropped', 'forgetKeys'],
        },
        { target: 'saving' },
      ],
    },
    ready: {
      on: {
        'preferences.load': 'loading',
        'preferences.change': { target: 'saving', actions: 'addChange' },
      },
    },
    saving: {
      entry: 'markSent',
      on: { 'preferences.change': { actions: 'addChange' } },
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => ({ stored: context.stored, wanted: getPreferencesInForce(context) }),
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'stale',
            target: 'checking',
            actions: { type: 'take', params: ({ event }) => ({ preferences: event.output.preferences }) },
          },
          {
            target: 'checking',
            actions: [
              'forgetSent',
              { type: 'take', params: ({ event }) => ({ preferences: event.output.preferences }) },
              'tellStored',
            ],
          },
        ],
        onError: {
          target: 'unsaved',
          actions: [
            { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            { type: 'tellFailed', params: ({ event }) => ({ error: event.error }) },
          ],
        },
      },
    },
    unsaved: {
      on: {
        'preferences.load': 'loading',
        'preferences.retry': 'saving',
        'preferences.change': { target: 'saving', actions: 'addChange' },
        'preferences.discard': { target: 'ready', actions: 'forgetPending' },
      },
    },
  },
});

export type PreferencesSnapshot = SnapshotFrom<typeof preferencesMachine>;

/** Includes unsaved changes. */
export const selectPreferences = ({ context }: PreferencesSnapshot) => getPreferencesInForce(context);

/** The error, once the user changed something. */
export const selectUnsaved = (snapshot: PreferencesSnapshot): string | undefined =>
  snapshot.context.pending.length > 0 && (snapshot.matches('unsaved') || snapshot.matches('unloaded'))
    ? snapshot.context.problem
    : undefined;
