import type { SnapshotFrom } from 'xstate';
import type { BulkEvent, bulkActionMachine } from './bulk-action.machine.ts';

export type BulkSnapshot = SnapshotFrom<typeof bulkActionMachine>;

export const selectProgress = (
  snapshot: BulkSnapshot,
): { action: string; through: number; of: number; isWaiting: boolean } | undefined =>
  snapshot.matches('running')
    ? {
        action: snapshot.context.action,
        through: snapshot.context.at,
        of: snapshot.context.items.length,
        isWaiting: snapshot.matches({ running: 'waiting' }),
      }
    : undefined;

/** Undefined when the event is possible. */
export function findReason(snapshot: BulkSnapshot, event: BulkEvent): string | undefined {
  if (snapshot.can(event)) return undefined;
  if (event.type === 'bulk.stopped') return 'No bulk action is running';
  return event.items.length === 0
    ? 'Nothing is selected'
    : 'Another bulk action is running; wait for it or stop it';
}
