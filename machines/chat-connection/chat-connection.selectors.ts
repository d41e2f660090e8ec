import type { SnapshotFrom } from 'xstate';
import type { ChatFault, chatConnectionMachine } from './chat-connection.machine.ts';

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

/** The limit of attempts is reached; only a person connects again. */
export const selectIsGivenUp = (snapshot: ChatConnectionSnapshot): boolean => snapshot.matches('failed');

/** Without history, a connection that failed shows the maintenance screen. */
export const selectIsDown = (snapshot: ChatConnectionSnapshot): boolean =>
  selectIsGivenUp(snapshot) || (snapshot.context.hasError && !selectIsOpen(snapshot));
