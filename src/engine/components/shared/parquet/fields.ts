import { z } from 'zod';
import { eventIdField, originField } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

const GROUP = 'Parquet';
export const ONLY_PARQUET = { property: 'format', oneOf: ['parquet'] };
export const ONLY_LINES = { property: 'format', oneOf: ['ndjson', 'text'] };

export const formatField = () =>
  field(z.enum(['ndjson', 'text', 'parquet']).default('ndjson'), {
    label: 'Format',
    help: 'How events are written. Parquet has a column for each top-level field: whole numbers, decimals and booleans keep their type, nested values are JSON text, and a field of several types becomes text. A column type never narrows while the destination runs; after 1000 columns, further fields go as JSON into the column _rest.',
    options: {
      ndjson: 'One JSON object per line',
      text: 'Raw lines as they came, others as JSON',
      parquet: 'Parquet, columns for analysis',
    },
  });

export const parquetFields = () => ({
  parquetCompression: field(z.enum(['snappy', 'zstd', 'gzip', 'none']).default('snappy'), {
    label: 'Compression of columns',
    help: 'All readers of Parquet know Snappy; Zstandard is smaller. Figures of this product count bytes before it.',
    group: GROUP,
    options: { snappy: 'Snappy', zstd: 'Zstandard', gzip: 'gzip', none: 'None' },
    visibleWhen: ONLY_PARQUET,
  }),
  eventId: eventIdField('In the field or column penstock_id.', false, {
    property: 'format',
    oneOf: ['ndjson', 'parquet'],
  }),
  origin: originField({ property: 'format', oneOf: ['ndjson', 'parquet'] }),
  rowGroupEvents: field(z.int().min(100).max(100_000).default(10_000), {
    label: 'Events per row group',
    help: 'Number of events held in memory as columns at a time; readers can skip them together.',
    group: GROUP,
    visibleWhen: ONLY_PARQUET,
  }),
});

export const sendsEventIds = (config: { format: 'ndjson' | 'text' | 'parquet'; eventId: boolean }): boolean =>
  config.eventId && config.format !== 'text';

export const sendsOrigin = (config: { format: 'ndjson' | 'text' | 'parquet'; origin: boolean }): boolean =>
  config.origin && config.format !== 'text';

export type ParquetConfig = {
  readonly parquetCompression: 'snappy' | 'zstd' | 'gzip' | 'none';
  readonly rowGroupEvents: number;
};
