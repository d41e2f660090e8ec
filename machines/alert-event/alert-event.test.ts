import { expect, test } from 'vitest';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { type AlertEventEvent, applyAlertEvent, isOpenAlert, NO_ALERT } from './alert-event.machine.ts';
import { alertEventModel } from './alert-event.model.ts';

const met = (forMinutes: number): AlertEventEvent => ({ type: 'minute.met', forMinutes });
const clear = (clearMinutes: number): AlertEventEvent => ({ type: 'minute.clear', clearMinutes });
const between: AlertEventEvent = { type: 'minute.between' };
const withdrawn: AlertEventEvent = { type: 'rule.withdrawn' };

const follow = (...events: AlertEventEvent[]): string[] => {
  let progress = NO_ALERT;
  return events.map((event) => {
    progress = applyAlertEvent(progress, event);
    return progress.state;
  });
};

test('every transition: only an open alert counts minutes, an ended one stays [E17, R3-82]', async () => {
  const paths = makePaths(alertEventModel);
  await driveAll(
    paths,
    createPureSut(alertEventModel, (snapshot) => {
      const { metMinutes, clearMinutes } = snapshot.context;
      expect(metMinutes === 0 || snapshot.value === 'PENDING').toBe(true);
      expect(clearMinutes === 0 || snapshot.value === 'FIRING').toBe(true);
      expect(snapshot.status === 'done').toBe(!isOpenAlert(snapshot.value) && snapshot.value !== 'INACTIVE');
      for (const event of [met(0), clear(2), between, withdrawn]) {
        const stored = { state: snapshot.value, ...snapshot.context };
        if (snapshot.status === 'done') expect(applyAlertEvent(stored, event)).toBe(stored);
      }
    }),
  );
  await driveAll(paths, createActorSut(alertEventModel));
});

test.each([
  ['fires at once without a wait', [met(0)], 'FIRING'],
  ['waits its minutes', [met(3), met(3), met(3)], 'PENDING PENDING FIRING'],
  ['is discarded when it ends too soon', [met(3), met(3), clear(0)], 'PENDING PENDING DISCARDED'],
  ['is discarded between the two thresholds', [met(2), between], 'PENDING DISCARDED'],
  ['resolves with the first clear minute', [met(0), clear(0)], 'FIRING RESOLVED'],
  ['stays between the two thresholds', [met(0), between, between], 'FIRING FIRING FIRING'],
  [
    'counts clear minutes in a row',
    [met(0), clear(2), between, clear(2), clear(2)],
    'FIRING FIRING FIRING FIRING RESOLVED',
  ],
  ['is discarded with its rule', [met(0), withdrawn], 'FIRING DISCARDED'],
  ['stays inactive while nothing holds', [clear(0), between, withdrawn], 'INACTIVE INACTIVE INACTIVE'],
] as const)('an alert event %s [E17]', (_, events, states) => {
  expect(follow(...events).join(' ')).toBe(states);
});
