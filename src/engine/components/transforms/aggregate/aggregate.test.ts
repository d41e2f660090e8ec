import { describe, expect, it } from 'vitest';
import type { Batch } from '../../../event/batch.ts';
import { jsonBatch, rawBatch } from '../../testing/contexts.ts';
import { openTransform, refusals } from '../../testing/run-transform.ts';

const rule = (field: string, value: string) => ({
  match: 'all',
  rules: [{ field, operator: 'equals', value }],
});

function results(config: Record<string, unknown>, batch: Batch) {
  const { run, clock, probe } = openTransform('aggregate', config);
  const passed = run(batch).events;
  clock.advance(86_400_000);
  return { results: probe.takeEmitted(), passed, failures: probe.failures };
}

describe('aggregate', () => {
  it('works out each operation for each group', () => {
    const of = (operation: string, field = 'ms') => ({ operation, field });
    const config = {
      groupBy: ['host'],
      results: [
        { operation: 'count' },
        of('count'),
        ...['sum', 'min', 'max', 'avg', 'first', 'last', 'collect'].map((operation) => of(operation)),
        of('distinct', 'user'),
      ],
    };
    const events = [
      { host: 'a', ms: 3, user: 'x' },
      { host: 'b', ms: 'no number', user: 'x' },
      { host: 'a', ms: '1.5', user: 'x' },
      { host: 'a', user: 'y' },
      { host: 'a', ms: -2, user: 'y' },
    ];
    expect(results(config, jsonBatch(...events)).results).toEqual([
      {
        host: 'a',
        count: 4,
        ms_count: 3,
        ms_sum: 2.5,
        ms_min: -2,
        ms_max: 3,
        ms_avg: 2.5 / 3,
        ms_first: 3,
        ms_last: -2,
        ms_collect: [3, '1.5', -2],
        user_distinct: 2,
      },
      {
        host: 'b',
        count: 1,
        ms_count: 1,
        ms_first: 'no number',
        ms_last: 'no number',
        ms_collect: ['no number'],
        user_distinct: 1,
      },
    ]);
  });

  it('finds percentiles within one per cent', () => {
    const values = Array.from({ length: 1000 }, (_, i) => ({ ms: ((i * 7919) % 1000) + 1 }));
    const config = { results: ['p50', 'p95', 'p99'].map((operation) => ({ operation, field: 'ms' })) };
    const [result] = results(config, jsonBatch(...values)).results;
    const near = (name: string, exact: number) =>
      expect(Math.abs(Number(Reflect.get(Object(result), name)) - exact)).toBeLessThanOrEqual(exact * 0.01);
    near('ms_p50', 500);
    near('ms_p95', 950);
    near('ms_p99', 990);
  });

  it('gives each result when its window is over, and nothing before', () => {
    const { run, clock, probe } = openTransform('aggregate', { groupBy: ['v'], seconds: 10 });
    run(jsonBatch({ v: 1 }, { v: 1 }));
    clock.advance(4000);
    run(jsonBatch({ v: 2 }, { v: 1 }));
    clock.advance(5999);
    expect(probe.takeEmitted()).toEqual([]);
    expect(probe.metrics).toMatchObject({ eventsBuffered: 4, eventsOut: 0, eventsMerged: 0 });
    clock.advance(1);
    expect(probe.takeEmitted()).toEqual([{ v: 1, count: 3 }]);
    expect(probe.metrics).toMatchObject({ eventsBuffered: 1, eventsOut: 1, eventsMerged: 2 });
    clock.advance(4000);
    expect(probe.takeEmitted()).toEqual([{ v: 2, count: 1 }]);
    expect(probe.metrics).toMatchObject({ eventsBuffered: 0, eventsOut: 2, eventsMerged: 2 });
  });

  it('groups by event time, late ones too, and refuses events without', () => {
    const config = {
      time: 'event',
      timeField: 'at',
      seconds: 60,
      lateSeconds: 30,
      startField: 'window.start',
      endField: 'window.end',
    };
    const { run, clock, probe } = openTransform('aggregate', config);
    const at = (seconds: number) => ({ at: new Date(Date.UTC(2026, 10, 21, 10, 0, seconds)).toISOString() });
    const noTime = [{ at: 'yesterday' }, { x: 1 }, { at: 1e300 }];
    const seconds = { at: Date.UTC(2026, 10, 21, 10, 0, 30) / 1000 };
    expect(run(jsonBatch(at(59), at(60), at(0), seconds, ...noTime)).events).toEqual(noTime);
    expect(probe.failures).toEqual(['NoEventTime', 'NoEventTime', 'NoEventTime']);
    clock.advance(89_999);
    run(jsonBatch(at(30)));
    clock.advance(1);
    const window = (minute: number) => ({
      start: `2026-11-21T10:0${minute}:00.000Z`,
      end: `2026-11-21T10:0${minute + 1}:00.000Z`,
    });
    expect(probe.takeEmitted()).toEqual([
      { window: window(0), count: 4 },
      { window: window(1), count: 1 },
    ]);
  });

  it('ends groups where events say so, and beyond their limits', () => {
    const bounded = {
      base: 'first',
      seconds: 3600,
      endsWhen: rule('m', 'end'),
      startsWhen: rule('m', 'begin'),
    };
    const { run, probe } = openTransform('aggregate', bounded);
    const ms = (...names: string[]) => jsonBatch(...names.map((m) => ({ m })));
    run(ms('begin', 'a', 'begin', 'b', 'end', 'c'));
    expect(probe.takeEmitted()).toEqual([
      { m: 'begin', count: 2 },
      { m: 'begin', count: 3 },
    ]);
    const small = openTransform('aggregate', { groupBy: ['m'], seconds: 3600, maxEvents: 2, maxGroups: 2 });
    small.run(ms('a', 'b', 'c', 'c', 'd', 'e'));
    expect(small.probe.takeEmitted()).toEqual([
      { m: 'a', count: 1 },
      { m: 'c', count: 2 },
      { m: 'b', count: 1 },
    ]);
  });

  it('lets the oldest go when values fill the memory', () => {
    const config = { groupBy: ['id'], seconds: 3600, results: [{ operation: 'last', field: 'text' }] };
    const { run, probe } = openTransform('aggregate', config);
    for (let id = 0; id < 40; id++) run(jsonBatch({ id, text: 'x'.repeat(2 << 20) }));
    expect(probe.takeEmitted().map((event) => Reflect.get(Object(event), 'id'))).toEqual(
      Array.from({ length: 9 }, (_, id) => id),
    );
  });

  it('bases the result on an event or text, and reports conflicts', () => {
    const config = { base: 'last', results: [{ operation: 'count', target: 'n' }] };
    expect(results(config, rawBatch('one', 'two')).results).toEqual([{ message: 'two', n: 2 }]);
    const blocked = { base: 'first', groupBy: ['a'], results: [{ operation: 'count', target: 'a.n' }] };
    expect(results(blocked, jsonBatch({ a: 1, b: 2 }))).toMatchObject({
      results: [{ a: 1, b: 2 }],
      failures: ['FieldInTheWay'],
    });
  });

  it('groups events without the fields together, and keeps numbers exact', () => {
    const batch = jsonBatch({ x: 1 }, { v: '' }, { x: 2 }, { v: null });
    batch.appendJson(Buffer.from('{"v":12345678901234567890}'));
    const { run, probe } = openTransform('aggregate', { groupBy: ['v'] });
    run(batch);
    probe.state.flush();
    expect(probe.emitted).toEqual([
      '{"count":2}',
      '{"v":"","count":1}',
      '{"v":null,"count":1}',
      '{"v":12345678901234567890,"count":1}',
    ]);
  });

  it('refuses what cannot be', () => {
    expect(refusals('aggregate', { results: [{ operation: 'sum' }] })).toEqual([
      'Results, entry 1: Of the field is required for the operation sum',
    ]);
    const twice = [{ operation: 'count' }, { operation: 'sum', field: 'a', target: 'count' }];
    expect(refusals('aggregate', { results: twice })).toEqual([
      "Results, entry 2: Written to must differ: 'count' is written twice",
    ]);
    expect(refusals('aggregate', { results: [] })).toHaveLength(1);
    expect(refusals('aggregate', { results: Array.from({ length: 51 }, () => ({})) })).not.toEqual([]);
    expect(refusals('aggregate', { seconds: 0 })).toHaveLength(1);
    expect(refusals('aggregate', { seconds: 1e9 })).toHaveLength(1);
    expect(refusals('aggregate', { maxGroups: 1e9 })).toHaveLength(1);
    expect(refusals('aggregate', { endsWhen: { match: 'all', rules: [] } })).toHaveLength(1);
    expect(refusals('aggregate', { groupBy: ['a..b'] })).toHaveLength(1);
  });
});
