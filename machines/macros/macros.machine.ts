import { assign, emit, fromPromise, type SnapshotFrom, setup } from 'xstate';
import { MACRO_STEPS_MAX, type Macro, type MacroStep } from '../../src/contract/entities/preferences.ts';
import { getErrorMessage } from '../../src/contract/values.ts';
import type { StepOutcome } from './macros.types.ts';

export type MacrosContext = {
  steps: readonly MacroStep[];
  /** The macro of the current or last run. */
  macro: Macro | undefined;
  at: number;
  reason: string | undefined;
};

export type MacrosEvent =
  | { type: 'record.start' }
  | ({ type: 'command.ran' } & MacroStep)
  | { type: 'record.stop' }
  | { type: 'record.discard' }
  /** Already validated. */
  | { type: 'name.given'; id: string; name: string }
  | { type: 'run.start'; macro: Macro }
  | { type: 'run.stop' }
  | { type: 'context.changed' }
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
const NOT_SETTLED = 'The previous step did not finish in time';

const getStep = ({ macro, at }: MacrosContext): MacroStep => macro?.steps[at] ?? { commandId: '', args: {} };

const getRefusedReason = (outcome: StepOutcome): string | undefined =>
  outcome.kind === 'refused' ? outcome.reason : undefined;

const AGAIN = {
  'record.start': { target: 'recording', actions: 'forgetSteps' },
  'run.start': { target: 'running', actions: 'begin' },
} as const;

const createOutcomeGuard =
  (kind: StepOutcome['kind']) =>
  ({ event }: { event: { output: StepOutcome } }): boolean =>
    event.output.kind === kind;

/**
 * Records and runs macros. Each step waits for the effects of the previous one and obeys permissions and
 * guards like any command. The first refused step stops the run.
 */
export const macrosMachine = setup({
  types: {
    context: {} as MacrosContext,
    events: {} as MacrosEvent,
    emitted: {} as MacrosEmitted,
  },
  actors: {
    /** Resolves when the screen and the calls of the previous step have settled. */
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
      stepId: getStep(context).commandId,
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
        /** The `patience` timeout covers the whole step, however often it is retried. */
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
                input: ({ context }) => ({ step: getStep(context) }),
                onDone: [
                  { guard: createOutcomeGuard('ran'), target: '#macros.running.ran' },
                  { guard: createOutcomeGuard('asked'), target: '#macros.running.asking' },
                  {
                    guard: ({ event }) => event.output.kind === 'refused' && event.output.isFinal === true,
                    target: '#macros.running.refused',
                    actions: {
                      type: 'keepReason',
                      params: ({ event }) => ({ reason: getRefusedReason(event.output) }),
                    },
                  },
                  {
                    target: 'waiting',
                    actions: {
                      type: 'keepReason',
                      params: ({ event }) => ({ reason: getRefusedReason(event.output) }),
                    },
                  },
                ],
                onError: {
                  target: '#macros.running.refused',
                  actions: {
                    type: 'keepReason',
                    params: ({ event }) => ({
                      reason: getErrorMessage(event.error),
                    }),
                  },
                },
              },
            },
            /** The previous step may still take effect. */
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
    stopped: { entry: 'tellStopped', on: AGAIN },
    done: { entry: 'tellDone', on: AGAIN },
  },
});

export type MacrosSnapshot = SnapshotFrom<typeof macrosMachine>;

export const selectRecordedCount = ({ context }: MacrosSnapshot): number => context.steps.length;

export type MacroRun = { macroId: string; name: string; step: number; of: number };

/** The running macro and its step, counted from 1. */
export function selectRun(snapshot: MacrosSnapshot): MacroRun | undefined {
  const { macro, at } = snapshot.context;
  if (!snapshot.matches('running') || !macro) return undefined;
  return { macroId: macro.id, name: macro.name, step: at + 1, of: macro.steps.length };
}
