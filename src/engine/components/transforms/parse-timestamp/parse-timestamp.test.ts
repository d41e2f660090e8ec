import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { jsonBatch, rawBatch } from '../../testing/contexts.ts';
import { refusals, runTransform } from '../../testing/run-transform.ts';

const read = (time: unknown, config: object = {}) => {
  const { events, failures } = runTransform(
    'parse_timestamp',
    { field: 't', ...config },
    jsonBatch({ t: time }),
  );
  return failures[0] ?? (events[0] as { timestamp: string }).timestamp;
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('parse_timestamp', () => {
  it.each([
    ['2026-11-21T10:15:30Z', '2026-11-21T10:15:30.000Z'],
    ['2026-11-21 10:15:30.5', '2026-11-21T10:15:30.500Z'],
    ['2026-11-21T10:15:30,123456789+01:00', '2026-11-21T09:15:30.123456789Z'],
    ['2026-11-21T10:15-0530', '2026-11-21T15:45:00.000Z'],
    ['20261121T101530Z', '2026-11-21T10:15:30.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['Sat, 21 Nov 2026 10:15:30 +0100', '2026-11-21T09:15:30.000Z'],
    ['21 Nov 26 10:15 EST', '2026-11-21T15:15:00.000Z'],
    ['Sat, 21 Nov 2026 10:15:30 GMT (UTC)', '2026-11-21T10:15:30.000Z'],
    ['21/Nov/2026:10:15:30 -0700', '2026-11-21T17:15:30.000Z'],
    ['[21/Nov/2026:10:15:30 +0000]', '2026-11-21T10:15:30.000Z'],
    ['Sat Nov 21 10:15:30.902022 2026', '2026-11-21T10:15:30.902022Z'],
    ['Nov 21 10:15:30', '2026-11-21T10:15:30.000Z'],
    ['Dec  1 10:15:30', '2025-12-01T10:15:30.000Z'],
    ['Feb 29 10:15:30', '2024-02-29T10:15:30.000Z'],
    [1_795_255_530, '2026-11-21T10:05:30.000Z'],
    ['1795255530.25', '2026-11-21T10:05:30.250Z'],
    [1_795_255_530_123, '2026-11-21T10:05:30.123Z'],
    ['1795255530123456', '2026-11-21T10:05:30.123456Z'],
    ['1795255530123456789', '2026-11-21T10:05:30.123456789Z'],
  ])('recognises %s', (text, iso) => {
    expect(read(text)).toBe(iso);
  });

  it.each([
    ['epoch_s', '-1', '1969-12-31T23:59:59.000Z'],
    ['epoch_ms', '-250', '1969-12-31T23:59:59.750Z'],
    ['epoch_ms', '5', '1970-01-01T00:00:00.005Z'],
    ['epoch_us', '1500000', '1970-01-01T00:00:01.500Z'],
    ['epoch_ns', '1', '1970-01-01T00:00:00.000000001Z'],
  ])('reads %s %s', (format, text, iso) => {
    expect(read(text, { format })).toBe(iso);
  });

  it.each([
    ['%d.%m.%Y %H:%M:%S', '21.11.2026 10:15:30', '2026-11-21T10:15:30.000Z'],
    ['%d/%b/%y %I:%M:%S %p', '21/Nov/26 12:15:30 am', '2026-11-21T00:15:30.000Z'],
    ['%F %T.%f %z', '2026-11-21 10:15:30.000001 +02:00', '2026-11-21T08:15:30.000001Z'],
    ['%A, %B %e %Y', 'Saturday, November  1 2026', '2026-11-01T00:00:00.000Z'],
    ['%Y/%j', '2024/366', '2024-12-31T00:00:00.000Z'],
    ['%s.%f', '1.5', '1970-01-01T00:00:01.500Z'],
    ['at 100%% %m-%d %H:%M', 'at 100% 11-21 10:15', '2026-11-21T10:15:00.000Z'],
  ])('reads by %s', (format, text, iso) => {
    expect(read(text, { format: 'own', formats: ['%Y%m%d', format] })).toBe(iso);
  });

  it('times without a zone are of the one chosen, summer time included', () => {
    const timezone = 'Europe/Berlin';
    expect(read('2026-07-01 12:00:00', { timezone })).toBe('2026-07-01T10:00:00.000Z');
    expect(read('2026-12-01 12:00:00', { timezone })).toBe('2026-12-01T11:00:00.000Z');
    expect(read('2026-12-01 12:00:00Z', { timezone })).toBe('2026-12-01T12:00:00.000Z');
  });

  it('takes the place of the field, or leaves it', () => {
    const config = { field: 'timestamp' };
    const event = { timestamp: '2026-11-21' };
    const iso = '2026-11-21T00:00:00.000Z';
    expect(runTransform('parse_timestamp', config, jsonBatch(event)).events).toEqual([{ timestamp: iso }]);
    expect(
      runTransform('parse_timestamp', { ...config, target: '@t.iso', keepOriginal: true }, jsonBatch(event))
        .events,
    ).toEqual([{ ...event, '@t': { iso } }]);
    expect(runTransform('parse_timestamp', { field: 'message' }, rawBatch('2026-11-21')).events).toEqual([
      { timestamp: iso },
    ]);
  });

  it('reports impossible days and text that is no time, unchanged', () => {
    for (const time of [
      '2026-02-30',
      '2025-02-29T00:00:00Z',
      '2026-11-21T24:00:00Z',
      '32/Nov/2026:10:15:30 +0000',
      '',
      'x'.repeat(5_000_000),
      '9'.repeat(25),
      '2026-11-21T10:15:30+99:00',
      true,
      null,
      { a: 1 },
    ])
      expect(read(time), String(time).slice(0, 40)).toBe('TimestampUnreadable');
    expect(runTransform('parse_timestamp', { field: 'x' }, jsonBatch({})).failures).toEqual(['FieldMissing']);
    expect(read('2026-11-21', { target: 't.iso' })).toBe('FieldInTheWay');
  });

  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(read(date.toISOString())).toBe(date.toISOString());
          expect(read(String(date.getTime()), { format: 'epoch_ms' })).toBe(date.toISOString());
        },
      ),
    );
  });

  it('refuses formats it cannot read, or that tell no day', () => {
    const own = (format: string) =>
      refusals('parse_timestamp', { field: 't', format: 'own', formats: [format] })[0];
    expect(own('%Q')).toContain('%Q');
    expect(own('%H:%M')).toContain('must read a day');
    expect(own('%p %Y-%m-%d')).toContain('%p without');
    expect(refusals('parse_timestamp', { field: 't', format: 'own' })[0]).toContain(
      'must have at least one format',
    );
    expect(refusals('parse_timestamp', { field: 't', timezone: 'Mars' })[0]).toContain('time zone');
  });
});
