import { assign, emit, fromPromise, setup } from 'xstate';

export const RAISED_TEXT = 'Pull request raised successfully';
export const COMMENT_PLACEHOLDER = 'Add a comment summarizing the changes for this pull request...';

export type RaisePrInput = { comment: string };
export type RaisePrEvent =
  | { type: 'raise.open' }
  | { type: 'comment.changed'; comment: string }
  | { type: 'raise.cancel' }
  | { type: 'raise.submit' };
export type RaisePrEmitted = { type: 'raise.done'; id: string } | { type: 'raise.failed'; error: unknown };

/** The dialog: nothing is sent before Submit, and a failure keeps the comment. */
export const raisePrMachine = setup({
  types: {
    context: {} as RaisePrInput,
    events: {} as RaisePrEvent,
    emitted: {} as RaisePrEmitted,
  },
  actors: {
    raise: fromPromise<{ id: string }, RaisePrInput>(() => Promise.reject(new Error('provide raise'))),
  },
  actions: {
    begin: assign({ comment: '' }),
    keepComment: assign(({ event }) => (event.type === 'comment.changed' ? { comment: event.comment } : {})),
  },
}).createMachine({
  id: 'raisePr',
  context: { comment: '' },
  initial: 'closed',
  states: {
    closed: { on: { 'raise.open': { target: 'open', actions: 'begin' } } },
    open: {
      on: {
        'comment.changed': { actions: 'keepComment' },
        'raise.cancel': 'closed',
        'raise.submit': 'submitting',
      },
    },
    submitting: {
      invoke: {
        id: 'raise',
        src: 'raise',
        input: ({ context }) => ({ comment: context.comment.trim() }),
        onDone: {
          target: 'closed',
          actions: emit(({ event }) => ({ type: 'raise.done' as const, id: event.output.id })),
        },
        onError: {
          target: 'open',
          actions: emit(({ event }) => ({ type: 'raise.failed' as const, error: event.error })),
        },
      },
    },
  },
});
