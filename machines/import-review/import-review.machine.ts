import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import type { PlanEntry } from '../../src/contract/calls/exchange.ts';

/** `tag` identifies this plan when applying it. */
export type ReviewedPlan = { entries: readonly PlanEntry[]; tag: string };

export type PlanOutcome =
  | { plan: ReviewedPlan; problems?: undefined }
  | { plan?: undefined; problems: string[] };

/** Stale: something changed since the plan was made. */
export type ApplyOutcome = { kind: 'applied' } | { kind: 'stale' } | { kind: 'refused'; problems: string[] };

export type ImportReviewContext = {
  text: string;
  plan: ReviewedPlan | undefined;
  problems: readonly string[];
  isRenewed: boolean;
};

export type ImportReviewEvent =
  | { type: 'text.given'; text: string }
  | { type: 'import.confirmed' }
  | { type: 'text.edit' };

const NEVER = <T>(what: string) =>
  fromPromise<T, { text: string; tag: string }>(() => Promise.reject(new Error(what)));

/** Plans an import, lets the user review it, then applies it. A stale plan is reviewed again. */
export const importReviewMachine = setup({
  types: { context: {} as ImportReviewContext, events: {} as ImportReviewEvent },
  actors: { plan: NEVER<PlanOutcome>('provide plan'), apply: NEVER<ApplyOutcome>('provide apply') },
  actions: {
    finish: (_, _params: { entries: readonly PlanEntry[] }) => undefined,
  },
  guards: {
    changesSomething: ({ context }) =>
      context.plan?.entries.some(({ action }) => action !== 'unchanged') ?? false,
  },
}).createMachine({
  id: 'importReview',
  context: { text: '', plan: undefined, problems: [], isRenewed: false },
  initial: 'entering',
  states: {
    entering: {
      on: {
        'text.given': {
          target: 'planning',
          actions: assign(({ event }) => ({ text: event.text, problems: [], isRenewed: false })),
        },
      },
    },
    planning: {
      tags: 'busy',
      invoke: {
        id: 'plan',
        src: 'plan',
        input: ({ context }) => ({ text: context.text, tag: '*' }),
        onDone: [
          {
            guard: ({ event }) => event.output.plan !== undefined,
            target: 'reviewing',
            actions: assign(({ event }) => ({ plan: event.output.plan, problems: [] })),
          },
          {
            target: 'entering',
            actions: assign(({ event }) => ({ plan: undefined, problems: event.output.problems ?? [] })),
          },
        ],
        onError: {
          target: 'entering',
          actions: assign({ plan: undefined, problems: ['The import could not be checked. Try again.'] }),
        },
      },
    },
    reviewing: {
      on: {
        'import.confirmed': {
          guard: 'changesSomething',
          target: 'applying',
          actions: assign({ problems: [] }),
        },
        'text.edit': { target: 'entering', actions: assign({ plan: undefined, problems: [] }) },
      },
    },
    applying: {
      tags: 'busy',
      invoke: {
        id: 'apply',
        src: 'apply',
        input: ({ context }) => ({ text: context.text, tag: context.plan?.tag ?? '*' }),
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'applied',
            target: 'applied',
          },
          {
            guard: ({ event }) => event.output.kind === 'stale',
            target: 'planning',
            actions: assign({ isRenewed: true }),
          },
          {
            target: 'reviewing',
            actions: assign(({ event }) => ({
              problems: event.output.kind === 'refused' ? event.output.problems : [],
            })),
          },
        ],
        onError: {
          target: 'reviewing',
          actions: assign({ problems: ['Nothing was imported: the service did not answer. Try again.'] }),
        },
      },
    },
    applied: {
      type: 'final',
      entry: { type: 'finish', params: ({ context }) => ({ entries: context.plan?.entries ?? [] }) },
    },
  },
});

export type ImportReviewSnapshot = SnapshotFrom<typeof importReviewMachine>;

/** True also while the plan is applied. */
export const selectIsReview = (snapshot: ImportReviewSnapshot): boolean =>
  snapshot.matches('reviewing') || snapshot.matches('applying') || snapshot.matches('applied');

export const selectIsBusy = (snapshot: ImportReviewSnapshot): boolean => snapshot.hasTag('busy');

/** Undefined when the import can be applied. */
export function findReason(snapshot: ImportReviewSnapshot): string | undefined {
  if (snapshot.can({ type: 'import.confirmed' })) return undefined;
  return snapshot.hasTag('busy')
    ? 'The last step is still running'
    : 'Nothing to import: everything already matches the definition';
}
