import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Batch } from '../../../event/batch.ts';
import { documentText } from '../../../event/testing/documents.ts';
import { readJson } from '../../../event/testing/read-json.ts';
import { jsonBatch, rawBatch } from '../../testing/contexts.ts';
import { runTransform } from '../../testing/run-transform.ts';

const left = (config: object, event: object) =>
  runTransform('remove_fields', { ...config }, jsonBatch(event)).events[0];
const jsonText = (text: string) => {
  const batch = new Batch();
  batch.appendJson(Buffer.from(text));
  return batch;
};

type Value = unknown;
const isEmpty = (value: Value) =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
function model(value: Value, nulls: boolean, empty: boolean): Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value)
    .map(([name, one]) => [name, model(one, nulls, empty)] as const)
    .filter(([, one]) => !(nulls && one === null) && !(empty && isEmpty(one)));
  return Object.fromEntries(kept);
}

describe('remove_fields by what fields hold and by stars', () => {
  it('stars stand for characters of one name', () => {
    const event = { http: { 'x-a': 1, 'x-b': 2, host: 'h' }, a: { id: 1, n: 2 }, b: { id: 3 }, id: 4 };
    expect(left({ fields: ['http.x-*', '*.id'] }, event)).toEqual({
      http: { host: 'h' },
      a: { n: 2 },
      b: {},
      id: 4,
    });
    expect(left({ fields: ['*'] }, event)).toEqual({});
    expect(left({ fields: ['a\\*b', 'x*y*z'] }, { 'a*b': 1, aab: 2, x1y2z: 3, xyz: 4, xz: 5 })).toEqual({
      aab: 2,
      xz: 5,
    });
  });

  it('null and empty fields go, with objects of which nothing is left', () => {
    const event = {
      a: null,
      b: '',
      c: [],
      d: {},
      e: { f: null, g: { h: '' } },
      i: [null, ''],
      j: 0,
      k: false,
    };
    expect(left({ removeNull: true }, event)).toEqual({ ...event, a: undefined, e: { g: { h: '' } } });
    expect(left({ removeEmpty: true }, event)).toEqual({
      a: null,
      e: { f: null },
      i: [null, ''],
      j: 0,
      k: false,
    });
    expect(left({ removeNull: true, removeEmpty: true }, event)).toEqual({ i: [null, ''], j: 0, k: false });
    expect(
      runTransform('remove_fields', { removeEmpty: true, fields: ['m*'] }, rawBatch('text')).events,
    ).toEqual([{}]);
  });

  it('an event of which nothing goes stays byte for byte', () => {
    const text = '{"a" : 1.0, "b":{"c":"x"}}';
    expect(runTransform('remove_fields', { removeNull: true, fields: ['z*'] }, jsonText(text)).texts).toEqual(
      [text],
    );
  });

  it('a name that stands twice does not come back', () => {
    const twice = '{"a":1,"\\u0061":null,"b":{"c":"","d":{}}}';
    expect(
      runTransform('remove_fields', { removeNull: true, removeEmpty: true }, jsonText(twice)).texts,
    ).toEqual(['{}']);
  });

  it('many null fields in one event take one pass', () => {
    const event = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n % 2 === 0 ? null : n]),
    );
    expect(Object.keys(left({ removeNull: true }, event) as object)).toHaveLength(50_000);
  });

  it('says of any document what a plain walk over it says', () => {
    fc.assert(
      fc.property(documentText, fc.boolean(), fc.boolean(), (text, removeNull, removeEmpty) => {
        fc.pre(removeNull || removeEmpty);
        const { events } = runTransform('remove_fields', { removeNull, removeEmpty }, jsonText(text));
        expect(events[0]).toEqual(model(readJson(text), removeNull, removeEmpty));
      }),
    );
  });
});
