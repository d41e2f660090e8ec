import type { SnapshotFrom } from 'xstate';
import type { ConnectionTestEvent, connectionTestMachine } from './connection-test.machine.ts';

export type ConnectionTestSnapshot = SnapshotFrom<typeof connectionTestMachine>;

/** True while a test is under way. */
export const selectIsTesting = (snapshot: ConnectionTestSnapshot): boolean => snapshot.hasTag('busy');

/** Why an event is not possible now, or undefined when it is. */
export function reasonFor(snapshot: ConnectionTestSnapshot, event: ConnectionTestEvent): string | undefined {
  if (snapshot.can(event)) return undefined;
  return event.type === 'test.requested' ? 'The test is under way' : 'No test is under way';
}
