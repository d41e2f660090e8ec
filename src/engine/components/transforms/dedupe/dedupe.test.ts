import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonBatch, rawBatch } from '../../testing/contexts.ts';
import { openTransform, refusals, runTransform } from '../../testing/run-transform.ts';

describe('dedupe', () => {
  it('drops events whose bytes came before, and keeps text and objects apart', () => {
    expect(
      runTransform('dedupe', {}, jsonBatch({ a: 1 }, { a: 2 }, { a: 1 }, { a: 1, b: 1 })).events,
    ).toEqual([{ a: 1 }, { a: 2 }, { a: 1, b: 1 }]);
    const batch = rawBatch('{"a":1}', '{"a":1}', 'x'.repeat(5000), 'x'.repeat(5000), 'x'.repeat(5001));
    batch.appendJson(Buffer.from('{"a":1}'));
    expect(runTransform('dedupe', {}, batch).texts).toEqual([
      '{"a":1}',
      'x'.repeat(5000),
      'x'.repeat(5001),
      '{"a":1}',
    ]);
  });

  it('compares some fields; an event without any of them is no repeat', () => {
    const config = { compare: 'fields', fields: ['host', 'error.code'] };
    const first = { host: 'a', error: { code: 1 } };
    const events = [first, { ...first, n: 2 }, { host: 'a' }, { host: 'a' }, { n: 3 }, { n: 3 }];
    expect(runTransform('dedupe', config, jsonBatch(...events)).events).toEqual([
      first,
      { host: 'a' },
      { n: 3 },
      { n: 3 },
    ]);
  });

  it('does not mistake values that look alike when put together', () => {
    const config = { compare: 'fields', fields: ['a', 'b'] };
    const events = [
      { a: '1:x', b: '' },
      { a: '1', b: 'x' },
      { a: 'x1', b: '-' },
      { a: 'x1' },
      { a: '', b: '1:x' },
    ];
    expect(runTransform('dedupe', config, jsonBatch(...events)).events).toEqual(events);
    const long = [{ a: 'y'.repeat(500) }, { a: `${'y'.repeat(500)}z` }];
    expect(runTransform('dedupe', config, jsonBatch(...long, ...long)).events).toEqual(long);
  });

  it('sets some fields aside without changing the event', () => {
    const config = { compare: 'except', fields: ['time', 'meta.id'] };
    const events = [
      { time: 1, m: 'x', meta: { id: 1, k: 1 } },
      { time: 2, m: 'x', meta: { id: 2, k: 1 } },
      { time: 3, m: 'x', meta: { id: 2, k: 2 } },
    ];
    expect(runTransform('dedupe', config, jsonBatch(...events)).events).toEqual([events[0], events[2]]);
  });

  it('the next event says how many were dropped recently', () => {
    const { run, clock } = openTransform('dedupe', { seconds: 10, countField: 'repeats' });
    const event = { m: 'x' };
    run(jsonBatch(event, event, event));
    clock.advance(10_000);
    expect(run(jsonBatch(event, event)).events).toEqual([{ m: 'x', repeats: 2 }]);
    clock.advance(19_999);
    expect(run(jsonBatch(event)).events).toEqual([{ m: 'x', repeats: 1 }]);
    run(jsonBatch(event));
    clock.advance(20_000);
    expect(run(jsonBatch(event)).events).toEqual([event]);
  });

  it('keeps exactly what a plain list of what passed would keep', () => {
    const step = fc.record({ wait: fc.nat(12_000), values: fc.array(fc.nat(4), { maxLength: 6 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.constantFrom('first', 'last'), (steps, from) => {
        const { run, clock } = openTransform('dedupe', {
          seconds: 10,
          from,
          compare: 'fields',
          fields: ['v'],
        });
        const since = new Map<number, number>();
        for (const { wait, values } of steps) {
          clock.advance(wait);
          const now = clock.now();
          const passing = values.filter((value) => {
            const before = since.get(value);
            const isRepeat = before !== undefined && now - before < 10_000;
            if (!isRepeat || from === 'last') since.set(value, now);
            return !isRepeat;
          });
          expect(run(jsonBatch(...values.map((v) => ({ v })))).events).toEqual(passing.map((v) => ({ v })));
        }
      }),
    );
  });

  it('forgets the oldest beyond its limit', () => {
    const { run } = openTransform('dedupe', { maxKeys: 3, seconds: 86_400, countField: 'c' });
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((v) => ({ v }));
    expect(run(jsonBatch(a!, a!, b!, c!, d!, c!, a!)).events).toEqual([a, b, c, d, { v: 'a', c: 1 }]);
  });

  it('refuses what cannot be', () => {
    expect(refusals('dedupe', { compare: 'fields' })).toEqual([
      'Fields must have at least 1 entry to compare by fields',
    ]);
    expect(refusals('dedupe', { compare: 'except', fields: [''] })).toHaveLength(1);
    expect(refusals('dedupe', { seconds: -1 })).toHaveLength(1);
    expect(refusals('dedupe', { maxKeys: 1 })).toHaveLength(1);
    expect(refusals('dedupe', { countField: 'a..b' })).toHaveLength(1);
    expect(refusals('dedupe', { key: 'x' })).toHaveLength(1);
  });
});
