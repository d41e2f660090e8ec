import { describe, expect, test } from 'vitest';
import { analyseEvents } from './analyse.ts';

const LEVELS = ['info', 'debug', 'warn', 'debug'];
const PATHS = ['/a', '/b', '/c/d', '/login'];

const logs = (count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      message:
        at % 4 === 1
          ? `Cache miss for key user:${at} after ${at * 3} ms`
          : `GET ${PATHS[at % 4]} from 10.0.${at % 256}.7 took ${at}ms`,
      level: LEVELS[at % 4],
      host: 'web-1.example.internal',
      trace: {
        id: `4bf92f3577b34da6a3ce929d0e0e${1000 + at}`,
        copy: `4bf92f3577b34da6a3ce929d0e0e${1000 + at}`,
      },
      tags: [],
      'dotted.name': at,
    }),
  );

const find = (texts: string[], kind: string) =>
  analyseEvents(texts).findings.filter((one) => one.kind === kind);

describe('fields of captured events [R2.4-61]', () => {
  const insights = analyseEvents(logs(100));
  const field = (path: string) => insights.fields.find((one) => one.path === path);

  test('presence, types, different values, the most frequent ones', () => {
    expect(field('level')).toMatchObject({ presence: 100, types: { string: 100 }, distinct: 3 });
    expect(field('level')?.topValues[0]).toEqual({ value: 'debug', count: 50 });
    expect(field('tags')).toMatchObject({ types: { array: 100 }, distinct: 1 });
  });

  test('an object comes with its contents; dots in names are escaped', () => {
    const inner = (field('trace.id')?.bytes ?? 0) + (field('trace.copy')?.bytes ?? 0);
    expect(field('trace')).toMatchObject({ types: { object: 100 }, distinct: null });
    expect(field('trace')?.bytes).toBeGreaterThan(inner);
    expect(field('dotted\\.name')).toMatchObject({ types: { number: 100 }, distinct: 100 });
  });

  test('the bytes of a field are those an event loses without it', () => {
    const [first = ''] = logs(1);
    const { host: _host, ...rest } = JSON.parse(first);
    const [one] = analyseEvents([first]).fields.filter(({ path }) => path === 'host');
    expect(one?.bytes).toBe(Buffer.byteLength(first) - Buffer.byteLength(JSON.stringify(rest)));
  });
});

describe('events are seen as transforms see them [R2.4-61]', () => {
  test('the message of text lines has their bytes, never more', () => {
    const lines = ['GET "/a" 200', 'GET "/b" 404'];
    expect(analyseEvents(lines).fields).toMatchObject([{ path: 'message', bytes: 24 }]);
  });

  test('unparsed JSON is text with a message field, without findings', () => {
    const texts = logs(100);
    const insights = analyseEvents(
      texts,
      texts.map(() => true),
    );
    expect(insights).toMatchObject({ textEvents: 100, unparsedEvents: 100, messageField: 'message' });
    expect(insights.fields.map(({ path }) => path)).toEqual(['message']);
    const paths = insights.findings.flatMap(({ change }) => change.config.fields ?? []);
    expect(paths).toEqual([]);
    expect(analyseEvents(texts)).toMatchObject({ textEvents: 0, unparsedEvents: 0 });
  });
});

describe('patterns of messages [R2.4-61]', () => {
  test('one pattern per kind of message, with an exact expression', () => {
    const texts = logs(100);
    const { patterns } = analyseEvents(texts);
    expect(patterns.map(({ count }) => count)).toEqual([75, 25]);
    const messages = texts.map((text): string => JSON.parse(text).message);
    for (const { expression, count } of patterns)
      expect(messages.filter((message) => new RegExp(expression).test(message))).toHaveLength(count);
  });

  test('text lines have patterns too, with their signs escaped', () => {
    const lines = Array.from({ length: 40 }, (_, at) => `[core] (x+y)*${at} = {done} in ${at} ms?`);
    const { patterns, textEvents, messageField } = analyseEvents(lines);
    expect([textEvents, messageField, patterns.length]).toEqual([40, 'message', 1]);
    expect(lines.every((line) => new RegExp(patterns[0]!.expression).test(line))).toBe(true);
  });

  test('messages without any likeness stay apart, and only the largest are answered', () => {
    const lines = Array.from(
      { length: 90 },
      (_, at) => `${'abcdefghij'[at % 10]}${'klmnopqrs'[at % 9]} ${'x'.repeat(at + 1)}`,
    );
    const { patterns, otherPatterns } = analyseEvents(lines);
    expect(patterns.length + otherPatterns).toBe(90);
    expect(patterns).toHaveLength(50);
  });
});

