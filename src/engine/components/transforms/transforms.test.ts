import { describe, expect, it } from 'vitest';
import type { Batch } from '../../event/batch.ts';
import { validateConfig } from '../catalogue.ts';
import { components } from '../registry.ts';
import { jsonBatch, rawBatch, TransformProbe } from '../testing/contexts.ts';

function run(templateId: string, config: Record<string, unknown>, batch: Batch) {
  const checked = validateConfig('TRANSFORM', templateId, config);
  expect(checked.details).toBeUndefined();
  const probe = new TransformProbe();
  const transform = components.transforms[templateId]!.create(checked.config!, probe.context);
  for (let ev = 0; ev < batch.count; ev++) if (batch.isLive(ev)) transform.process(batch, ev);
  const events: unknown[] = [];
  for (let ev = 0; ev < batch.count; ev++)
    if (batch.isLive(ev)) events.push(JSON.parse(batch.toJsonText(ev)));
  return { events, failures: probe.failures };
}

const rule = (field: string, operator: string, value?: string) => ({
  match: 'all',
  rules: [{ field, operator, value }],
});

describe('parse_json', () => {
  it('makes a raw line the object it holds, byte for byte', () => {
    const batch = rawBatch('{"a": 1.0, "b":{"c":12345678901234567890}}');
    run('parse_json', {}, batch);
    expect(batch.toJsonText(0)).toBe('{"a": 1.0, "b":{"c":12345678901234567890}}');
  });

  it('a line that is no object stays, with an error', () => {
    for (const line of ['plain', '{"a":', '[1]', '{"a":1} x', ''])
      expect(run('parse_json', {}, rawBatch(line))).toEqual({
        events: [{ message: line }],
        failures: ['JsonInvalid'],
      });
  });

  it('passes objects that need no parsing, and parses text in message', () => {
    expect(
      run('parse_json', {}, jsonBatch({ a: 1 }, { message: 5 }, { message: '{"b":2}', host: 'x' })),
    ).toEqual({
      events: [{ a: 1 }, { message: 5 }, { message: { b: 2 }, host: 'x' }],
      failures: [],
    });
    expect(run('parse_json', {}, jsonBatch({ message: 'plain' })).failures).toEqual(['JsonInvalid']);
  });

  it('puts the result of a field where it should go', () => {
    const event = { log: { text: ' {"b":[1,2]}\n' } };
    expect(run('parse_json', { field: 'log.text' }, jsonBatch(event)).events).toEqual([
      { log: { text: { b: [1, 2] } } },
    ]);
    expect(run('parse_json', { field: 'log.text', target: 'parsed' }, jsonBatch(event)).events).toEqual([
      { log: {}, parsed: { b: [1, 2] } },
    ]);
    expect(run('parse_json', { field: 'log.text', target: 'log' }, jsonBatch(event)).events).toEqual([
      { log: { b: [1, 2] } },
    ]);
    expect(run('parse_json', { target: 'p', keepOriginal: true }, rawBatch('{"a":1}')).events).toEqual([
      { message: '{"a":1}', p: { a: 1 } },
    ]);
  });

  it('reports a missing field and a value in the way', () => {
    expect(run('parse_json', { field: 'x' }, jsonBatch({ a: 1 })).failures).toEqual(['FieldMissing']);
    expect(run('parse_json', { field: 'x', target: 'a.b' }, jsonBatch({ a: 1, x: '{}' })).failures).toEqual([
      'FieldInTheWay',
    ]);
  });
});

describe('parse_grok', () => {
  const line = '203.0.113.7 GET /index.html 200 0.043 9007199254740993';
  const pattern =
    '%{IP:client} %{WORD:http.verb} %{NOTSPACE:path} %{INT:status:int} %{NUMBER:took:float} %{INT:id:int}';

  it('sets fields of the right types and removes the text', () => {
    const batch = rawBatch(line);
    const { failures } = run('parse_grok', { pattern }, batch);
    expect(failures).toEqual([]);
    expect(batch.toJsonText(0)).toBe(
      '{"client":"203.0.113.7","http":{"verb":"GET"},"path":"/index.html","status":200,"took":0.043,"id":9007199254740993}',
    );
  });

  it('keeps the text; fields go below a target, numbers become valid', () => {
    expect(
      run(
        'parse_grok',
        { pattern: '%{WORD:a} %{NUMBER:b:int}', target: 'got', keepOriginal: true },
        jsonBatch({ message: 'x 007' }),
      ).events,
    ).toEqual([{ message: 'x 007', got: { a: 'x', b: 7 } }]);
  });

  it('names fields by the set chosen, the older one by default', () => {
    const line = '[Thu Jun 26 11:55:50 2026] [core:notice] [pid 1023] AH00094: Command line';
    expect(run('parse_grok', { pattern: '%{HTTPD24_ERRORLOG}' }, rawBatch(line)).events).toMatchObject([
      { module: 'core', loglevel: 'notice', pid: '1023', message: 'Command line' },
    ]);
    const config = { pattern: '%{HTTPD24_ERRORLOG}', patternSet: 'ecs-v1' };
    expect(run('parse_grok', config, rawBatch(line)).events).toMatchObject([
      { apache: { error: { module: 'core' } }, log: { level: 'notice' }, process: { pid: 1023 } },
    ]);
  });

  it('tries the other patterns in order and leaves unmatched text alone', () => {
    const config = {
      pattern: '^a=%{INT:a}$',
      alternatives: ['^b=%{INT:b}$', '%{MINE:c}'],
      definitions: { MINE: 'c+' },
    };
    expect(run('parse_grok', config, rawBatch('a=1', 'b=2', 'ccc', 'zzz'))).toEqual({
      events: [{ a: '1' }, { b: '2' }, { c: 'ccc' }, { message: 'zzz' }],
      failures: ['GrokNoMatch'],
    });
  });

  it('keeps a field the pattern sets; of duplicate names the first counts', () => {
    expect(
      run('parse_grok', { pattern: '^<%{INT:n}>%{GREEDYDATA:message}' }, rawBatch('<3>hello')).events,
    ).toEqual([{ message: 'hello', n: '3' }]);
    expect(run('parse_grok', { pattern: '(?:x=%{INT:v}|y=%{INT:v})' }, rawBatch('y=4')).events).toEqual([
      { v: '4' },
    ]);
  });

  it('reports a missing field', () => {
    expect(run('parse_grok', { pattern: '%{WORD:a}', field: 'x' }, rawBatch('a')).failures).toEqual([
      'FieldMissing',
    ]);
  });
});

