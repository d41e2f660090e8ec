import { setup } from 'xstate';

/**
 * `base.moved`: what the request changes was changed otherwise since it was raised. `apply.failed`: the merged
 * version did not come to run, so that the one before goes on.
 */
export type ChangeRequestEvent =
  | { type: 'base.moved' }
  | { type: 'base.returned' }
  | { type: 'request.merge' }
  | { type: 'request.withdraw' }
  | { type: 'apply.failed' }
  | { type: 'apply.succeeded' };

/** One pull request. What is merged stays merged; what is closed stays closed. */
export const changeRequestMachine = setup({
  types: { events: {} as ChangeRequestEvent },
}).createMachine({
  id: 'changeRequest',
  initial: 'OPEN',
  states: {
    OPEN: {
      on: {
        'base.moved': 'CONFLICT',
        'request.merge': 'MERGED',
        'request.withdraw': 'CLOSED',
      },
    },
    /** Shown as a conflict and stored as open: it can only be withdrawn, or become free again. */
    CONFLICT: { on: { 'base.returned': 'OPEN', 'request.withdraw': 'CLOSED' } },
    MERGED: { on: { 'apply.failed': 'FAILED' } },
    /** Deploying the merged version again may still succeed. */
    FAILED: { on: { 'apply.succeeded': 'MERGED' } },
    CLOSED: { type: 'final' },
  },
});
