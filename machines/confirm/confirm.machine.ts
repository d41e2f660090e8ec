import { assign, emit, setup } from 'xstate';

/** What is asked before an act (R2.8-59 … R2.8-61). */
export type ConfirmRequest = {
  /** Chosen by who asks; the answer carries it. */
  id: string;
  type: 'info' | 'alert' | 'delete' | 'error';
  title: string;
  /** One sentence that names the thing and what happens to it. */
  message: string;
  /** The verb with its object, as 'Delete 2 pipelines'. Left out: cancel-only. */
  actionLabel?: string;
  cancelLabel?: string;
};

export type ConfirmContext = { request: ConfirmRequest | undefined };

export type ConfirmEvent =
  | { type: 'confirm.asked'; request: ConfirmRequest }
  | { type: 'confirm.accepted' }
  | { type: 'confirm.cancelled' };

/** Every question gets exactly one answer. */
export type ConfirmAnswered = { type: 'confirm.answered'; id: string; isConfirmed: boolean };

/**
 * One question at a time. A second one, asked while the first is open, is answered no at once: a question
 * that takes the place of another under someone's fingers would be answered by the wrong press.
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
