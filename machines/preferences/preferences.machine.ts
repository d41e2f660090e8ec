import { assign, emit, fromPromise, setup } from 'xstate';
import { DEFAULT_PREFERENCES, type Preferences } from '../../src/contract/entities/preferences.ts';
import { applyChanges, type PreferencesChange } from './changes.ts';

export type PreferencesContext = {
  /** As the service has them; the defaults until they were read. */
  stored: Preferences;
  /** Changes of the person that are in force here and not stored yet. */
  pending: readonly PreferencesChange[];
  /** How many of the pending changes are under way. */
  sent: number;
  /** Why reading or storing failed last. */
  problem: string | undefined;
};

export type PreferencesEvent =
  | { type: 'preferences.load' }
  | { type: 'preferences.change'; change: PreferencesChange }
  | { type: 'preferences.retry' }
  /** Gives up what could not be stored. */
  | { type: 'preferences.discard' };

export type PreferencesEmitted =
  | { type: 'preferences.stored' }
  /** The person changed something that cannot be stored now; it stays in force in this window. */
  | { type: 'preferences.failed'; problem: string }
  /** Another window stored something that leaves no room for changes of keys; they were not made. */
  | ({ type: 'preferences.dropped' } & WantedChanges);

/** Changes of the person, and the preferences with them. */
export type WantedChanges = { wanted: Preferences; changes: readonly PreferencesChange[] };

/** What a save is given: the revision it changes, and the preferences as they shall be. */
export type SaveInput = { stored: Preferences; wanted: Preferences };

/** Another window was first: `current` is what it stored. */
export type SaveOutput = { kind: 'stored' | 'stale'; preferences: Preferences };

/** Preferences as they are in force in this window. */
export const inForce = ({ stored, pending }: PreferencesContext): Preferences =>
  applyChanges(stored, pending);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Keys can be in the way of others; macros never are. */
const isOfKeys = ({ kind }: PreferencesChange): boolean => kind === 'keys';

/** Preferences of who is signed in: read late, changed at once, stored with the revision they began from. */
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
    /** True when the changes can be made on what was read; the console gives the rule. */
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
    keepProblem: assign((_, { error }: { error: unknown }) => ({ problem: messageOf(error) })),
    tellStored: emit({ type: 'preferences.stored' }),
    tellFailed: emit((_, { error }: { error: unknown }) => ({
      type: 'preferences.failed' as const,
      problem: messageOf(error),
    })),
    tellDropped: emit(({ context }) => ({
      type: 'preferences.dropped' as const,
      wanted: inForce(context),
      changes: context.pending.filter(isOfKeys),
    })),
  },
}).createMachine({
  id: 'preferences',
  context: { stored: DEFAULT_PREFERENCES, pending: [], sent: 0, problem: undefined },
  initial: 'waiting',
  states: {
    /** Not read yet; the defaults are in force. */
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
          // Nobody is told before somebody wants to change something.
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
    /** Could not be read: the defaults, and what was changed since, are in force. */
    unloaded: {
      on: {
        'preferences.load': 'loading',
        'preferences.retry': 'loading',
        'preferences.change': { target: 'loading', actions: 'addChange' },
        'preferences.discard': { guard: 'hasPending', actions: 'forgetPending' },
      },
    },
    /** Something newer was read: pending changes are made on it when they still fit. */
    checking: {
      always: [
        { guard: ({ context }) => context.pending.length === 0, target: 'ready' },
        {
          guard: {
            type: 'fits',
            params: ({ context }) => ({ wanted: inForce(context), changes: context.pending }),
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
        input: ({ context }) => ({ stored: context.stored, wanted: inForce(context) }),
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
    /** In force here, not stored. */
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
