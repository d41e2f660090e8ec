import { expect, test } from 'vitest';
import { HYDRATION_ACTIONS, HYDRATION_STATUSES } from '../../src/contract/enums.ts';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { hydrationJobModel } from './hydration-job.model.ts';
import {
  applyHydrationEvent,
  HYDRATION_STATUS_NAMES,
  hydrationActionRefusal,
  hydrationDeleteRefusal,
  isOpenHydration,
} from './hydration-job.selectors.ts';

test('every transition: open jobs terminate, ended ones are deleted [E16, R4-31, R4-34]', async () => {
  const paths = makePaths(hydrationJobModel);
  await driveAll(
    paths,
    createPureSut(hydrationJobModel, ({ value, context }) => {
      const face = { jobStatus: value, isPaused: context.isPaused };
      const isOpen = isOpenHydration(value);
      expect(hydrationActionRefusal(face, 'TERMINATE') === undefined).toBe(isOpen);
      expect(hydrationDeleteRefusal(face) === undefined).toBe(!isOpen && value !== 'DELETED');
      expect(hydrationActionRefusal(face, 'RETRY') === undefined).toBe(value === 'FAILED');
      const runs = value === 'IN_PROGRESS';
      expect(hydrationActionRefusal(face, 'PAUSE') === undefined).toBe(runs && !context.isPaused);
      expect(hydrationActionRefusal(face, 'RESUME') === undefined).toBe(runs && context.isPaused);
      if (context.isPaused) expect(value).toBe('IN_PROGRESS');
    }),
  );
  await driveAll(paths, createActorSut(hydrationJobModel));
});

test('each refusal is a sentence of its own for every status', () => {
  for (const jobStatus of HYDRATION_STATUSES)
    for (const action of HYDRATION_ACTIONS) {
      const refusal = hydrationActionRefusal({ jobStatus, isPaused: false }, action);
      if (refusal !== undefined) expect(refusal).toMatch(/^(This|Only) .{10,}/);
    }
});

test('a default job is shown as in progress [R4-32, R4-33]', () => {
  expect(HYDRATION_STATUSES.map((status) => HYDRATION_STATUS_NAMES[status])).toEqual([
    'In Progress',
    'Deploying',
    'In Progress',
    'Completed',
    'Failed',
    'Deleted',
    'Terminated',
  ]);
});

test('an end takes the pause away', () => {
  const paused = { jobStatus: 'IN_PROGRESS', isPaused: true } as const;
  expect(applyHydrationEvent(paused, { type: 'job.completed' })).toEqual({
    jobStatus: 'COMPLETED',
    isPaused: false,
  });
  expect(applyHydrationEvent(paused, { type: 'service.taken' })).toBeUndefined();
});
