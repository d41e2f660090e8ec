import { assign, fromPromise, setup } from 'xstate';

/** One write at a time, so a double press creates nothing twice. */
export type SingleWriteEvent = { type: 'write.requested'; values: Record<string, string> };

export type SingleWriteContext = { values: Record<string, string> };

export const singleWriteMachine = setup({
  types: { context: {} as SingleWriteContext, events: {} as SingleWriteEvent },
  actors: {
    write: fromPromise<Record<string, string>, Record<string, string>>(() =>
      Promise.reject(new Error('provide write')),
    ),
  },
  actions: {
    succeed: (_, _params: { result: Record<string, string> }) => undefined,
    fail: (_, _params: { error: unknown }) => undefined,
  },
}).createMachine({
  id: 'singleWrite',
  context: { values: {} },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'write.requested': { target: 'writing', actions: assign(({ event }) => ({ values: event.values })) },
      },
    },
    writing: {
      tags: 'busy',
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ context }) => context.values,
        onDone: {
          target: 'idle',
          actions: { type: 'succeed', params: ({ event }) => ({ result: event.output }) },
        },
        onError: {
          target: 'idle',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
});
