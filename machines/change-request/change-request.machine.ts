import { assign, setup } from 'xstate';

/** `needsApproval`: merging requires someone else's approval. */
export type ChangeRequestInput = { needsApproval: boolean; isApproved: boolean };

/**
 * `base.moved`: its subject was changed differently since it was raised. `request.rebase`: it was moved onto
 * the stored version, and its approval expires. `merge.seen`: the branch has it, whoever merged it.
 * `apply.failed`: the merged version did not start, so the previous one runs on.
 */
export type ChangeRequestEvent =
  | { type: 'base.moved' }
  | { type: 'base.returned' }
  | { type: 'request.approve' }
  | { type: 'approval.withdraw' }
  | { type: 'request.rebase' }
  | { type: 'request.merge' }
  | { type: 'request.withdraw' }
  | { type: 'merge.seen' }
  | { type: 'apply.failed' }
  | { type: 'apply.succeeded' };

/** One pull request. Merged and closed are final. */
export const changeRequestMachine = setup({
  types: {
    context: {} as ChangeRequestInput,
    input: {} as ChangeRequestInput,
    events: {} as ChangeRequestEvent,
  },
  guards: {
    needsNoApproval: ({ context }) => !context.needsApproval,
    isApproved: ({ context }) => context.isApproved,
  },
  actions: {
    approve: assign({ isApproved: true }),
    forgetApproval: assign({ isApproved: false }),
  },
}).createMachine({
  id: 'changeRequest',
  context: ({ input }) => input,
  initial: 'OPEN',
  states: {
    OPEN: {
      on: {
        'base.moved': 'CONFLICT',
        'request.approve': { target: 'APPROVED', actions: 'approve' },
        'request.merge': { guard: 'needsNoApproval', target: 'MERGED' },
        'merge.seen': 'MERGED',
        'request.withdraw': 'CLOSED',
      },
    },
    /** Stored as open, like a conflict. */
    APPROVED: {
      on: {
        'base.moved': 'CONFLICT',
        'approval.withdraw': { target: 'OPEN', actions: 'forgetApproval' },
        'request.merge': 'MERGED',
        'merge.seen': 'MERGED',
        'request.withdraw': 'CLOSED',
      },
    },
    /** It can be rebased, withdrawn, or become free again. */
    CONFLICT: {
      on: {
        'base.returned': [{ guard: 'isApproved', target: 'APPROVED' }, { target: 'OPEN' }],
        'approval.withdraw': { guard: 'isApproved', actions: 'forgetApproval' },
        'request.rebase': { target: 'OPEN', actions: 'forgetApproval' },
        'merge.seen': 'MERGED',
        'request.withdraw': 'CLOSED',
      },
    },
    MERGED: { on: { 'apply.failed': 'FAILED' } },
    /** Deploying the merged version again may still succeed. */
    FAILED: { on: { 'apply.succeeded': 'MERGED' } },
    CLOSED: { type: 'final' },
  },
});
