import type { Batch } from '../../../event/batch.ts';
import { Outputs } from '../outbound/outputs.ts';
import type { Columns } from '../parquet/columns.ts';
import { parquetEncoder, sizeOfEvents } from '../parquet/encode.ts';
import type { ParquetConfig } from '../parquet/fields.ts';
import { writeLines } from './plan.ts';

export type EncodedObject = { readonly bytes: Buffer; readonly size: number };

/** The object is valid only while `use` runs. */
export type ObjectEncoder = <T>(
  batch: Batch,
  events: readonly number[],
  use: (object: EncodedObject) => Promise<T>,
) => Promise<T>;

export function objectEncoder(
  config: ParquetConfig & { readonly format: 'ndjson' | 'text' | 'parquet' },
  columns?: Columns,
): ObjectEncoder {
  const { format } = config;
  if (format === 'parquet') {
    const encode = parquetEncoder(config, columns);
    return async (batch, events, use) =>
      use({ bytes: await encode(batch, events), size: sizeOfEvents(batch, events) });
  }
  const outputs = new Outputs();
  return (batch, events, use) =>
    outputs.with((output) => {
      const size = writeLines(batch, events, format, output);
      return use({ bytes: output.view(), size });
    });
}
