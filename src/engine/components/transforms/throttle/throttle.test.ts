import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonBatch, rawBatch } from '../../testing/contexts.ts';
import { openTransform, refusals, runTransform } from '../../testing/run-transform.ts';

const many = (count: number, event: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ n, ...event }));

describe('throttle', () => {
  it('lets so many through, and more as time goes by', () => {
    const { run, clock } = openTransform('throttle', { events: 10, seconds: 1 });
    expect(run(jsonBatch(...many(15))).events).toEqual(many(10));
    clock.advance(300);
    expect(run(jsonBatch(...many(15))).events).toEqual(many(3));
    clock.advance(3_600_000);
    expect(run(jsonBatch(...many(15))).events).toEqual(many(10));
  });

  it('each value has an allowance, and so have events without it', () => {
    const { run } = openTransform('throttle', { events: 2, keyFields: ['host'] });
    const events = [...many(4, { host: 'a' }), ...many(3, { host: 'b' }), ...many(3)];
    expect(run(jsonBatch(...events)).events).toEqual([
      ...many(2, { host: 'a' }),
      ...many(2, { host: 'b' }),
      ...many(2),
    ]);
  });

  it('takes a burst other than what it allows in the long run', () => {
    const { run, clock } = openTransform('throttle', { events: 1, seconds: 1, burst: 5 });
    expect(run(jsonBatch(...many(9))).events).toHaveLength(5);
    clock.advance(2000);
    expect(run(jsonBatch(...many(9))).events).toHaveLength(2);
  });

  it('tags the excess; exempt events use up nothing', () => {
    const exclude = { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'error' }] };
    const error = { level: 'error' };
    expect(
      runTransform('throttle', { events: 1, action: 'tag', exclude }, jsonBatch(error, {}, { a: 1 }, error))
        .events,
    ).toEqual([error, {}, { a: 1, throttled: true }, error]);
    expect(
      runTransform('throttle', { events: 1, action: 'tag', tagField: 'a.b' }, jsonBatch({}, { a: 1 })),
    ).toMatchObject({ events: [{}, { a: 1 }], failures: ['FieldInTheWay'] });
    expect(runTransform('throttle', { events: 1, action: 'tag' }, rawBatch('x', 'y')).events).toEqual([
      { message: 'x' },
      { message: 'y', throttled: true },
    ]);
  });

  it('reports the excess of each value when the time is over', () => {
    const config = { events: 1, seconds: 5, keyFields: ['host', 'n.m'], summary: true, maxKeys: 2 };
    const { run, clock, probe } = openTransform('throttle', config);
    const told = (events: number, fields: object) => ({
      message: `${events} events were dropped by 'Under test'`,
      ...fields,
      throttled_events: events,
    });
    run(jsonBatch(...many(3, { host: 'a' }), ...many(2, { host: 'b' }), {}, {}));
    expect(probe.takeEmitted()).toEqual([told(2, { host: 'a' })]);
    clock.advance(4999);
    expect(probe.takeEmitted()).toEqual([]);
    clock.advance(1);
    expect(probe.takeEmitted()).toEqual([told(1, { host: 'b' }), told(1, {})]);
    clock.advance(3_600_000);
    expect(probe.takeEmitted()).toEqual([]);
    expect(probe.metrics).toMatchObject({ eventsCreated: 3, eventsOut: 3, eventsBuffered: 0 });
  });

  it('never passes more than burst and rate, never fewer than possible', () => {
    const steps = fc.array(fc.record({ wait: fc.nat(3000), count: fc.integer({ min: 1, max: 20 }) }), {
      minLength: 1,
      maxLength: 30,
    });
    const limits = fc.record({
      events: fc.integer({ min: 1, max: 20 }),
      burst: fc.integer({ min: 1, max: 20 }),
    });
    fc.assert(
      fc.property(steps, limits, (taken, { events, burst }) => {
        const { run, clock } = openTransform('throttle', { events, burst, seconds: 1 });
        const passed: { at: number; count: number; asked: number }[] = [];
        for (const { wait, count } of taken) {
          clock.advance(wait);
          const out = run(jsonBatch(...many(count))).events.length;
          passed.push({ at: clock.now(), count: out, asked: count });
        }
        for (const [from, first] of passed.entries()) {
          let sum = 0;
          for (const { at, count } of passed.slice(from)) {
            sum += count;
            expect(sum).toBeLessThanOrEqual(burst + ((at - first.at) * events) / 1000 + 1e-6);
          }
          const before = passed[from - 1];
          const isRefilled = !before || (first.at - before.at) * events >= burst * 1000;
          if (isRefilled) expect(first.count).toBe(Math.min(burst, first.asked));
        }
      }),
    );
  });

  it('forgets values beyond its limit, those not seen for longest', () => {
    const { run } = openTransform('throttle', { events: 1, seconds: 3600, keyFields: ['id'], maxKeys: 100 });
    const kept = run(
      jsonBatch(...Array.from({ length: 10_000 }, (_, id) => [{ id }, { id: 'hot' }]).flat()),
    ).events;
    expect(kept.filter((event) => Object.is(Reflect.get(Object(event), 'id'), 'hot'))).toHaveLength(1);
    expect(kept).toHaveLength(10_001);
  });

  it('refuses what cannot be', () => {
    expect(refusals('throttle', { events: 0 })).toEqual(['Let through must be between 1 and 1000000000']);
    expect(refusals('throttle', { seconds: 0 })).toEqual(['Every must be between 1 s and 1 d (86,400 s)']);
    expect(refusals('throttle', { seconds: Number.POSITIVE_INFINITY })).toHaveLength(1);
    expect(refusals('throttle', { burst: 1.5 })).toHaveLength(1);
    expect(refusals('throttle', { keyFields: [''] })).toHaveLength(1);
    expect(refusals('throttle', { maxKeys: 1e12 })).toHaveLength(1);
    expect(refusals('throttle', { action: 'eat' })).toHaveLength(1);
  });
});
