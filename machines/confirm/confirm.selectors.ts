import type { SnapshotFrom } from 'xstate';
import type { ConfirmRequest, confirmMachine } from './confirm.machine.ts';

export type ConfirmSnapshot = SnapshotFrom<typeof confirmMachine>;

/** The open question, or undefined. */
export const selectRequest = (snapshot: ConfirmSnapshot): ConfirmRequest | undefined =>
  snapshot.context.request;
