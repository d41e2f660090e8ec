import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import { getErrorMessage } from '../../src/contract/values.ts';

/**
 * Connection test of a source or destination: one run at a time. The result stays until the next run; a
 * canceled run reports nothing.
 */
export type TestResult = {
  problem: { message: string; causes: string[]; resolutions: string[] } | null;
  answers: { request: string; status: string; body: string }[];
  findings: { label: string; value: string }[];
  elapsedMilliseconds: number;
};

export type ConnectionTestContext = {
  /** When empty, an example is sent. */
  events: string[];
  result: TestResult | undefined;
  failure: string;
};

export type ConnectionTestEvent = { type: 'test.requested'; events: string[] } | { type: 'test.given.up' };

export const connectionTestMachine = setup({
  types: { context: {} as ConnectionTestContext, events: {} as ConnectionTestEvent },
  actors: {
    test: fromPromise<TestResult, string[]>(() => Promise.reject(new Error('provide test'))),
  },
}).createMachine({
  id: 'connectionTest',
  context: { events: [], result: undefined, failure: '' },
  initial: 'ready',
  states: {
    ready: {
      on: {
        'test.requested': {
          target: 'testing',
          actions: assign(({ event }) => ({ events: event.events, result: undefined, failure: '' })),
        },
      },
    },
    testing: {
      tags: 'busy',
      invoke: {
        id: 'test',
        src: 'test',
        input: ({ context }) => context.events,
        onDone: { target: 'ready', actions: assign(({ event }) => ({ result: event.output })) },
        onError: {
          target: 'ready',
          actions: assign(({ event }) => ({ failure: getErrorMessage(event.error) })),
        },
      },
      on: { 'test.given.up': 'ready' },
    },
  },
});

export type ConnectionTestSnapshot = SnapshotFrom<typeof connectionTestMachine>;

export const selectIsTesting = (snapshot: ConnectionTestSnapshot): boolean => snapshot.hasTag('busy');

/** Undefined when the event is possible. */
export function findReason(snapshot: ConnectionTestSnapshot, event: ConnectionTestEvent): string | undefined {
  if (snapshot.can(event)) return undefined;
  return event.type === 'test.requested' ? 'The test is running' : 'No test is running';
}
