import { assign, fromPromise, setup } from 'xstate';

/**
 * Test of a source or a destination: it runs once at a time, its result stays until the next one begins, and
 * a test that is given up tells nothing any more.
 */
export type TestResult = {
  problem: { message: string; causes: string[]; resolutions: string[] } | null;
  answers: { request: string; status: string; body: string }[];
  findings: { label: string; value: string }[];
  elapsedMilliseconds: number;
};

export type ConnectionTestContext = {
  /** Texts to send; empty sends an example. */
  events: string[];
  result: TestResult | undefined;
  /** Why there is no result: settings that are wrong, a service that does not answer. */
  failure: string;
};

export type ConnectionTestEvent = { type: 'test.requested'; events: string[] } | { type: 'test.given.up' };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

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
        onError: { target: 'ready', actions: assign(({ event }) => ({ failure: messageOf(event.error) })) },
      },
      on: { 'test.given.up': 'ready' },
    },
  },
});
