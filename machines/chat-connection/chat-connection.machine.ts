import { assign, emit, type SnapshotFrom, setup } from 'xstate';
import { CHAT_RECONNECTS } from '../../src/contract/assistant.ts';

export type ChatConnectionContext = {
  /** Consecutive failed connections. */
  failures: number;
  /** Whether the last connection ended with an error of the socket. */
  hasError: boolean;
};

export type ChatConnectionEvent =
  | { type: 'panel.opened' }
  | { type: 'panel.closed' }
  | { type: 'socket.opened' }
  | { type: 'socket.closed' }
  | { type: 'socket.failed' }
  | { type: 'socket.unreadable' }
  | { type: 'send.wanted'; text: string }
  | { type: 'send.failed' };

/** Faults to show; `CHAT_FAULT_TEXTS` has their texts. */
export type ChatConnectionFault = { type: 'fault'; fault: ChatFault };
export type ChatFault = 'error' | 'unreadable' | 'unsent' | 'given-up';

/** Socket actions for the owner of the machine, which answers with `socket.…` and `send.failed`. */
export type SocketWish =
  | { type: 'socket.wanted' }
  | { type: 'socket.unwanted' }
  | { type: 'send'; text: string };

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

/** Doubles from one second to thirty. */
export const computeReconnectDelayMs = (failures: number): number =>
  Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1), LONGEST_DELAY_MS);

/** Connection of the assistant's panel: reconnects until ten consecutive failures. */
export const chatConnectionMachine = setup({
  types: {
    context: {} as ChatConnectionContext,
    events: {} as ChatConnectionEvent,
    emitted: {} as ChatConnectionFault | SocketWish,
  },
  delays: { reconnect: ({ context }) => computeReconnectDelayMs(context.failures) },
  guards: { mayReconnect: ({ context }) => context.failures < CHAT_RECONNECTS },
  actions: {
    countFailure: assign(({ context }) => ({ failures: context.failures + 1 })),
    noteError: assign({ hasError: true }),
    forgetFailures: assign({ failures: 0, hasError: false }),
    reportError: emit({ type: 'fault' as const, fault: 'error' as const }),
    reportGivenUp: emit({ type: 'fault' as const, fault: 'given-up' as const }),
    reportUnreadable: emit({ type: 'fault' as const, fault: 'unreadable' as const }),
    reportUnsent: emit({ type: 'fault' as const, fault: 'unsent' as const }),
    openSocket: emit({ type: 'socket.wanted' as const }),
    closeSocket: emit({ type: 'socket.unwanted' as const }),
    passOn: emit(({ event }) => ({
      type: 'send' as const,
      text: event.type === 'send.wanted' ? event.text : '',
    })),
  },
}).createMachine({
  id: 'chatConnection',
  context: { failures: 0, hasError: false },
  initial: 'closed',
  on: { 'panel.closed': '.closed' },
  states: {
    closed: {
      entry: 'forgetFailures',
      on: { 'panel.opened': 'online', 'panel.closed': undefined },
    },
    online: {
      entry: 'openSocket',
      exit: 'closeSocket',
      initial: 'connecting',
      states: {
        connecting: { on: { 'socket.opened': { target: 'open', actions: 'forgetFailures' } } },
        open: {
          on: {
            'send.wanted': { actions: 'passOn' },
            'send.failed': { actions: 'reportUnsent' },
            'socket.unreadable': { actions: 'reportUnreadable' },
          },
        },
      },
      on: {
        'socket.closed': [
          { guard: 'mayReconnect', target: 'waiting', actions: 'countFailure' },
          { target: 'failed', actions: 'reportGivenUp' },
        ],
        'socket.failed': [
          {
            guard: 'mayReconnect',
            target: 'waiting',
            actions: ['countFailure', 'noteError', 'reportError'],
          },
          { target: 'failed', actions: ['noteError', 'reportGivenUp'] },
        ],
      },
    },
    waiting: { after: { reconnect: 'online' } },
    /** Reopening the panel retries. */
    failed: { on: { 'panel.opened': { target: 'online', actions: 'forgetFailures' } } },
  },
});

export type ChatConnectionSnapshot = SnapshotFrom<typeof chatConnectionMachine>;

/** Texts of the specification, section 8. */
export const CHAT_FAULT_TEXTS: Record<ChatFault, string> = {
  error: 'Socket: Connection error',
  unreadable: 'Socket: Unable to parse the received data',
  unsent: 'Socket: Unable to send the given data',
  'given-up': 'Failed to establish a connection',
};

export const selectIsOpen = (snapshot: ChatConnectionSnapshot): boolean =>
  snapshot.matches({ online: 'open' });

/** The first connection, and every later one until it is open. */
export const selectIsConnecting = (snapshot: ChatConnectionSnapshot): boolean =>
  snapshot.matches('waiting') || snapshot.matches({ online: 'connecting' });

/** Attempts are exhausted; only a person reconnects. */
export const selectIsGivenUp = (snapshot: ChatConnectionSnapshot): boolean => snapshot.matches('failed');

/** Without history, a failed connection shows the maintenance screen. */
export const selectIsDown = (snapshot: ChatConnectionSnapshot): boolean =>
  selectIsGivenUp(snapshot) || (snapshot.context.hasError && !selectIsOpen(snapshot));
