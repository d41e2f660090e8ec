import { describe, expect, test } from 'vitest';
import { toBars, toFigures } from '../../../contract/dashboards/answers.ts';
import type { QueryResult } from '../../../contract/entities/query.ts';
import { toSeries } from './chart-data.ts';
import { formatValue, toJsonText } from './result-rows.tsx';

const READING = { filesRead: 0, bytes: '0', events: '0', unread: [], unreadCount: 0 };
const makeResult = (columns: [name: string, type: string][], rows: unknown[][]): QueryResult => ({
  columns: columns.map(([name, type]) => ({ name, type })),
  rows,
  hasMore: false,
  tables: [],
  reading: READING,
  waitingEventCount: '0',
  readMs: 0,
  runMs: 0,
});
const MINUTES = ['2026-11-21T20:00:00Z', '2026-11-21T20:01:00Z'];

describe('lines of a result', () => {
  test('one for each column of numbers, in the order of time', () => {
    const drawn = toSeries(
      makeResult(
        [
          ['t', 'TIMESTAMP'],
          ['a', 'BIGINT'],
          ['b', 'DOUBLE'],
        ],
        [
          [MINUTES[1], 2, null],
          [MINUTES[0], 1, 0.5],
        ],
      ),
    );
    const lines = 'data' in drawn ? drawn.data : [];
    expect(lines.map(({ label, points }) => [label, points.map(({ value }) => value)])).toEqual([
      ['a', [1, 2]],
      ['b', [0.5, null]],
    ]);
  });

  test('one for each value of a text column, at most eight', () => {
    const columns: [string, string][] = [
      ['t', 'TIMESTAMP'],
      ['host', 'VARCHAR'],
      ['n', 'BIGINT'],
    ];
    const drawn = toSeries(
      makeResult(columns, [
        [MINUTES[0], 'x', 1],
        [MINUTES[0], '', 2],
      ]),
    );
    expect('data' in drawn && drawn.data.map(({ label }) => label)).toEqual(['x', '(empty)']);
    const joined = makeResult(
      [['t', 'TIMESTAMP'], ['status', 'BIGINT'], ...columns.slice(1)],
      [[MINUTES[0], 404, 'x', 1]],
    );
    expect(toSeries(joined)).toMatchObject({ data: [{ label: '404, x', points: [{ value: 1 }] }] });
    const hosts = makeResult(
      [['t', 'TIMESTAMP'], ['site', 'VARCHAR'], ...columns.slice(1)],
      ['a', 'b'].map((site, n) => [MINUTES[0], site, 'x', n]),
    );
    expect(toSeries(hosts)).toMatchObject({ data: [{ label: 'a, x' }, { label: 'b, x' }] });
    const many = Array.from({ length: 9 }, (_, i) => [MINUTES[0], `h${i}`, i]);
    expect(toSeries(makeResult(columns, many))).toEqual({ problem: expect.stringContaining('at most 8') });
  });

  test('without a time or a number it says what is needed', () => {
    expect(toSeries(makeResult([['n', 'BIGINT']], [[1]]))).toHaveProperty('problem');
    expect(toSeries(makeResult([['t', 'TIMESTAMP']], [[MINUTES[0]]]))).toHaveProperty('problem');
  });
});

test('bars: named by texts, else by the first of several numbers', () => {
  const read = (columns: [string, string][], row: unknown[]) => {
    const drawn = toBars(makeResult(columns, [row]));
    return 'data' in drawn
      ? [drawn.data.measure, drawn.data.bars[0]?.label, drawn.data.bars[0]?.value]
      : drawn;
  };
  expect(
    read(
      [
        ['status', 'BIGINT'],
        ['n', 'BIGINT'],
      ],
      [200, 7],
    ),
  ).toEqual(['n', '200', 7]);
  expect(
    read(
      [
        ['n', 'BIGINT'],
        ['host', 'VARCHAR'],
      ],
      [7, 'a'],
    ),
  ).toEqual(['n', 'a', 7]);
  const joined: [string, string][] = [
    ['status', 'BIGINT'],
    ['meaning', 'VARCHAR'],
    ['n', 'BIGINT'],
  ];
  expect(read(joined, [404, 'Not found', 7])).toEqual(['n', '404, Not found', 7]);
  expect(read([['n', 'BIGINT']], [7])).toEqual(['n', 'Row 1', 7]);
  expect(read([['host', 'VARCHAR']], ['a'])).toHaveProperty('problem');
});

test('figures are those of the first row', () => {
  expect(toFigures(makeResult([['n', 'BIGINT']], []))).toHaveProperty('problem');
  expect(toFigures(makeResult([['n', 'BIGINT']], [[7], [8]]))).toEqual({
    data: [{ name: 'n', at: 0, value: 7 }],
  });
});

test('JSON: objects, and columns of one name are kept apart', () => {
  const result = makeResult(
    [
      ['a', 'BIGINT'],
      ['a', 'VARCHAR'],
    ],
    [
      [1, 'x'],
      [null, '<b>'],
    ],
  );
  expect(JSON.parse(toJsonText(result))).toEqual([
    { a: 1, a_2: 'x' },
    { a: null, a_2: '<b>' },
  ]);
});

test('values: hidden characters are seen, numbers are whole', () => {
  expect(formatValue({ name: 'x', type: 'VARCHAR' }, 'a\u202eb')).not.toContain('\u202e');
  expect(formatValue({ name: 'x', type: 'BIGINT' }, 1234567)).toBe('1,234,567');
  expect(formatValue({ name: 'x', type: 'JSON' }, { a: 1 })).toBe('{"a":1}');
});

test('bars: times are written as in the table', () => {
  const columns: [string, string][] = [
    ['t', 'TIMESTAMP'],
    ['n', 'BIGINT'],
  ];
  const drawn = toBars(makeResult(columns, [['2026-11-27T23:54:00Z', 7]]), formatValue);
  expect('data' in drawn && drawn.data.bars[0]?.label).toMatch(/^2[78] Nov \d\d:54:00$/);
});
