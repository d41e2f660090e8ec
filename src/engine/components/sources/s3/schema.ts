import { z } from 'zod';
import { defineComponent } from '../../schema/component.ts';
import { MIB, maxLineBytes } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { longLines } from '../../shared/long-lines.ts';
import { checkUrl } from '../../shared/outbound/request-fields.ts';
import { checkTls, trustFields } from '../../shared/outbound/tls-fields.ts';
import { bucketFields, keyFields } from '../../shared/s3/fields.ts';

const POLLING = 'Polling';

export const s3SourceSchema = z
  .strictObject({
    ...bucketFields(),
    prefix: field(z.string().max(1024).default(''), {
      label: 'Prefix',
      help: 'Only objects whose key starts with this are read; if empty, the whole bucket.',
      placeholder: 'logs/',
    }),
    format: field(z.enum(['auto', 'ndjson', 'text', 'json']).default('auto'), {
      label: 'Format',
      help: 'How an object becomes events. Gzip and Zstandard are detected.',
      options: {
        auto: 'By content',
        ndjson: 'One JSON object per line',
        text: 'One event per line of text',
        json: 'JSON: one object, or an array of objects',
      },
    }),
    ...keyFields('list the bucket and get its objects, and to delete them where that is asked for'),
    startAt: field(z.enum(['all', 'new']).default('all'), {
      label: 'Start with',
      help: 'At the first start; later it continues where it stopped.',
      group: POLLING,
      options: { all: 'All existing objects', new: 'Objects stored from now on' },
    }),
    pollSeconds: field(z.number().min(1).max(86_400).default(30), {
      label: 'Look every',
      help: 'How often the bucket is listed.',
      unit: 's',
      group: POLLING,
    }),
    overlapMinutes: field(z.int().min(1).max(10_080).default(60), {
      label: 'Overlap',
      help: 'An object that appears late, with an older time than the newest one read, is still found if it is no older than this; large uploads have the time they started.',
      unit: 'min',
      group: POLLING,
    }),
    afterwards: field(z.enum(['keep', 'delete']).default('keep'), {
      label: 'After reading',
      help: 'Objects are deleted only once all their events are safe at all destinations.',
      group: POLLING,
      options: { keep: 'Stay', delete: 'Are deleted' },
    }),
    ...trustFields(),
    maxLineBytes: maxLineBytes(16 * MIB),
    longLines: longLines(),
  })
  .superRefine((config, context) => {
    if (config.tls === 'own') checkTls(config, context);
    checkUrl('url', config.url, context);
  });
export type S3SourceConfig = z.output<typeof s3SourceSchema>;

export const s3Source = defineComponent({
  templateId: 's3',
  nodeType: 'SOURCE',
  name: 'S3 bucket',
  version: '1.0.0',
  category: 'SOURCE_CONFIG',
  group: 'Pull',
  description: 'Reads objects from S3 and S3-compatible services as they are stored.',
  icon: 'archive',
  schema: s3SourceSchema,
});
