import { assign, emit, type SnapshotFrom, setup } from 'xstate';
import { type FullPress, type KeyMatch, type KeySettings, listContinuations, matchPress } from './match.ts';

export type KeySequenceContext = KeySettings & { pending: string[] };

export type KeySequenceEvent =
  | ({ type: 'key.pressed' } & FullPress)
  | { type: 'sequence.reset' }
  | { type: 'settings.changed'; settings: Partial<KeySettings> };

export type KeySequenceEmitted =
  | { type: 'keys.found'; commandId: string; keys: string[] }
  | { type: 'keys.pending'; keys: string[] }
  | { type: 'keys.noMatch' };

type Facts = { context: KeySequenceContext; event: KeySequenceEvent };

const matchEvent = ({ context, event }: Facts): KeyMatch =>
  event.type === 'key.pressed' ? matchPress(context, context.pending, event) : { kind: 'none' };

const createMatchGuard =
  (kind: KeyMatch['kind']) =>
  (facts: Facts): boolean =>
    matchEvent(facts).kind === kind;

const getMatchedKeys = (facts: Facts): string[] => {
  const match = matchEvent(facts);
  return match.kind === 'pending' || match.kind === 'found' ? match.keys : [];
};

/** An unfinished sequence opens the key sheet after a delay. */
export const keySequenceMachine = setup({
  types: {
    context: {} as KeySequenceContext,
    events: {} as KeySequenceEvent,
    input: {} as KeySettings,
    emitted: {} as KeySequenceEmitted,
  },
  guards: {
    isFound: createMatchGuard('found'),
    isPending: createMatchGuard('pending'),
    isReset: createMatchGuard('reset'),
    isNone: createMatchGuard('none'),
    /** A pending sequence survives a change while some binding still continues it. */
    canGoOn: ({ context, event }) =>
      event.type === 'settings.changed' &&
      context.pending.length > 0 &&
      listContinuations({ ...context, ...event.settings }, context.pending).length > 0,
  },
  actions: {
    keepPending: assign((facts) => ({ pending: getMatchedKeys(facts) })),
    clearPending: assign({ pending: [] }),
    changeSettings: assign(({ event }) => (event.type === 'settings.changed' ? event.settings : {})),
    tellFound: emit((facts) => {
      const match = matchEvent(facts);
      return match.kind === 'found'
        ? { type: 'keys.found' as const, commandId: match.commandId, keys: match.keys }
        : { type: 'keys.noMatch' as const };
    }),
    tellPending: emit((facts) => ({ type: 'keys.pending' as const, keys: getMatchedKeys(facts) })),
    tellNoMatch: emit({ type: 'keys.noMatch' }),
  },
  delays: { sheetDelay: 250 },
}).createMachine({
  id: 'keySequence',
  context: ({ input }) => ({ ...input, pending: [] }),
  initial: 'idle',
  on: {
    'settings.changed': [
      { guard: 'canGoOn', actions: 'changeSettings' },
      { target: '.idle', actions: ['changeSettings', 'clearPending'] },
    ],
  },
  states: {
    idle: {
      on: {
        'key.pressed': [
          { guard: 'isFound', actions: 'tellFound' },
          { guard: 'isPending', target: 'pending', actions: ['tellPending', 'keepPending'] },
          { guard: 'isNone', actions: 'tellNoMatch' },
        ],
      },
    },
    pending: {
      initial: 'waiting',
      states: {
        waiting: { after: { sheetDelay: 'sheet' } },
        sheet: {},
      },
      on: {
        'key.pressed': [
          { guard: 'isFound', target: 'idle', actions: ['tellFound', 'clearPending'] },
          { guard: 'isPending', actions: ['tellPending', 'keepPending'] },
          { guard: 'isReset', target: 'idle', actions: ['tellNoMatch', 'clearPending'] },
          { guard: 'isNone', target: 'idle', actions: ['tellNoMatch', 'clearPending'] },
        ],
        'sequence.reset': { target: 'idle', actions: 'clearPending' },
      },
    },
  },
});

export type KeySequenceSnapshot = SnapshotFrom<typeof keySequenceMachine>;

export const selectPending = (snapshot: KeySequenceSnapshot): string[] => snapshot.context.pending;
export const selectIsSheetOpen = (snapshot: KeySequenceSnapshot): boolean =>
  snapshot.matches({ pending: 'sheet' });

export const selectContinuations = (snapshot: KeySequenceSnapshot) =>
  listContinuations(snapshot.context, snapshot.context.pending);
