import type { SnapshotFrom } from 'xstate';
import type { ConnectionTestEvent, connectionTestMachine } from './connection-test.machine.ts';

export type ConnectionTestSnapshot = SnapshotFrom<typeof connectionTestMachine>;

export const selectIsTesting = (snapshot: ConnectionTestSnapshot): boolean => snapshot.hasTag('busy');

/** Undefined when the event is possible. */
export function findReason(snapshot: ConnectionTestSnapshot, event: ConnectionTestEvent): string | undefined {
  if (snapshot.can(event)) return undefined;
  return event.type === 'test.requested' ? 'The test is running' : 'No test is running';
}
