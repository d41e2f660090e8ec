import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { describe, expect, it } from 'vitest';
import type { Batch } from '../../../event/batch.ts';
import { jsonBatch, rawBatch } from '../../testing/contexts.ts';
import { Columns, MAX_COLUMNS } from './columns.ts';
import { parquetEncoder } from './encode.ts';
import type { ParquetConfig } from './fields.ts';

const toArrayBuffer = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;
const all = (batch: Batch) => Array.from({ length: batch.count }, (_, event) => event);
const config: ParquetConfig = { parquetCompression: 'snappy', rowGroupEvents: 10_000 };

async function written(batch: Batch, options: Partial<ParquetConfig> = {}, columns?: Columns) {
  const bytes = await parquetEncoder({ ...config, ...options }, columns)(batch, all(batch));
  const file = toArrayBuffer(bytes);
  const metadata = parquetMetadata(file);
  const types = Object.fromEntries(
    parquetSchema(metadata).children.map(({ element }) => [
      element.name,
      element.converted_type ?? element.type,
    ]),
  );
  return { rows: await parquetReadObjects({ file, compressors }), metadata, types };
}

describe('Parquet', () => {
  it('one column per top-level field, typed by its values', async () => {
    const { rows, types } = await written(
      jsonBatch(
        { status: 200, took: 0.5, ok: true, path: '/ä"b', tags: ['a', { b: 1 }], none: null },
        { status: 404, took: 1, id: 2 ** 53 },
      ),
    );
    expect(types).toEqual({
      status: 'INT64',
      took: 'DOUBLE',
      ok: 'BOOLEAN',
      path: 'UTF8',
      tags: 'UTF8',
      none: 'UTF8',
      id: 'INT64',
    });
    expect(rows).toEqual([
      { status: 200n, took: 0.5, ok: true, path: '/ä"b', tags: '["a",{"b":1}]', none: null, id: null },
      { status: 404n, took: 1, ok: null, path: null, tags: null, none: null, id: 9007199254740992n },
    ]);
  });

  it('loses no digit: numbers that no type holds are text', async () => {
    const batch = jsonBatch();
    for (const line of ['{"n":12345678901234567890}', '{"n":1}', '{"m":999999999999999999}', '{"m":0.25}'])
      batch.appendJson(Buffer.from(line));
    expect((await written(batch)).rows).toEqual([
      { n: '12345678901234567890', m: null },
      { n: '1', m: null },
      { n: null, m: '999999999999999999' },
      { n: null, m: '0.25' },
    ]);
  });

  it('keeps a widened type, so that files fit together', async () => {
    const columns = new Columns();
    expect((await written(jsonBatch({ a: 1 }), {}, columns)).types).toEqual({ a: 'INT64' });
    expect((await written(jsonBatch({ a: 'x' }), {}, columns)).types).toEqual({ a: 'UTF8' });
    expect(await written(jsonBatch({ a: 2 }), {}, columns)).toMatchObject({
      types: { a: 'UTF8' },
      rows: [{ a: '2' }],
    });
  });

  it('puts raw lines into the column message, beside objects', async () => {
    const batch = rawBatch('plain ü', '{not json');
    batch.appendJson(Buffer.from('{"message":"m","a":1}'));
    batch.appendJson(Buffer.from('{}'));
    expect((await written(batch)).rows).toEqual([
      { message: 'plain ü', a: null },
      { message: '{not json', a: null },
      { message: 'm', a: 1n },
      { message: null, a: null },
    ]);
    expect((await written(jsonBatch({}, {}))).rows).toHaveLength(2);
  });

  it.each(['snappy', 'zstd', 'gzip', 'none'] as const)(
    'writes groups of rows in order with compression %s',
    async (parquetCompression) => {
      const lines = Array.from({ length: 1050 }, (_, n) => `line ${n} ${'x'.repeat(n % 50)}`);
      const { rows, metadata } = await written(rawBatch(...lines), {
        parquetCompression,
        rowGroupEvents: 100,
      });
      expect(rows.map((row) => row.message)).toEqual(lines);
      expect(metadata.row_groups.map((group) => Number(group.num_rows))).toEqual([
        ...new Array<number>(10).fill(100),
        50,
      ]);
    },
  );

  it('bounds the columns: fields beyond the limit go together as JSON', async () => {
    const many = Object.fromEntries(Array.from({ length: MAX_COLUMNS + 2 }, (_, n) => [`f${n}`, n]));
    const { rows, types } = await written(jsonBatch(many));
    expect(Object.keys(types)).toHaveLength(MAX_COLUMNS + 1);
    expect(rows[0]).toMatchObject({ f0: 0n, _rest: `{"f${MAX_COLUMNS}":1000,"f${MAX_COLUMNS + 1}":1001}` });
  });

  it('reads escaped names and values; of duplicates the last counts', async () => {
    const batch = jsonBatch();
    batch.appendJson(Buffer.from('{"a\\u0062" : "x\\ny", "ab":"z", "c" : [1 , "]"] }'));
    expect((await written(batch)).rows).toEqual([{ ab: 'z', c: '[1 , "]"]' }]);
  });
});