describe('filter', () => {
  const events = [{ level: 'debug' }, { level: 'info' }, {}];
  it('drops what matches, or keeps only that', () => {
    const match = rule('level', 'equals', 'debug');
    expect(run('filter', { match }, jsonBatch(...events)).events).toEqual([{ level: 'info' }, {}]);
    expect(run('filter', { match, action: 'keep' }, jsonBatch(...events)).events).toEqual([
      { level: 'debug' },
    ]);
  });
});

describe('fields', () => {
  it('remove_fields removes nested fields, keep_fields keeps them', () => {
    const event = { a: { b: 1, c: 2 }, d: 3, 'x.y': 4 };
    expect(run('remove_fields', { fields: ['a.b', 'x\\.y', 'none'] }, jsonBatch(event)).events).toEqual([
      { a: { c: 2 }, d: 3 },
    ]);
    expect(run('keep_fields', { fields: ['a.c', 'none'] }, jsonBatch(event)).events).toEqual([
      { a: { c: 2 } },
    ]);
    expect(run('keep_fields', { fields: ['message'] }, rawBatch('text')).events).toEqual([
      { message: 'text' },
    ]);
  });

  it('set_fields sets constants of every type and texts with other fields', () => {
    const fields = [
      { field: 'n', type: 'number', value: ' 1e2 ' },
      { field: 'b', type: 'boolean', value: 'true' },
      { field: 'j', type: 'json', value: '{"k":[1]}' },
      { field: 'deep.t', value: 'plain' },
      { field: 't', value: `$$\${verb}: \${deep.t} \${none}|\${j}` },
    ];
    expect(run('set_fields', { fields }, jsonBatch({ verb: 'GET' })).events).toEqual([
      { verb: 'GET', n: 100, b: true, j: { k: [1] }, deep: { t: 'plain' }, t: '$GET: plain |{"k":[1]}' },
    ]);
    expect(run('set_fields', { fields: [{ field: 'env', value: 'prod' }] }, rawBatch('x')).events).toEqual([
      { message: 'x', env: 'prod' },
    ]);
  });

  it('set_fields can leave existing values, and reports what is in the way', () => {
    const fields = [{ field: 'a', value: 'new' }];
    expect(run('set_fields', { fields, overwrite: false }, jsonBatch({ a: 'old' }, {})).events).toEqual([
      { a: 'old' },
      { a: 'new' },
    ]);
    expect(run('set_fields', { fields: [{ field: 'a.b', value: 'x' }] }, jsonBatch({ a: 1 }))).toEqual({
      events: [{ a: 1 }],
      failures: ['FieldInTheWay'],
    });
  });

  it('rename_fields moves values, ignores missing ones, reports conflicts', () => {
    const fields = [
      { from: 'a', to: 'b.c' },
      { from: 'none', to: 'x' },
    ];
    expect(run('rename_fields', { fields }, jsonBatch({ a: [1] }, { b: 2, a: 3 }))).toEqual({
      events: [{ b: { c: [1] } }, { b: 2, a: 3 }],
      failures: ['FieldInTheWay'],
    });
  });
});

describe('sample', () => {
  const many = (count: number, make: (n: number) => object = (n) => ({ n })) =>
    jsonBatch(...Array.from({ length: count }, (_, n) => make(n)));

  it('keeps exactly one in N, beginning with the first', () => {
    expect(run('sample', { rate: 10 }, many(1001)).events).toHaveLength(101);
    expect(run('sample', { rate: 3 }, many(7)).events).toEqual([{ n: 0 }, { n: 3 }, { n: 6 }]);
    expect(run('sample', { rate: 1 }, many(5)).events).toHaveLength(5);
  });

  it('keeps an exact percentage', () => {
    for (const [percent, kept] of [
      [0, 0],
      [100, 1000],
      [50, 500],
      [33.33, 333],
      [0.1, 1],
    ] as const)
      expect(run('sample', { mode: 'percent', percent }, many(1000)).events.length, `${percent}%`).toBe(kept);
    expect(run('sample', { mode: 'percent', percent: 25 }, many(1000)).events).toHaveLength(250);
  });

  it('counts each value by itself; excluded events always pass', () => {
    const make = (n: number) => ({ n, k: n % 2 === 0 ? 'even' : 'odd', level: n === 5 ? 'error' : 'info' });
    const config = { rate: 5, keyField: 'k', exclude: rule('level', 'equals', 'error') };
    expect(run('sample', config, many(10, make)).events).toMatchObject([{ n: 0 }, { n: 1 }, { n: 5 }]);
  });
});
