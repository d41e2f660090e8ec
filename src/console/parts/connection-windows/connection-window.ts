import { createStore } from '../../commands/store.ts';
import type { ConnectionKind } from '../connection-form/kinds.ts';
import type { ConnectionUser } from '../connection-form/save-connection.ts';
import type { TestSubject } from './run-test.ts';

/** A source or destination that was not deleted, and what uses it. */
export type InUse = {
  kind: ConnectionKind;
  name: string;
  users: readonly ConnectionUser[];
};

export type ConnectionWindow = { kind: 'test'; subject: TestSubject } | { kind: 'inUse'; of: InUse };

/** The window about a source or destination that is open. */
export const connectionWindow = createStore<ConnectionWindow | undefined>(undefined);

export const openTest = (subject: TestSubject): void => connectionWindow.set({ kind: 'test', subject });
export const openInUse = (of: InUse): void => connectionWindow.set({ kind: 'inUse', of });
export const closeConnectionWindow = (): void => connectionWindow.set(undefined);
