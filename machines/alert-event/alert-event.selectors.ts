import { getNextSnapshot, type SnapshotFrom } from 'xstate';
import { type AlertEventContext, type AlertEventEvent, alertEventMachine } from './alert-event.machine.ts';

export type AlertEventSnapshot = SnapshotFrom<typeof alertEventMachine>;
export type AlertEventValue = AlertEventSnapshot['value'];
/** As stored. */
export type AlertProgress = AlertEventContext & { state: AlertEventValue };

export const NO_ALERT: AlertProgress = { state: 'INACTIVE', metMinutes: 0, clearMinutes: 0 };

export const isOpenAlert = (state: AlertEventValue): boolean => state === 'PENDING' || state === 'FIRING';

/** The stored progress after the event, by the machine; the same object when nothing changes. */
export function applyAlertEvent(progress: AlertProgress, event: AlertEventEvent): AlertProgress {
  const { state, metMinutes, clearMinutes } = progress;
  // Nearly all that is judged is quiet.
  if (state === 'INACTIVE' && event.type !== 'minute.met') return progress;
  const snapshot = alertEventMachine.resolveState({ value: state, context: { metMinutes, clearMinutes } });
  const next = getNextSnapshot(alertEventMachine, snapshot, event);
  const isSame =
    next.value === state &&
    next.context.metMinutes === metMinutes &&
    next.context.clearMinutes === clearMinutes;
  return isSame ? progress : { state: next.value, ...next.context };
}
