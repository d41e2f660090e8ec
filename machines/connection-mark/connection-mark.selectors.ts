import type { SnapshotFrom } from 'xstate';
import type { connectionMarkMachine } from './connection-mark.machine.ts';

export type ConnectionMarkSnapshot = SnapshotFrom<typeof connectionMarkMachine>;

export const selectIsOpen = (snapshot: ConnectionMarkSnapshot): boolean =>
  snapshot.matches('live') || snapshot.matches('back');

/** Unix milliseconds; undefined while data is current. */
export const selectStaleSince = (snapshot: ConnectionMarkSnapshot): number | undefined =>
  snapshot.matches('lost') || snapshot.matches('reconnecting') ? snapshot.context.freshAt : undefined;
