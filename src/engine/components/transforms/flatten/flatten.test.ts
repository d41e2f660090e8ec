import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Batch } from '../../../event/batch.ts';
import { documentText } from '../../../event/testing/documents.ts';
import { readJson } from '../../../event/testing/read-json.ts';
import { jsonBatch, rawBatch } from '../../testing/contexts.ts';
import { runTransform } from '../../testing/run-transform.ts';

const flat = (config: object, event: object) => {
  const { events, failures } = runTransform('flatten', { ...config }, jsonBatch(event));
  return failures[0] ?? events[0];
};

/** `isClear` is false when two values share a name: a parsed object loses their order. */
function model(value: object, options: { separator: string; lists: boolean; depth: number }) {
  const fields: Record<string, unknown> = {};
  let isClear = true;
  const walk = (one: object, prefix: string, level: number) => {
    for (const [name, inner] of Object.entries(one)) {
      const path = prefix === '' ? name : `${prefix}${options.separator}${name}`;
      const opens = typeof inner === 'object' && inner !== null && (options.lists || !Array.isArray(inner));
      if (opens && Object.keys(inner).length > 0 && level < options.depth) walk(inner, path, level + 1);
      else {
        isClear &&= !Object.hasOwn(fields, path);
        Object.defineProperty(fields, path, {
          value: inner,
          enumerable: true,
          writable: true,
          configurable: true,
        });
      }
    }
  };
  walk(value, '', 0);
  return { fields, isClear };
}

describe('flatten', () => {
  const event = { a: { b: { c: 1 }, d: [{ e: 2 }] }, f: {}, g: 'x' };

  it('joins names to the depth configured', () => {
    expect(flat({}, event)).toEqual({ 'a.b.c': 1, 'a.d': [{ e: 2 }], f: {}, g: 'x' });
    expect(flat({ depth: 1, separator: '"_' }, event)).toEqual({
      'a"_b': { c: 1 },
      'a"_d': [{ e: 2 }],
      f: {},
      g: 'x',
    });
    expect(flat({ lists: true }, event)).toEqual({ 'a.b.c': 1, 'a.d.0.e': 2, f: {}, g: 'x' });
    expect(flat({ field: 'a' }, event)).toEqual({ ...event, a: { 'b.c': 1, d: [{ e: 2 }] } });
  });

  it('of names that become the same, the later ones get a number', () => {
    expect(flat({}, { a: { b: 1 }, 'a.b': 2 })).toEqual({ 'a.b': 1, 'a.b_2': 2 });
    expect(flat({}, { 'a.b': 2, a: { b: 1 }, 'a.b_2': 3 })).toEqual({ 'a.b': 2, 'a.b_2': 1, 'a.b_2_2': 3 });
    expect(flat({ separator: '_' }, { a: { b_c: 1 }, a_b: { c: 2 }, a_b_c: 3 })).toEqual({
      a_b_c: 1,
      a_b_c_2: 2,
      a_b_c_3: 3,
    });
    const batch = new Batch();
    batch.appendJson(Buffer.from('{"x":{"a":1,"\\u0061":2},"x":{"a":3}}'));
    expect(runTransform('flatten', {}, batch).texts).toEqual(['{"x.a":3}']);
  });

  it('a value that its own object overrules takes nothing from another one', () => {
    const batch = new Batch();
    batch.appendJson(Buffer.from('{"x":0,"":{"x":1,"x":{"y":2}}}'));
    batch.appendJson(Buffer.from('{"":{"x":0},"x":1,"":2}'));
    expect(runTransform('flatten', {}, batch).events).toEqual([
      { x: 0, 'x.y': 2 },
      { x: 1, '': 2 },
    ]);
  });

  it('passes raw text, and reports what is no object', () => {
    expect(runTransform('flatten', {}, rawBatch('text')).texts).toEqual(['text']);
    expect(flat({ field: 'g' }, event)).toBe('NotAnObject');
    expect(flat({ field: 'z' }, event)).toBe('FieldMissing');
  });

  it('refuses to grow an event beyond all bounds', () => {
    let deep: Record<string, unknown> = { leaf: 1 };
    for (let level = 0; level < 100; level++) deep = { ['n'.repeat(20_000)]: deep, leaf: level };
    expect(flat({}, deep)).toBe('FlatTooLarge');
  });

  it('works on events that steps before it changed', () => {
    const batch = jsonBatch({ a: { b: 1, c: 2 } });
    runTransform('remove_fields', { fields: ['a.c'] }, batch);
    expect(runTransform('flatten', {}, batch).events).toEqual([{ 'a.b': 1 }]);
  });

  it('says of any document what a plain walk over it says', () => {
    fc.assert(
      fc.property(documentText, fc.boolean(), fc.integer({ min: 1, max: 3 }), (text, lists, depth) => {
        const batch = new Batch();
        batch.appendJson(Buffer.from(text));
        const { events } = runTransform('flatten', { lists, depth }, batch);
        const { fields, isClear } = model(readJson(text) as object, { separator: '.', lists, depth });
        fc.pre(isClear);
        expect(events[0]).toEqual(fields);
      }),
    );
  });
});
