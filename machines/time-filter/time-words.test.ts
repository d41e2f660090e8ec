import { describe, expect, test } from 'vitest';
import { TIME_RANGE_MESSAGES } from './time-range.ts';
import { parseTimeWords, TIME_WORDS_HELP } from './time-words.ts';

const at = (text: string): number => Date.parse(text) / 1000;
const NOW = at('2026-11-21T10:30:00Z');
const custom = (start: string, end: string) => ({
  range: { kind: 'custom', start: at(start), end: at(end) },
});

describe('time in words', () => {
  test.each([
    ['last 4h', '4h'],
    ['Last  hour', '1h'],
    ['last 60 minutes', '1h'],
    ['15 min', '15min'],
    ['last day', '1d'],
    ['last week', '7d'],
    ['5m', '5min'],
  ])('%s is a preset', (words, preset) => {
    expect(parseTimeWords(words, NOW, 0)).toEqual({ range: { kind: 'preset', preset } });
  });

  test.each([
    ['last 90 min', custom('2026-11-21T09:00:00Z', '2026-11-21T10:30:00Z')],
    ['last 3 days', custom('2026-11-18T10:30:00Z', '2026-11-21T10:30:00Z')],
    ['yesterday', custom('2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z')],
    ['today', custom('2026-11-21T00:00:00Z', '2026-11-21T10:30:00Z')],
    ['yesterday 14:00-16:00', custom('2026-11-20T14:00:00Z', '2026-11-20T16:00:00Z')],
    ['yesterday 2pm to 4pm', custom('2026-11-20T14:00:00Z', '2026-11-20T16:00:00Z')],
    ['yesterday 22:00 to 02:00', custom('2026-11-20T22:00:00Z', '2026-11-21T02:00:00Z')],
    ['08:00 - 09:30', custom('2026-11-21T08:00:00Z', '2026-11-21T09:30:00Z')],
    ['2026-11-01 08:00 to 12:00', custom('2026-11-01T08:00:00Z', '2026-11-01T12:00:00Z')],
    ['2026-11-01 08:00:30 to 2026-11-02 12:00', custom('2026-11-01T08:00:30Z', '2026-11-02T12:00:00Z')],
    ['2026-11-01', custom('2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z')],
    ['2026-11-01 to 2026-11-03', custom('2026-11-01T00:00:00Z', '2026-11-04T00:00:00Z')],
    ['yesterday 14:00', custom('2026-11-20T14:00:00Z', '2026-11-21T10:30:00Z')],
  ])('%s is a range', (words, range) => {
    expect(parseTimeWords(words, NOW, 0)).toEqual(range);
  });

  test('clock times are local: minutes east of UTC', () => {
    expect(parseTimeWords('yesterday 14:00-16:00', NOW, 120)).toEqual(
      custom('2026-11-20T12:00:00Z', '2026-11-20T14:00:00Z'),
    );
    const lateEvening = at('2026-11-21T23:30:00Z');
    expect(parseTimeWords('yesterday', lateEvening, 120)).toEqual(
      custom('2026-11-20T22:00:00Z', '2026-11-21T22:00:00Z'),
    );
  });

  test.each([
    ['', TIME_WORDS_HELP],
    ['soon', TIME_WORDS_HELP],
    ['yesterday 25:00-26:00', TIME_WORDS_HELP],
    ['2026-02-30', TIME_WORDS_HELP],
    ['last 61 days', TIME_RANGE_MESSAGES.span],
    ['today 20:00-21:00', TIME_RANGE_MESSAGES.startPast],
    ['today 09:00-21:00', TIME_RANGE_MESSAGES.endPast],
    ['2026-11-02 08:00 to 2026-11-01 08:00', TIME_RANGE_MESSAGES.order],
  ])('%s is refused', (words, error) => {
    expect(parseTimeWords(words, NOW, 0)).toEqual({ error });
  });
});
