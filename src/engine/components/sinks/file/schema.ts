import { resolve } from 'node:path';
import { z } from 'zod';
import { absolutePathText } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { deliveryFields, MIB } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

export const fileSchema = z.strictObject({
  path: field(
    absolutePathText().refine((text) => !text.endsWith('/'), {
      message: 'must end with the name of a file',
      params: { rule: 'file' },
    }),
    {
      label: 'Path',
      help: 'Folders on the way are made. Only one destination may write a file.',
      kind: 'path',
      placeholder: '/var/log/penstock/events.ndjson',
    },
  ),
  format: field(z.enum(['ndjson', 'text']).default('ndjson'), {
    label: 'Format',
    help: 'How an event becomes a line.',
    options: { ndjson: 'One JSON object per line', text: 'Raw lines as they came, others as JSON' },
  }),
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
    },
  ),
  keepFiles: field(z.int().min(0).max(10_000).default(10), {
    label: 'Full files kept',
    help: 'The oldest is deleted when there are more; 0 keeps only the file being written.',
    unit: 'files',
    group: 'Rotation',
  }),
  ...deliveryFields({ maxEvents: 50_000, maxBytes: 4 * MIB, timeoutMs: 200 }),
});
export type FileConfig = z.output<typeof fileSchema>;

export const file = defineComponent({
  templateId: 'file',
  nodeType: 'SINK',
  name: 'File',
  version: '1.0.0',
  category: 'SERIALIZER',
  group: 'System',
  description: 'Appends events to a file of this machine and starts a new one when it is full.',
  icon: 'file-output',
  schema: fileSchema,
  paths: (config) => [resolve(config.path)],
});
