import { describe, expect, test } from 'vitest';
import { NO_ALERT } from '../../../machines/alert-event/index.ts';
import type { AlertCondition } from '../../contract/entities/alert.ts';
import { followMinutes, judgeMinute, type Points, type RuleProgress } from './judge.ts';

const condition = (more: Partial<AlertCondition> = {}): AlertCondition => ({
  metric: 'errors',
  scope: { kind: 'all' },
  aggregation: 'SUM',
  windowMinutes: 1,
  operator: 'ABOVE',
  threshold: 10,
  forMinutes: 0,
  clearThreshold: null,
  clearMinutes: 0,
  noData: 'KEEP',
  ...more,
});

const follow = (rule: AlertCondition, points: Points, away: readonly number[] = []): string => {
  const span = { from: 0, to: points.length };
  const { transitions } = followMinutes(rule, points, span, NO_ALERT, (index) => away.includes(index));
  return transitions.map(({ state, index }) => `${state} ${index}`).join(', ');
};

/** `WARNING 1` where only the milder threshold is passed. */
const followSeverity = (rule: AlertCondition, points: Points, begin: RuleProgress = NO_ALERT): string => {
  const { transitions } = followMinutes(rule, points, { from: 0, to: points.length }, begin);
  return transitions
    .map(({ state, index, isWarning }) => `${state === 'FIRING' && isWarning ? 'WARNING' : state} ${index}`)
    .join(', ');
};

const _ = null;
const five = { forMinutes: 3 };
const silent = { operator: 'BELOW', threshold: 1, windowMinutes: 3 } as const;

/** The cases of src/docs/alerts.md. */
describe('what happened is judged', () => {
  test.each([
    ['a value past the threshold', {}, [1, 11, 12, 3], 'FIRING 1, RESOLVED 3'],
    ['the threshold itself', {}, [10, 10], ''],
    ['too short', five, [11, 11, 1], 'PENDING 0, DISCARDED 2'],
    ['long enough', five, [11, 11, 11, 1], 'PENDING 0, FIRING 2, RESOLVED 3'],
    [
      'a gap while it waits: neither counts nor ends',
      five,
      [11, 11, _, _, 11, 1],
      'PENDING 0, FIRING 4, RESOLVED 5',
    ],
    ['a gap while it fires: keeps it', {}, [11, _, _, 1], 'FIRING 0, RESOLVED 3'],
    ['downtime of the service: no silence', silent, [5, 5, 5, _, _, _, _, 5, 5, 5], ''],
    ['silence', silent, [5, 5, 0, 0, 0, 0, 7], 'FIRING 4, RESOLVED 6'],
    ['silence with a gap in it: only once whole', silent, [5, 5, 5, 0, _, 0, 0, 0], 'FIRING 7'],
    ['a sum past the threshold in spite of a gap', { windowMinutes: 3 }, [6, _, 6], 'FIRING 2'],
    [
      'a sum below it with a gap: unknown',
      { windowMinutes: 3 },
      [6, 6, 0, _, 4, 4, 1],
      'FIRING 1, RESOLVED 6',
    ],
    ['no longer silent in spite of a gap', silent, [0, 0, 0, _, 5], 'FIRING 2, RESOLVED 4'],
    ['nothing known at all', {}, [_, _, _], ''],
    [
      'no data fires when asked to',
      { noData: 'FIRE', forMinutes: 2 },
      [1, _, _, 1],
      'PENDING 1, FIRING 2, RESOLVED 3',
    ],
    ['no data clears when asked to', { noData: 'CLEAR' }, [11, _], 'FIRING 0, RESOLVED 1'],
    ['clears only past its own threshold', { clearThreshold: 5 }, [11, 8, 6, 5], 'FIRING 0, RESOLVED 3'],
    ['clears only after its minutes', { clearMinutes: 2 }, [11, 1, 11, 1, 1], 'FIRING 0, RESOLVED 4'],
    ['begins anew after its end', {}, [11, 1, 11], 'FIRING 0, RESOLVED 1, FIRING 2'],
    [
      'an hourly value is judged once an hour',
      {
        metric: 'volumeAgainstUsual',
        aggregation: 'LAST',
        operator: 'BELOW',
        threshold: 50,
        forMinutes: 120,
      },
      [30, undefined, undefined, 40, undefined, 90],
      'PENDING 0, FIRING 3, RESOLVED 5',
    ],
  ] as [string, Partial<AlertCondition>, Points, string][])('%s', (_name, more, points, expected) => {
    expect(follow(condition(more), points)).toBe(expected);
  });

  test('an engine that is away: what is unknown then does not fire', () => {
    const rule = condition({ noData: 'FIRE' });
    expect(follow(rule, [1, _, _], [1, 2])).toBe('');
    expect(follow(rule, [1, _, _], [1])).toBe('FIRING 2');
  });
});

