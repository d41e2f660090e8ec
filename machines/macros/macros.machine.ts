import { assign, emit, fromPromise, setup } from 'xstate';
import { MACRO_STEPS_MAX, type Macro, type MacroStep } from '../../src/contract/entities/preferences.ts';
import type { StepOutcome } from './macros.types.ts';

export type MacrosContext = {
  /** Recorded, not stored yet. */
  steps: readonly MacroStep[];
  /** What runs, ran or was stopped. */
  macro: Macro | undefined;
  /** Index of the step that is run; the first is 0. */
  at: number;
  /** Why the step cannot run, while it waits and once it stopped. */
  reason: string | undefined;
};

export type MacrosEvent =
  | { type: 'record.start' }
  /** A command that the person ran. */
  | ({ type: 'command.ran' } & MacroStep)
  | { type: 'record.stop' }
  | { type: 'record.discard' }
  /** The name is valid: the one who asks for it checks it. */
  | { type: 'name.given'; id: string; name: string }
  | { type: 'run.start'; macro: Macro }
  | { type: 'run.stop' }
  /** Something a command reads is another one now. */
  | { type: 'context.changed' }
  /** The person confirmed the review, or gave the argument. */
  | { type: 'review.confirmed' }
  | { type: 'review.declined' };

export type MacrosEmitted =
  | { type: 'macro.recorded'; macro: Macro }
  | { type: 'macro.nothingRecorded' }
  | { type: 'macro.stopped'; macro: Macro; step: number; stepId: string; reason: string }
  | { type: 'macro.done'; macro: Macro };

export type StepInput = { step: MacroStep };

const STOPPED_BY_PERSON = 'You stopped it';
const NOT_CONFIRMED = 'You did not confirm it';
const NOT_SETTLED = 'The step before it did not finish in time';

const stepAt = ({ macro, at }: MacrosContext): MacroStep => macro?.steps[at] ?? { commandId: '', args: {} };

const reasonOf = (outcome: StepOutcome): string | undefined =>
  outcome.kind === 'refused' ? outcome.reason : undefined;

/** What can be begun once a run is over. */
const AGAIN = {
  'record.start': { target: 'recording', actions: 'forgetSteps' },
  'run.start': { target: 'running', actions: 'begin' },
} as const;

const outcomeIs =
  (kind: StepOutcome['kind']) =>
  ({ event }: { event: { output: StepOutcome } }): boolean =>
    event.output.kind === kind;

/**
 * Macros: recording what the person runs, and running it again step by step. A step waits until the effect
 * of the one before is there, obeys permission and guard as any command does, and the first refusal stops.
 */
