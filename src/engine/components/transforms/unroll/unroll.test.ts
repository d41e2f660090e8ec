import { describe, expect, it } from 'vitest';
import { Batch } from '../../../event/batch.ts';
import { jsonBatch, rawBatch } from '../../testing/contexts.ts';
import { runTransform } from '../../testing/run-transform.ts';
import { MAX_ELEMENTS } from './transform.ts';

const unroll = (config: object, ...events: object[]) =>
  runTransform('unroll', { field: 'r', ...config }, jsonBatch(...events));

describe('unroll', () => {
  const event = { host: 'h', r: [{ a: 1 }, 'x', [2], null] };

  it('makes an event of each element, with the other fields', () => {
    expect(unroll({}, event, { r: [1] }).events).toEqual([
      { host: 'h', r: { a: 1 } },
      { r: 1 },
      { host: 'h', r: 'x' },
      { host: 'h', r: [2] },
      { host: 'h', r: null },
    ]);
  });

  it('puts elements elsewhere, or lets objects be the whole event', () => {
    expect(unroll({ target: 'one.e', field: 'r' }, { r: [1, 2], one: {} }).events).toEqual([
      { one: { e: 1 } },
      { one: { e: 2 } },
    ]);
    expect(unroll({ keepParent: false }, event).events).toEqual([
      { a: 1 },
      { r: 'x' },
      { r: [2] },
      { r: null },
    ]);
    expect(unroll({ keepParent: false, target: 'e' }, { r: [{ a: 1 }] }).events).toEqual([{ e: { a: 1 } }]);
  });

  it('keeps or drops an event whose list is empty', () => {
    expect(unroll({}, { r: [], x: 1 }).events).toEqual([{ r: [], x: 1 }]);
    expect(unroll({ emptyList: 'drop' }, { r: [] }, { r: [1] }).events).toEqual([{ r: 1 }]);
  });

  it('copies elements byte for byte, nested deeply too', () => {
    const batch = new Batch();
    const deep = `${'[ '.repeat(100)}1.0${' ]'.repeat(100)}`;
    batch.appendJson(Buffer.from(`{"a":{"r":[ 1.50 , "\\u0041",${deep}]},"r":1}`));
    expect(runTransform('unroll', { field: 'a.r' }, batch).texts).toEqual([
      '{"a":{"r":1.50},"r":1}',
      '{"a":{"r":"\\u0041"},"r":1}',
      `{"a":{"r":${deep}},"r":1}`,
    ]);
  });

  it('leaves the event unchanged without a list, room, or within limits', () => {
    expect(unroll({}, { r: 1 }, { x: 1 })).toMatchObject({
      texts: ['{"r":1}', '{"x":1}'],
      failures: ['NotAList', 'FieldMissing'],
    });
    expect(unroll({ target: 'x.y' }, { r: [1, 2], x: 1 })).toMatchObject({
      texts: ['{"r":[1,2],"x":1}'],
      failures: ['FieldInTheWay'],
    });
    expect(runTransform('unroll', { field: 'message' }, rawBatch('[1,2]'))).toMatchObject({
      texts: ['[1,2]'],
      failures: ['NotAList'],
    });
    const long = { r: Array.from({ length: MAX_ELEMENTS + 1 }, () => 0) };
    expect(unroll({}, long)).toMatchObject({ texts: [JSON.stringify(long)], failures: ['ListTooLong'] });
    const wide = { r: Array.from({ length: 1000 }, () => 0), text: 'x'.repeat(100_000) };
    expect(unroll({}, wide)).toMatchObject({ texts: [JSON.stringify(wide)], failures: ['ListTooLong'] });
  });

  it('a list whose name stands twice is unrolled once', () => {
    const batch = new Batch();
    batch.appendJson(Buffer.from('{"r":[1,2],"r":[3,4]}'));
    expect(runTransform('unroll', { field: 'r' }, batch).texts).toEqual(['{"r":3}', '{"r":4}']);
  });
});
