import { createStore } from '../../lib/store.ts';
import type { ConnectionKind } from '../connection-form/kinds.ts';
import type { ConnectionUser } from '../connection-form/save-connection.ts';
import type { TestSubject } from './run-test.ts';

export type InUse = {
  kind: ConnectionKind;
  name: string;
  users: readonly ConnectionUser[];
};

export type ConnectionWindow = { kind: 'test'; subject: TestSubject } | { kind: 'inUse'; of: InUse };

export const connectionWindow = createStore<ConnectionWindow | undefined>(undefined);

export const openTest = (subject: TestSubject): void => connectionWindow.set({ kind: 'test', subject });
export const openInUse = (of: InUse): void => connectionWindow.set({ kind: 'inUse', of });
export const closeConnectionWindow = (): void => connectionWindow.set(undefined);