export const macrosMachine = setup({
  types: {
    context: {} as MacrosContext,
    events: {} as MacrosEvent,
    emitted: {} as MacrosEmitted,
  },
  actors: {
    /** Resolves when the screen and the calls of the step before have settled. */
    settle: fromPromise<void>(() => Promise.reject(new Error('provide settle'))),
    attempt: fromPromise<StepOutcome, StepInput>(() => Promise.reject(new Error('provide attempt'))),
  },
  delays: { patience: 10_000 },
  guards: {
    hasRoom: ({ context }) => context.steps.length < MACRO_STEPS_MAX - 1,
    hasSteps: ({ context }) => context.steps.length > 0,
    isLast: ({ context }) => context.at + 1 >= (context.macro?.steps.length ?? 0),
  },
  actions: {
    forgetSteps: assign({ steps: [] }),
    addStep: assign(({ context, event }) =>
      event.type === 'command.ran'
        ? { steps: [...context.steps, { commandId: event.commandId, args: event.args }] }
        : {},
    ),
    begin: assign(({ event }) =>
      event.type === 'run.start' ? { macro: event.macro, at: 0, reason: undefined } : {},
    ),
    advance: assign(({ context }) => ({ at: context.at + 1, reason: undefined })),
    keepReason: assign((_, { reason }: { reason: string | undefined }) => ({ reason })),
    keepLateReason: assign(({ context }) => ({ reason: context.reason ?? NOT_SETTLED })),
    tellRecorded: emit(({ context, event }) =>
      event.type === 'name.given'
        ? {
            type: 'macro.recorded' as const,
            macro: { id: event.id, name: event.name.trim(), steps: [...context.steps] },
          }
        : { type: 'macro.nothingRecorded' as const },
    ),
    tellNothing: emit({ type: 'macro.nothingRecorded' }),
    tellStopped: emit(({ context }) => ({
      type: 'macro.stopped' as const,
      macro: context.macro ?? { id: '', name: '', steps: [] },
      step: context.at + 1,
      stepId: stepAt(context).commandId,
      reason: context.reason ?? '',
    })),
    tellDone: emit(({ context }) => ({
      type: 'macro.done' as const,
      macro: context.macro ?? { id: '', name: '', steps: [] },
    })),
  },
}).createMachine({
  id: 'macros',
  context: { steps: [], macro: undefined, at: 0, reason: undefined },
  initial: 'idle',
  states: {
    idle: { on: AGAIN },
    recording: {
      on: {
        'command.ran': [
          { guard: 'hasRoom', actions: 'addStep' },
          { target: 'naming', actions: 'addStep' },
        ],
        'record.stop': [
          { guard: 'hasSteps', target: 'naming' },
          { target: 'idle', actions: 'tellNothing' },
        ],
        'record.discard': { target: 'idle', actions: 'forgetSteps' },
      },
    },
    /** Recorded; kept until it has a name or is discarded. */
    naming: {
      on: {
        'name.given': { target: 'idle', actions: ['tellRecorded', 'forgetSteps'] },
        'record.discard': { target: 'idle', actions: 'forgetSteps' },
      },
    },
    running: {
      initial: 'preparing',
      on: {
        'run.stop': {
          target: 'stopped',
          actions: { type: 'keepReason', params: { reason: STOPPED_BY_PERSON } },
        },
      },
      states: {
        /** The patience is for a step as a whole, however often it is tried. */
        preparing: {
          initial: 'settling',
          after: { patience: { target: 'refused', actions: 'keepLateReason' } },
          states: {
            settling: {
              invoke: {
                id: 'settle',
                src: 'settle',
                onDone: 'trying',
                onError: { target: '#macros.running.refused', actions: 'keepLateReason' },
              },
            },
            trying: {
              invoke: {
                id: 'attempt',
                src: 'attempt',
                input: ({ context }) => ({ step: stepAt(context) }),
                onDone: [
                  { guard: outcomeIs('ran'), target: '#macros.running.ran' },
                  { guard: outcomeIs('asked'), target: '#macros.running.asking' },
                  {
                    guard: ({ event }) => event.output.kind === 'refused' && event.output.isFinal === true,
                    target: '#macros.running.refused',
                    actions: {
                      type: 'keepReason',
                      params: ({ event }) => ({ reason: reasonOf(event.output) }),
                    },
                  },
                  {
                    target: 'waiting',
                    actions: {
                      type: 'keepReason',
                      params: ({ event }) => ({ reason: reasonOf(event.output) }),
                    },
                  },
                ],
                onError: {
                  target: '#macros.running.refused',
                  actions: {
                    type: 'keepReason',
                    params: ({ event }) => ({
                      reason: event.error instanceof Error ? event.error.message : String(event.error),
                    }),
                  },
                },
              },
            },
            /** Not possible yet: the effect of the step before may still come. */
            waiting: { on: { 'context.changed': 'settling' } },
          },
        },
        asking: {
          on: {
            'review.confirmed': 'ran',
            'review.declined': {
              target: 'refused',
              actions: { type: 'keepReason', params: { reason: NOT_CONFIRMED } },
            },
          },
        },
        ran: {
          always: [
            { guard: 'isLast', target: '#macros.done' },
            { target: 'preparing', actions: 'advance' },
          ],
        },
        refused: { always: '#macros.stopped' },
      },
    },
    /** A step was refused: which one and why was told. */
    stopped: { entry: 'tellStopped', on: AGAIN },
    done: { entry: 'tellDone', on: AGAIN },
  },
});
