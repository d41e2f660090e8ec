import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { formatMicros } from '../record.ts';

export const SOURCE = '200000000000000001';
export const START = Date.UTC(2026, 10, 21, 20) * 1000;
export const HOUR = 3_600_000_000;

export type Format = 'ndjson' | 'ndjson.gz' | 'ndjson.zst' | 'parquet';
export type Made = { readonly micros: number; readonly event: string | { readonly json: string } };

const toLine = ({ micros, event }: Made): string => {
  const rest = typeof event === 'string' ? `"message":${JSON.stringify(event)}` : `"event":${event.json}`;
  return `{"received":"${formatMicros(micros)}","source":"web","sourceId":"${SOURCE}",${rest}}`;
};

export function encode(format: Format, made: readonly Made[]): Buffer {
  if (format === 'parquet') {
    const textColumn = (name: string, read: (one: Made) => string | null) => ({ name, data: made.map(read) });
    const columnData = [
      { name: 'received', data: made.map(({ micros }) => BigInt(micros)) },
      textColumn('source', () => 'web'),
      textColumn('sourceId', () => SOURCE),
      textColumn('message', ({ event }) => (typeof event === 'string' ? event : null)),
      textColumn('event', ({ event }) => (typeof event === 'string' ? null : event.json)),
    ];
    const elements = columnData.map(({ name }) =>
      name === 'received'
        ? {
            name,
            type: 'INT64' as const,
            converted_type: 'TIMESTAMP_MICROS' as const,
            repetition_type: 'REQUIRED' as const,
          }
        : {
            name,
            type: 'BYTE_ARRAY' as const,
            converted_type: 'UTF8' as const,
            repetition_type: 'OPTIONAL' as const,
          },
    );
    const schema = [{ name: 'root', num_children: elements.length }, ...elements];
    return Buffer.from(parquetWriteBuffer({ columnData, schema, rowGroupSize: 3 }));
  }
  const text = Buffer.from(made.map((one) => `${toLine(one)}\n`).join(''));
  return format === 'ndjson' ? text : format === 'ndjson.gz' ? gzipSync(text) : zstdCompressSync(text);
}

export class ArchiveFiles {
  readonly root: string;
  readonly #source: string;
  #files = 0;

  constructor(root: string, sourceId = SOURCE) {
    this.root = root;
    this.#source = `source=${sourceId}-web`;
  }

  pathOf(micros: number, format: Format, writtenAt = micros): string {
    const [year, month, day, hour] = formatMicros(micros).split(/[-T:]/);
    const written = formatMicros(writtenAt).slice(0, 23).replaceAll(/[-:.]/g, '');
    const name = `${written}Z-${String(this.#files++).padStart(6, '0')}-0123456789abcdef.${format}`;
    return join(
      this.root,
      this.#source,
      `year=${year}`,
      `month=${month}`,
      `day=${day}`,
      `hour=${hour}`,
      name,
    );
  }

  write(format: Format, made: readonly Made[]): string[] {
    const hours = Map.groupBy(made, ({ micros }) => Math.floor(micros / HOUR));
    return [...hours.values()].map((some) => {
      const last = Math.max(...some.map(({ micros }) => micros));
      const path = this.pathOf(last, format);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, encode(format, some));
      return path;
    });
  }

  read(path: string): Buffer {
    return readFileSync(path);
  }

  clear(): void {
    rmSync(join(this.root, this.#source), { recursive: true, force: true });
  }
}
