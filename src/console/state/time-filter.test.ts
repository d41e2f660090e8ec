import { expect, test } from 'vitest';
import { TIME_RANGE_MESSAGES } from '../../../machines/time-filter/index.ts';
import { getNowUnixSeconds, getTimeRange, selectTimeRange } from './time-filter.ts';
import { toastsActor } from './toasts.ts';

const told = () => toastsActor.getSnapshot().context.toasts.map(({ message }) => message);

test('a linked range older than what is kept says so [R5-08]', () => {
  const now = getNowUnixSeconds();
  const former = getTimeRange();
  selectTimeRange(`${now - 90 * 86_400}-${now - 89 * 86_400}`);
  expect(told()).toEqual([`${TIME_RANGE_MESSAGES.kept} Shown instead: Last 1 hour.`]);
  expect(getTimeRange()).toEqual(former);
  selectTimeRange(`${now - 7200}-${now - 3600}`);
  expect(getTimeRange()).toEqual({ kind: 'custom', start: now - 7200, end: now - 3600 });
  expect(told()).toHaveLength(1);
});
