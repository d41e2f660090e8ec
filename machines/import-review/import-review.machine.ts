import { assign, fromPromise, setup } from 'xstate';
import type { PlanEntry } from '../../src/contract/calls/exchange.ts';

/** What an import would do, and the tag under which it may be carried out. */
export type ReviewedPlan = { entries: readonly PlanEntry[]; tag: string };

/** A text that cannot be imported: every fault in one sentence. */
export type PlanOutcome =
  | { plan: ReviewedPlan; problems?: undefined }
  | { plan?: undefined; problems: string[] };

/** Stale: what the plan began from was changed meanwhile. */
export type ApplyOutcome = { kind: 'applied' } | { kind: 'stale' } | { kind: 'refused'; problems: string[] };

export type ImportReviewContext = {
  text: string;
  plan: ReviewedPlan | undefined;
  problems: readonly string[];
  /** The plan was made anew because something was changed meanwhile. */
  isRenewed: boolean;
};

export type ImportReviewEvent =
  | { type: 'text.given'; text: string }
  | { type: 'import.confirmed' }
  | { type: 'text.edit' };

const NEVER = <T>(what: string) =>
  fromPromise<T, { text: string; tag: string }>(() => Promise.reject(new Error(what)));

/** A definition is given, its plan is reviewed, then it is applied; what is stale is planned and reviewed again. */
export const importReviewMachine = setup({
  types: { context: {} as ImportReviewContext, events: {} as ImportReviewEvent },
  actors: { plan: NEVER<PlanOutcome>('provide plan'), apply: NEVER<ApplyOutcome>('provide apply') },
  actions: {
    /** Tells what was done, and closes. */
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
          actions: assign({ plan: undefined, problems: ['The plan could not be made. Try again.'] }),
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
          actions: assign({ problems: ['Nothing was imported: no answer came. Try again.'] }),
        },
      },
    },
    applied: {
      type: 'final',
      entry: { type: 'finish', params: ({ context }) => ({ entries: context.plan?.entries ?? [] }) },
    },
  },
});
