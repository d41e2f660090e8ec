import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import {
  selectIsDefault,
  selectProblem,
  type TimeFilterEmitted,
  timeFilterMachine,
} from './time-filter.machine.ts';
import { MODEL_FROM, MODEL_NOW, MODEL_TO, timeFilterModel } from './time-filter.model.ts';
import {
  computePickerLimits,
  DEFAULT_TIME_RANGE,
  explainRefusedRange,
  findRangeProblem,
  formatRange,
  formatStoredRange,
  parseRange,
  parseStoredRange,
  TIME_FILTER_MAX_SECONDS,
  TIME_PRESETS,
  TIME_RANGE_MESSAGES,
  toTimeSpan,
} from './time-range.ts';

const paths = makePaths(timeFilterModel);
const NOW = 1_000_000;

describe('every transition of the time filter [E8]', () => {
  test('every accepted range can be queried', async () => {
    await driveAll(
      paths,
      createPureSut(timeFilterModel, ({ value, context }) => {
        const { range } = context;
        if (range.kind === 'custom')
          expect(findRangeProblem(range.start, range.end, MODEL_NOW)).toBeUndefined();
        if (value !== 'picking') {
          expect(value).toBe(range.kind);
          expect(context.message).toBeUndefined();
        }
      }),
    );
  });

  test('a running actor does the same', async () => {
    await driveAll(paths, createActorSut(timeFilterModel));
  });
});

describe('custom range, one message at a time [R5-06]', () => {
  const DAY = 86_400;
  test.each([
    ['R5-01', undefined, undefined, 'Please select Start and End date-time.'],
    ['R5-01', NOW - 10, undefined, 'Please select Start and End date-time.'],
    ['R5-04', NOW + 1, NOW + 2, 'Please select Start date-time before current time.'],
    ['R5-04, R5-07', NOW, NOW, 'Please select Start date-time before current time.'],
    ['R5-05', NOW - 10, NOW + 1, 'Please select End date-time before current time.'],
    ['R5-02', NOW - 10, NOW - 10, 'End date-time cannot be before or equal to Start date-time.'],
    ['R5-02', NOW - 10, NOW - 20, 'End date-time cannot be before or equal to Start date-time.'],
  ])('from $1 to $2: $3 [$0]', (_id, start, end, message) => {
    expect(findRangeProblem(start, end, NOW)).toBe(message);
  });

  test('it spans 60 days at most [R5-03, R5-07, R9-01]', () => {
    expect(findRangeProblem(NOW - 60 * DAY, NOW, NOW)).toBeUndefined();
    expect(findRangeProblem(NOW - 60 * DAY - 1, NOW, NOW)).toBe(
      'Duration between Start and End date-time cannot exceed 60 days.',
    );
  });
});

describe('stored time range [R4-124 … R4-126]', () => {
  test('it is a preset, by its name [R3-94]', () => {
    expect(TIME_PRESETS.map(({ id }) => id)).toEqual(['5min', '15min', '1h', '4h', '12h', '1d', '7d', '60d']);
    expect(parseRange('4h', NOW)).toEqual({ kind: 'preset', preset: '4h' });
    expect(parseRange('3h', NOW)).toBeUndefined();
  });

  test('it is start and end in Unix seconds, joined by a hyphen [R3-94, R3-95, R3-96]', () => {
    const custom = { kind: 'custom', start: NOW - 100, end: NOW - 50 } as const;
    expect(formatRange(custom)).toBe('999900-999950');
    expect(parseRange('999900-999950', NOW)).toEqual(custom);
  });

  test('it is read back unchanged', () => {
    const custom = { kind: 'custom', start: NOW - 100, end: NOW - 50 } as const;
    expect(parseStoredRange(formatStoredRange(custom), NOW)).toEqual(custom);
    for (const { id } of TIME_PRESETS) {
      const preset = { kind: 'preset', preset: id } as const;
      expect(parseStoredRange(formatStoredRange(preset), NOW)).toEqual(preset);
    }
  });

  test.each([
    undefined,
    '',
    'null',
    '{"stamp":"0","value":"4h"}',
    '{"stamp":"1","value":"9h"}',
    '{"stamp":"1","value":7}',
    `{"stamp":"1","value":"${NOW + 10}-${NOW + 20}"}`,
    `{"stamp":"1","value":"${NOW - 10}-${NOW - 20}"}`,
  ])('an invalid %s becomes the last hour', (stored) => {
    expect(parseStoredRange(stored, NOW)).toEqual(DEFAULT_TIME_RANGE);
  });
});

test('a preset is read as until now at each query', () => {
  expect(toTimeSpan({ kind: 'preset', preset: '4h' }, NOW)).toEqual({ start: NOW - 14_400, end: NOW });
  expect(toTimeSpan({ kind: 'custom', start: 1, end: 2 }, NOW)).toEqual({ start: 1, end: 2 });
});

test('a range that begins before the last 60 days is refused with the reason [R5-08]', () => {
  const now = 1_800_000_000;
  const old = now - TIME_FILTER_MAX_SECONDS - 86_400;
  const text = `${old}-${old + 3600}`;
  expect(findRangeProblem(old, old + 3600, now)).toBe(TIME_RANGE_MESSAGES.kept);
  expect(parseRange(text, now)).toBeUndefined();
  expect(explainRefusedRange(text, now)).toBe(TIME_RANGE_MESSAGES.kept);
  expect(explainRefusedRange('yesterday', now)).toBeUndefined();
  expect(explainRefusedRange(`${now - 3600}-${now}`, now)).toBeUndefined();
  const actor = createActor(timeFilterMachine, { input: { nowUnixSeconds: now } }).start();
  actor.send({ type: 'custom.opened' });
  actor.send({ type: 'from.set', unixSeconds: old });
  actor.send({ type: 'to.set', unixSeconds: old + 3600 });
  actor.send({ type: 'custom.applied', now: now });
  expect(selectProblem(actor.getSnapshot())).toEqual({ end: 'from', text: TIME_RANGE_MESSAGES.kept });
});

test('the pickers offer the last 60 days up to now [R5-08]', () => {
  expect(computePickerLimits(NOW)).toEqual({ start: NOW - TIME_FILTER_MAX_SECONDS, end: NOW });
});

test('a new range is announced once; a refused one is not', () => {
  const told: TimeFilterEmitted[] = [];
  const actor = createActor(timeFilterMachine, { input: { nowUnixSeconds: MODEL_NOW } });
  actor.on('timeFilter.changed', (event) => told.push(event));
  actor.start();
  actor.send({ type: 'custom.opened' });
  actor.send({ type: 'custom.applied', now: MODEL_NOW });
  expect(actor.getSnapshot().context.message).toBe('Please select Start and End date-time.');
  actor.send({ type: 'from.set', unixSeconds: MODEL_FROM });
  actor.send({ type: 'to.set', unixSeconds: MODEL_TO });
  actor.send({ type: 'custom.applied', now: MODEL_NOW });
  actor.send({ type: 'range.selected', start: 5, end: 4, now: MODEL_NOW });
  expect(told).toEqual([
    { type: 'timeFilter.changed', range: { kind: 'custom', start: MODEL_FROM, end: MODEL_TO } },
  ]);
  actor.send({ type: 'filter.reset' });
  expect(selectIsDefault(actor.getSnapshot())).toBe(true);
});
