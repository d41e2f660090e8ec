import { describe, expect, test } from 'vitest';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { createFleetRolloutModel } from './fleet-rollout.model.ts';
import {
  applyRolloutEvent,
  cancelRolloutRefusal,
  countInStep,
  isRolloutOpen,
  pauseRolloutRefusal,
  type RolloutFace,
  resumeRolloutRefusal,
  startNowRefusal,
} from './fleet-rollout.selectors.ts';

const START: RolloutFace = {
  steps: [10, 50, 100],
  maxErrorPercent: 10,
  hasFormer: true,
  state: 'ROLLING_OUT',
  step: 0,
  isPaused: false,
};
const count = (applied: number, failed: number, waiting = 0, mayGoOn = true) =>
  ({
    type: 'agents.counted',
    mayGoOn,
    counts: { offered: applied + failed + waiting, applied, failed, waiting },
  }) as const;

describe.each([true, false])('with a configuration before: %s', (hasFormer) => {
  test('every transition: an ended rollout takes nothing more', async () => {
    const model = createFleetRolloutModel({ steps: [10, 50, 100], maxErrorPercent: 10, hasFormer });
    const paths = makePaths(model);
    await driveAll(
      paths,
      createPureSut(model, ({ value, context }) => {
        const face = { ...context, state: value };
        expect(isRolloutOpen(value)).toBe(['WAITING', 'ROLLING_OUT', 'ROLLING_BACK'].includes(value));
        expect(cancelRolloutRefusal(value) === undefined).toBe(['WAITING', 'ROLLING_OUT'].includes(value));
        expect(startNowRefusal(face) === undefined).toBe(value === 'WAITING' && !face.isPaused);
        const [paused, resumed] = (['rollout.pause', 'rollout.resume'] as const).map((type) =>
          applyRolloutEvent(face, { type }),
        );
        expect(pauseRolloutRefusal(face) === undefined).toBe(paused !== face);
        expect(resumeRolloutRefusal(face) === undefined).toBe(resumed !== face);
        if (face.isPaused) expect(['WAITING', 'ROLLING_OUT']).toContain(value);
        if (!isRolloutOpen(value)) expect(applyRolloutEvent(face, { type: 'rollout.cancel' })).toBe(face);
      }),
    );
    await driveAll(paths, createActorSut(model));
  });

  test('too many errors end it at once, also while agents wait', () => {
    const after = applyRolloutEvent({ ...START, hasFormer }, count(0, 2, 8));
    expect(after.state).toBe(hasFormer ? 'ROLLING_BACK' : 'STOPPED');
  });
});

test('a step waits for its agents, and the last one ends it', () => {
  expect(applyRolloutEvent(START, count(0, 0, 1))).toBe(START);
  const second = applyRolloutEvent(START, count(1, 0));
  expect([second.state, second.step]).toEqual(['ROLLING_OUT', 1]);
  expect(applyRolloutEvent({ ...START, step: 2 }, count(9, 1)).state).toBe('SUCCEEDED');
});

describe('outside of the maintenance window', () => {
  test('the next step waits, and begins when the window opens', () => {
    const waits = applyRolloutEvent(START, count(1, 0, 0, false));
    expect([waits.state, waits.step]).toEqual(['WAITING', 1]);
    expect(applyRolloutEvent(waits, count(1, 0))).toBe(waits);
    const opened = applyRolloutEvent(waits, { type: 'window.opened' });
    expect([opened.state, opened.step]).toEqual(['ROLLING_OUT', 1]);
  });

  test('the last step ends, and a roll-back begins all the same', () => {
    expect(applyRolloutEvent({ ...START, step: 2 }, count(9, 1, 0, false)).state).toBe('SUCCEEDED');
    const waits = applyRolloutEvent(START, count(1, 0, 0, false));
    expect(applyRolloutEvent(waits, count(0, 1, 0, false)).state).toBe('ROLLING_BACK');
  });
});

describe('paused', () => {
  const pause = (face: RolloutFace) => applyRolloutEvent(face, { type: 'rollout.pause' });

  test('what began is applied, and the next step waits until it is resumed', () => {
    const paused = pause(START);
    expect([paused.state, paused.isPaused]).toEqual(['ROLLING_OUT', true]);
    const waits = applyRolloutEvent(paused, count(1, 0));
    expect([waits.state, waits.step]).toEqual(['WAITING', 1]);
    expect(applyRolloutEvent(waits, { type: 'window.opened' })).toBe(waits);
    const resumed = applyRolloutEvent(waits, { type: 'rollout.resume' });
    expect(applyRolloutEvent(resumed, { type: 'window.opened' }).state).toBe('ROLLING_OUT');
  });

  test('too many errors roll it back all the same', () => {
    const back = applyRolloutEvent(pause(START), count(0, 1));
    expect([back.state, back.isPaused]).toEqual(['ROLLING_BACK', false]);
  });

  test('the last step cannot be held once it has begun', () => {
    const last = { ...START, step: 2 };
    expect(pause(last)).toBe(last);
    expect(pauseRolloutRefusal(last)).toMatch(/no step is left to hold/);
    expect(pause({ ...last, state: 'WAITING' }).isPaused).toBe(true);
  });
});

test('a roll-back waits until every agent is back', () => {
  const back = { ...START, state: 'ROLLING_BACK' as const };
  expect(applyRolloutEvent(back, { type: 'agents.restored', waiting: 1 }).state).toBe('ROLLING_BACK');
  expect(applyRolloutEvent(back, { type: 'agents.restored', waiting: 0 }).state).toBe('ROLLED_BACK');
});

test.each([
  [10, 0, 0],
  [10, 5, 1],
  [10, 25, 3],
  [50, 3, 2],
  [100, 7, 7],
])('%s percent of %s agents are %s', (percent, agents, expected) => {
  expect(countInStep(percent, agents)).toBe(expected);
});
