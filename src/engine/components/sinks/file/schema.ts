import { resolve } from 'node:path';
import { z } from 'zod';
import { absolutePathText, refuse } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { deliveryFields, MIB } from '../../schema/fields.ts';
import { field, hints } from '../../schema/hints.ts';
import { compressionField } from '../../shared/outbound/request-fields.ts';
import { formatField, ONLY_LINES, ONLY_PARQUET, parquetFields } from '../../shared/parquet/fields.ts';

export const fileSchema = z.strictObject({
  path: field(
    absolutePathText().refine((text) => !text.endsWith('/'), {
      message: 'must end with the name of a file',
      params: { rule: 'file' },
    }),
    {
      label: 'Path',
      help: 'Missing folders are created. Only one destination may write a file, and all its events go there: names with fields or dates are for folders of S3. With Parquet each file is complete when it appears, and has its time before the extension: events-20261121T221530123Z-….parquet.',
      kind: 'path',
      placeholder: '/var/log/penstock/events.ndjson',
    },
  ),
  format: formatField(),
  ...parquetFields(),
  files: field(
    z
      .strictObject({
        maxEvents: field(z.int().min(1).max(100_000).default(100_000), {
          label: 'Events per file',
          help: 'Writes a file once this many events are waiting.',
        }),
        maxBytes: field(
          z
            .int()
            .min(1024)
            .max(64 * MIB)
            .default(16 * MIB),
          {
            label: 'Bytes per file',
            help: 'Writes a file once this many bytes are waiting, before compression.',
            unit: 'bytes',
          },
        ),
        timeoutMs: field(z.int().min(0).max(600_000).default(60_000), {
          label: 'Longest wait',
          help: 'Writes a file at the latest this long after its first event. With the buffer in memory, senders wait for their answer until then.',
          unit: 'ms',
        }),
      })
      .prefault({}),
    {
      label: 'Files',
      help: 'How events are gathered into one file; the first limit reached counts. Archives of sources are written so in every format.',
      group: 'Parquet',
      visibleWhen: ONLY_PARQUET,
    },
  ),
  maxFileBytes: field(
    z
      .int()
      .min(1024)
      .max(1_099_511_627_776)
      .default(100 * MIB),
    {
      label: 'Start a new file after',
      help: 'The full file is renamed to name.1, the one before it to name.2, and so on.',
      unit: 'bytes',
      group: 'Rotation',
      visibleWhen: ONLY_LINES,
    },
  ),
  rotateEvery: field(z.enum(['never', 'hour', 'day']).default('never'), {
    label: 'Start a new file also with each',
    help: 'A new file begins with the first event of an hour or day (UTC).',
    group: 'Rotation',
    visibleWhen: ONLY_LINES,
    options: { never: 'Only when full', hour: 'Hour', day: 'Day' },
  }),
  keepFiles: field(z.int().min(0).max(10_000).optional(), {
    label: 'Full files kept',
    help: 'Left empty, all are kept. Otherwise the oldest is deleted when there are more; 0 keeps only the file being written.',
    unit: 'files',
    group: 'Rotation',
    visibleWhen: ONLY_LINES,
  }),
  compression: compressionField(['none', 'gzip', 'zstd'], 'none', 'Rotation', ONLY_LINES, {
    label: 'Compression of full files',
    help: 'Done in the background, into name.1.gz or name.1.zst; the file being written stays readable as it is.',
  }),
  ...deliveryFields({ maxEvents: 50_000, maxBytes: 4 * MIB, timeoutMs: 200 }),
});
export type FileConfig = z.output<typeof fileSchema>;

/** Placeholders that other destinations replace in names; here they would be literal. */
const TEMPLATE = /\$\{[^}]*\}|\{\{[^}]*\}\}|%[FYmdHMS]/;

/** Only for new configurations: saved destinations with such a name continue to work. */
const { path } = fileSchema.shape;
const savedSchema = fileSchema.extend({
  path: field(
    path.superRefine((text, context) => {
      const [part] = TEMPLATE.exec(text) ?? [];
      if (part !== undefined)
        refuse(context, [], 'template', `has ${part}, which nothing is put in for: it names one file`);
    }),
    hints.get(path)!,
  ),
});

const described = defineComponent({
  templateId: 'file',
  nodeType: 'SINK',
  name: 'File',
  version: '1.0.0',
  category: 'SERIALIZER',
  group: 'System',
  description: 'Appends events to a file of this machine and starts a new one when it is full.',
  icon: 'file-output',
  holdsArchive: true,
  schema: fileSchema,
  paths: (config) => [resolve(config.path)],
});
export const file = { ...described, schema: savedSchema };