describe('findings, each with the transform that acts on it [R2.4-61]', () => {
  test('constant fields, empty fields, and copies of other fields', () => {
    const texts = logs(100);
    expect(find(texts, 'CONSTANT_FIELD').map(({ change }) => change.config)).toEqual([{ fields: ['host'] }]);
    expect(find(texts, 'EMPTY_FIELD').map(({ change }) => change.config)).toEqual([{ fields: ['tags'] }]);
    expect(find(texts, 'DUPLICATE_FIELD').map(({ change }) => change.config)).toEqual([
      { fields: ['trace.copy'] },
    ]);
  });

  test('debug lines are dropped by level, saving their bytes', () => {
    const texts = logs(100);
    const [finding] = find(texts, 'DEBUG_NOISE');
    expect(finding?.change).toMatchObject({
      templateId: 'filter',
      config: { action: 'drop', match: { rules: [{ field: 'level', operator: 'in', value: ['debug'] }] } },
    });
    const debug = texts.filter((text) => JSON.parse(text).level === 'debug');
    expect(finding?.savedBytes).toBe(debug.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  });

  test('a frequent pattern is sampled, unless all messages have it or some are warnings', () => {
    const calm = logs(100).map((text) => text.replace('"warn"', '"notice"'));
    expect(find(calm, 'FREQUENT_PATTERN')).toHaveLength(2);
    expect(find(logs(100), 'FREQUENT_PATTERN')).toHaveLength(1);
    expect(
      find(
        calm.filter((_, at) => at % 4 !== 1),
        'FREQUENT_PATTERN',
      ),
    ).toEqual([]);
  });

  test.each([
    ['its words', (at: number) => ({ message: `Login of ${at} failed after ${at} ms` })],
    ['a class', (at: number) => ({ message: `java.net.SocketException by peer ${at}` })],
    ['a level', (at: number) => ({ message: `Slow answer of ${at}`, level: 'WARN' })],
    ['a nested level', (at: number) => ({ message: `Slow answer of ${at}`, log: { level: 'error' } })],
    ['a severity', (at: number) => ({ message: `Slow answer of ${at}`, severity: 3 })],
    ['a status', (at: number) => ({ message: `Answered ${at}`, http: { response: { status_code: 503 } } })],
  ])('what is an error by %s is never sampled', (_, trouble) => {
    const texts = Array.from({ length: 100 }, (_, at) =>
      JSON.stringify(at % 2 ? trouble(at) : { message: `GET /page from 10.0.0.${at} took ${at}ms` }),
    );
    const found = find(texts, 'FREQUENT_PATTERN');
    expect(found.map(({ detail }) => detail)).toEqual([expect.stringContaining('GET')]);
  });

  test('no proposal holds the date of the events it was made from', () => {
    const line = (at: number, day: number) =>
      at % 2
        ? `Mar ${day} 13:06:${10 + (at % 50)} web-1 cron[${at}]: session opened for user root`
        : `Sun Mar ${day} 13:06:${10 + (at % 50)} 2026 web-1 app: served page ${at}`;
    const lines = (day: number) => Array.from({ length: 100 }, (_, at) => line(at, day));
    const found = find(lines(27), 'FREQUENT_PATTERN');
    expect(found).toHaveLength(2);
    for (const { change } of found) {
      const { condition } = change.config as { condition: { rules: { value: string }[] } };
      const expression = new RegExp(condition.rules[0]!.value);
      expect(lines(12).filter((text) => expression.test(text))).toHaveLength(50);
      expect(String(expression)).not.toMatch(/Mar|Sun|27|2026/);
    }
  });

  test('the time of events is not proposed for removal, however large', () => {
    const texts = Array.from({ length: 100 }, (_, at) =>
      JSON.stringify({
        timestamp: `2026-11-29T10:00:${10 + (at % 50)}.${100 + at}Z`,
        id: `${at}`,
        ok: at % 2 === 0,
      }),
    );
    expect(find(texts, 'LARGE_FIELD').map(({ id }) => id)).not.toContain('LARGE_FIELD:timestamp');
  });

  test('a few events tell nothing, and none are no error', () => {
    expect(analyseEvents(logs(19)).findings).toEqual([]);
    expect(analyseEvents([])).toMatchObject({ events: 0, fields: [], patterns: [], findings: [] });
  });

  test('hostile events: no object, broken JSON, empty, deep, names of prototypes', () => {
    const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
    const texts = [
      '',
      '[]',
      '{"a":',
      'null',
      '{"__proto__":{"x":1},"constructor":"y"}',
      deep,
      '\u0000\ud800',
    ];
    const { events, fields } = analyseEvents(texts);
    expect(events).toBe(7);
    expect(fields.some(({ path }) => path === 'constructor')).toBe(true);
  });
});
