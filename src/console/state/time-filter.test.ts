import { expect, test } from 'vitest';
import { TIME_RANGE_MESSAGES } from '../../../machines/time-filter/index.ts';
import { parseErrorText } from '../../contract/errors.ts';
import { getNowUnixSeconds, getTimeRange, selectTimeRange } from './time-filter.ts';
import { toastsActor } from './toasts.ts';

const told = () => toastsActor.getSnapshot().context.toasts.map(({ message }) => parseErrorText(message));

test('a linked range older than what is kept says so [R5-08]', () => {
  const now = getNowUnixSeconds();
  const former = getTimeRange();
  selectTimeRange(`${now - 90 * 86_400}-${now - 89 * 86_400}`);
  expect(told()).toEqual([
    {
      title: 'Shown: Last 1 hour, not the time range of the address',
      causes: [TIME_RANGE_MESSAGES.kept],
      resolutions: [
        'Choose a time range on this screen, or correct the address.',
        'Older archived events are found by a query opened from Data, and sent again by a hydration.',
      ],
    },
  ]);
  expect(getTimeRange()).toEqual(former);
  selectTimeRange(`${now - 7200}-${now - 3600}`);
  expect(getTimeRange()).toEqual({ kind: 'custom', start: now - 7200, end: now - 3600 });
  expect(told()).toHaveLength(1);
});

test('a linked text that is no range says what one looks like [R5-08]', () => {
  const before = getTimeRange();
  const milliseconds = `${Date.now() - 1000}-${Date.now()}`;
  for (const text of [milliseconds, 'yesterday']) {
    selectTimeRange(text);
    expect(told().at(-1)?.causes).toEqual([
      `'${text}' is no time range; one is written 4h, or as two times in Unix seconds: 1763700000-1763703600.`,
    ]);
    expect(told().at(-1)?.resolutions).toHaveLength(1);
  }
  selectTimeRange('x'.repeat(5000));
  expect(told().at(-1)?.causes[0]?.length).toBeLessThan(200);
  expect(getTimeRange()).toEqual(before);
});
