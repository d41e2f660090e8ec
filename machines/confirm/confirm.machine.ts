import { assign, emit, type SnapshotFrom, setup } from 'xstate';

export type ConfirmRequest = {
  /** Chosen by the caller and returned with the answer. */
  id: string;
  type: 'info' | 'alert' | 'delete' | 'error';
  title: string;
  message: string;
  /** E.g. 'Delete 2 pipelines'. Without it the dialog can only be closed. */
  actionLabel?: string;
  cancelLabel?: string;
};

export type ConfirmContext = { request: ConfirmRequest | undefined };

export type ConfirmEvent =
  | { type: 'confirm.asked'; request: ConfirmRequest }
  | { type: 'confirm.accepted' }
  | { type: 'confirm.cancelled' };

/** Emitted exactly once per question. */
export type ConfirmAnswered = { type: 'confirm.answered'; id: string; isConfirmed: boolean };

/**
 * One question at a time. A second one is answered "no" at once: replacing an open dialog would let a key
 * press answer the wrong question.
 */
export const confirmMachine = setup({
  types: {
    context: {} as ConfirmContext,
    events: {} as ConfirmEvent,
    emitted: {} as ConfirmAnswered,
  },
  guards: { hasAction: ({ context }) => context.request?.actionLabel !== undefined },
  actions: {
    ask: assign(({ event }) => (event.type === 'confirm.asked' ? { request: event.request } : {})),
    refuse: emit(({ event }) => ({
      type: 'confirm.answered' as const,
      id: event.type === 'confirm.asked' ? event.request.id : '',
      isConfirmed: false,
    })),
    answer: emit(({ context, event }) => ({
      type: 'confirm.answered' as const,
      id: context.request?.id ?? '',
      isConfirmed: event.type === 'confirm.accepted',
    })),
    forget: assign({ request: undefined }),
  },
}).createMachine({
  id: 'confirm',
  context: { request: undefined },
  initial: 'closed',
  states: {
    closed: { on: { 'confirm.asked': { target: 'open', actions: 'ask' } } },
    open: {
      on: {
        'confirm.asked': { actions: 'refuse' },
        'confirm.accepted': { guard: 'hasAction', target: 'closed', actions: ['answer', 'forget'] },
        'confirm.cancelled': { target: 'closed', actions: ['answer', 'forget'] },
      },
    },
  },
});

export type ConfirmSnapshot = SnapshotFrom<typeof confirmMachine>;

export const selectRequest = (snapshot: ConfirmSnapshot): ConfirmRequest | undefined =>
  snapshot.context.request;