test.each([
  ['SUM', 16],
  ['RATE', 16 / 240],
  ['AVERAGE', 4],
  ['MINIMUM', 1],
  ['MAXIMUM', 9],
  ['P50', 2],
  ['P95', 9],
  ['LAST', 4],
] as const)('the value of a window by %s', (aggregation, value) => {
  const rule = condition({ aggregation, windowMinutes: 4 });
  expect(judgeMinute(rule, [1000, 9, 2, 1, 4], 4)?.value).toBeCloseTo(value, 10);
});

describe('a rule that is evaluated every five minutes', () => {
  const rule = condition({ everyMinutes: 5, aggregation: 'MAXIMUM', windowMinutes: 5, forMinutes: 10 });
  // At the ends of minutes 5, 10, 15 …
  const points = [0, 0, 11, 0, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

  test('counts the minutes between two evaluations', () => {
    expect(follow(rule, points)).toBe('PENDING 4, FIRING 9, RESOLVED 14');
  });

  test('is evaluated at the same minutes of the hour, wherever it goes on', () => {
    const firstEnd = 5 * 12_345_678 + 3;
    const { transitions } = followMinutes(rule, points, { from: 0, to: points.length, firstEnd }, NO_ALERT);
    expect(transitions.map(({ state, index }) => `${state} ${index}`)).toEqual([
      'PENDING 2',
      'FIRING 7',
      'RESOLVED 12',
    ]);
  });
});

test('a window of which more than half is unknown has no average', () => {
  const rule = condition({ aggregation: 'AVERAGE', windowMinutes: 4 });
  expect(judgeMinute(rule, [_, _, _, 20], 3)).toEqual({ verdict: 'unknown', value: null });
  expect(judgeMinute(rule, [_, _, 20, 20], 3)).toEqual({ verdict: 'met', value: 20 });
});

test('what happened in parts is judged as if at once', () => {
  const rule = condition({ forMinutes: 3, clearMinutes: 2, windowMinutes: 2 });
  const points = [0, 11, 12, _, 3, 20, 20, 0, 0, 0, 30, 30, 30, 30];
  const whole = followMinutes(rule, points, { from: 0, to: points.length }, NO_ALERT);
  for (let cut = 1; cut < points.length; cut++) {
    const first = followMinutes(rule, points, { from: 0, to: cut }, NO_ALERT);
    const second = followMinutes(rule, points, { from: cut, to: points.length }, first.progress);
    expect([...first.transitions, ...second.transitions]).toEqual(whole.transitions);
    expect(second.progress).toEqual(whole.progress);
  }
});

describe('a warning fires first, and once more at the threshold itself', () => {
  const warning = { threshold: 5, severity: 'LOW' } as const;
  test.each([
    ['below both', {}, [5, 4], ''],
    ['past the milder one alone', {}, [6, 7, 5], 'WARNING 0, RESOLVED 2'],
    ['past both at once', {}, [11, 1], 'FIRING 0, RESOLVED 1'],
    ['first one, then the other', {}, [6, 11, 12, 1], 'WARNING 0, FIRING 1, RESOLVED 3'],
    ['stays severe until it ends', {}, [11, 6, 11, 1, 6], 'FIRING 0, RESOLVED 3, WARNING 4'],
    ['each for its minutes', { forMinutes: 2 }, [6, 6, 11, 6, 11, 11], 'PENDING 0, WARNING 1, FIRING 5'],
    ['both reached while it waits', { forMinutes: 2 }, [11, 11], 'PENDING 0, FIRING 1'],
    ['a gap neither counts nor ends', { forMinutes: 2 }, [11, _, 11], 'PENDING 0, FIRING 2'],
    ['clears below the milder one', { clearThreshold: 3 }, [11, 6, 4, 3], 'FIRING 0, RESOLVED 3'],
    ['no data counts as the threshold', { noData: 'FIRE' }, [1, _, 1], 'FIRING 1, RESOLVED 2'],
  ] as [string, Partial<AlertCondition>, Points, string][])('%s', (_name, more, points, expected) => {
    const said = followSeverity(condition({ warning, ...more }), points);
    expect(said).toBe(expected);
  });

  test('goes on where it was after a restart', () => {
    const rule = condition({ warning, forMinutes: 3 });
    const points = [6, 6, 11, 11, 11, 12, 1];
    const first = followMinutes(rule, points, { from: 0, to: 4 }, NO_ALERT);
    const second = followMinutes(rule, points, { from: 4, to: points.length }, first.progress);
    expect(
      [...first.transitions, ...second.transitions].map(({ state, index }) => `${state} ${index}`),
    ).toEqual(['PENDING 0', 'FIRING 2', 'FIRING 4', 'RESOLVED 6']);
  });
});
