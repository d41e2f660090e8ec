import { setImmediate } from 'node:timers/promises';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Batch } from '../../../event/batch.ts';
import { Columns } from './columns.ts';
import type { ParquetConfig } from './fields.ts';

const CODECS = { none: 'UNCOMPRESSED', snappy: 'SNAPPY', gzip: 'GZIP', zstd: 'ZSTD' } as const;
const compressors = {
  GZIP: (bytes: Uint8Array) => gzipSync(bytes),
  ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes),
};

export type ParquetEncoder = (batch: Batch, events: readonly number[]) => Promise<Buffer>;

/** Writes complete Parquet files. Keeps one row group in memory and yields between groups. */
export function parquetEncoder(config: ParquetConfig, columns = new Columns()): ParquetEncoder {
  const { rowGroupEvents, parquetCompression } = config;
  return async (batch, events) => {
    const names = columns.namesFor(batch, events);
    const writer = new ByteWriter(64 << 10);
    const parquet = new ParquetWriter({
      writer,
      schema: columns.schemaOf(names),
      codec: CODECS[parquetCompression],
      compressors,
      createdBy: 'penstock',
    });
    for (let from = 0; from < events.length; from += rowGroupEvents) {
      const group = events.slice(from, from + rowGroupEvents);
      await parquet.write({
        columnData: columns.valuesOf(batch, group, names),
        rowGroupSize: rowGroupEvents,
      });
      await setImmediate();
    }
    await parquet.finish();
    return Buffer.from(writer.getBytes());
  };
}

export const sizeOfEvents = (batch: Batch, events: readonly number[]): number =>
  events.reduce((sum, event) => sum + batch.ndjsonSize(event), 0);
