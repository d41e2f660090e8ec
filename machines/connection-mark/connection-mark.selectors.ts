import type { SnapshotFrom } from 'xstate';
import type { connectionMarkMachine } from './connection-mark.machine.ts';

export type ConnectionMarkSnapshot = SnapshotFrom<typeof connectionMarkMachine>;

/** Messages can be sent. */
export const selectIsOpen = (snapshot: ConnectionMarkSnapshot): boolean =>
  snapshot.matches('live') || snapshot.matches('back');

/** Since when the data on screen is old, in milliseconds since 1970; undefined while it is true. */
export const selectStaleSince = (snapshot: ConnectionMarkSnapshot): number | undefined =>
  snapshot.matches('lost') || snapshot.matches('reconnecting') ? snapshot.context.freshAt : undefined;
