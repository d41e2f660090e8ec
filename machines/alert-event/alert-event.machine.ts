import { assign, getNextSnapshot, type SnapshotFrom, setup } from 'xstate';

/** Consecutive minutes, up to the newest evaluated one. */
export type AlertEventContext = { metMinutes: number; clearMinutes: number };

/**
 * `minute.met`: the condition holds. `minute.between`: it does not, but the value has not passed the clear
 * threshold. `minute.clear`: it has. A minute without data is no event.
 */
export type AlertEventEvent =
  | { type: 'minute.met'; forMinutes: number }
  | { type: 'minute.between' }
  | { type: 'minute.clear'; clearMinutes: number }
  /** The rule was paused, changed or deleted, or its target is gone. */
  | { type: 'rule.withdrawn' };

/** One rule and one target. A new occurrence is another alert. */
export const alertEventMachine = setup({
  types: { context: {} as AlertEventContext, events: {} as AlertEventEvent },
  guards: {
    isLongEnough: ({ context }, { forMinutes }: { forMinutes: number }) =>
      context.metMinutes + 1 >= forMinutes,
    isClearLongEnough: ({ context }, { clearMinutes }: { clearMinutes: number }) =>
      context.clearMinutes + 1 >= clearMinutes,
  },
  actions: {
    countMet: assign(({ context }) => ({ metMinutes: context.metMinutes + 1, clearMinutes: 0 })),
    countClear: assign(({ context }) => ({ metMinutes: 0, clearMinutes: context.clearMinutes + 1 })),
    reset: assign({ metMinutes: 0, clearMinutes: 0 }),
  },
}).createMachine({
  id: 'alertEvent',
  context: { metMinutes: 0, clearMinutes: 0 },
  initial: 'INACTIVE',
  states: {
    INACTIVE: {
      on: {
        'minute.met': [
          {
            guard: { type: 'isLongEnough', params: ({ event }) => event },
            target: 'FIRING',
            actions: 'reset',
          },
          { target: 'PENDING', actions: 'countMet' },
        ],
      },
    },
    PENDING: {
      on: {
        'minute.met': [
          {
            guard: { type: 'isLongEnough', params: ({ event }) => event },
            target: 'FIRING',
            actions: 'reset',
          },
          { actions: 'countMet' },
        ],
        'minute.between': { target: 'DISCARDED', actions: 'reset' },
        'minute.clear': { target: 'DISCARDED', actions: 'reset' },
        'rule.withdrawn': { target: 'DISCARDED', actions: 'reset' },
      },
    },
    FIRING: {
      on: {
        'minute.met': { actions: 'reset' },
        'minute.between': { actions: 'reset' },
        'minute.clear': [
          {
            guard: { type: 'isClearLongEnough', params: ({ event }) => event },
            target: 'RESOLVED',
            actions: 'reset',
          },
          { actions: 'countClear' },
        ],
        'rule.withdrawn': { target: 'DISCARDED', actions: 'reset' },
      },
    },
    RESOLVED: { type: 'final' },
    DISCARDED: { type: 'final' },
  },
});

export type AlertEventSnapshot = SnapshotFrom<typeof alertEventMachine>;
export type AlertEventValue = AlertEventSnapshot['value'];
/** As stored. */
export type AlertProgress = AlertEventContext & { state: AlertEventValue };

export const NO_ALERT: AlertProgress = { state: 'INACTIVE', metMinutes: 0, clearMinutes: 0 };

export const isOpenAlert = (state: AlertEventValue): boolean => state === 'PENDING' || state === 'FIRING';

/** The progress after the event; the same object if nothing changes. */
export function applyAlertEvent(progress: AlertProgress, event: AlertEventEvent): AlertProgress {
  const { state, metMinutes, clearMinutes } = progress;
  // Nearly all evaluations are quiet.
  if (state === 'INACTIVE' && event.type !== 'minute.met') return progress;
  const snapshot = alertEventMachine.resolveState({ value: state, context: { metMinutes, clearMinutes } });
  const next = getNextSnapshot(alertEventMachine, snapshot, event);
  const isSame =
    next.value === state &&
    next.context.metMinutes === metMinutes &&
    next.context.clearMinutes === clearMinutes;
  return isSame ? progress : { state: next.value, ...next.context };
}
