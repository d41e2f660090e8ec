import { assign, emit, fromPromise, setup } from 'xstate';

export const RAISED_TEXT = 'Pull request raised successfully';
export const COMMENT_PLACEHOLDER = 'Add a comment summarizing the changes for this pull request...';

/** `collect`: kept in the draft, to be raised later. */
export type RaiseWay = 'raise' | 'collect';
export type RaisePrInput = { comment: string; way: RaiseWay };
export type RaisePrEvent =
  | { type: 'raise.open' }
  | { type: 'comment.changed'; comment: string }
  | { type: 'raise.cancel' }
  | { type: 'raise.submit' }
  | { type: 'raise.collect' };
export type RaisePrEmitted =
  | { type: 'raise.done'; way: RaiseWay; count: number }
  | { type: 'raise.failed'; way: RaiseWay; error: unknown };
/** Number of collected changes. */
export type Raised = { count: number };

/** Nothing is sent before Submit; failure and Cancel keep the comment. */
export const raisePrMachine = setup({
  types: {
    context: {} as RaisePrInput,
    events: {} as RaisePrEvent,
    emitted: {} as RaisePrEmitted,
  },
  actors: {
    raise: fromPromise<Raised, RaisePrInput>(() => Promise.reject(new Error('provide raise'))),
  },
  actions: {
    keepComment: assign(({ event }) => (event.type === 'comment.changed' ? { comment: event.comment } : {})),
    chooseWay: assign(({ event }) => ({
      way: event.type === 'raise.collect' ? ('collect' as const) : ('raise' as const),
    })),
    forgetRaised: assign(({ context }) => (context.way === 'raise' ? { comment: '' } : {})),
  },
}).createMachine({
  id: 'raisePr',
  context: { comment: '', way: 'raise' },
  initial: 'closed',
  states: {
    closed: { on: { 'raise.open': 'open' } },
    open: {
      on: {
        'comment.changed': { actions: 'keepComment' },
        'raise.cancel': 'closed',
        'raise.submit': { target: 'submitting', actions: 'chooseWay' },
        'raise.collect': { target: 'submitting', actions: 'chooseWay' },
      },
    },
    submitting: {
      invoke: {
        id: 'raise',
        src: 'raise',
        input: ({ context: { comment, way } }) => ({ comment: comment.trim(), way }),
        onDone: {
          target: 'closed',
          actions: [
            'forgetRaised',
            emit(({ context, event }) => ({
              type: 'raise.done' as const,
              way: context.way,
              count: event.output.count,
            })),
          ],
        },
        onError: {
          target: 'open',
          actions: emit(({ context, event }) => ({
            type: 'raise.failed' as const,
            way: context.way,
            error: event.error,
          })),
        },
      },
    },
  },
});
