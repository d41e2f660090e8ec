import type { SnapshotFrom } from 'xstate';
import type { ConfirmRequest, confirmMachine } from './confirm.machine.ts';

export type ConfirmSnapshot = SnapshotFrom<typeof confirmMachine>;

export const selectRequest = (snapshot: ConfirmSnapshot): ConfirmRequest | undefined =>
  snapshot.context.request;
