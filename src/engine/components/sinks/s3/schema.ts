import { z } from 'zod';
import { defineComponent } from '../../schema/component.ts';
import { MIB, optionalFieldPath } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { checkRequest, requestFields } from '../../shared/outbound/request-fields.ts';
import { templateText } from '../../shared/outbound/template-field.ts';
import { formatField, ONLY_LINES, parquetFields } from '../../shared/parquet/fields.ts';
import { bucketFields, keyFields } from '../../shared/s3/fields.ts';

const OBJECTS = 'Stored objects';

export const s3Schema = z
  .strictObject({
    ...bucketFields(),
    prefix: field(templateText(z.string().trim().max(512)).default('date=%F'), {
      label: 'Folder',
      help: `Where an object goes. %F is the date, %Y %m %d %H its parts (UTC), and \${service} the value of a field: each value gets objects of its own.`,
      placeholder: `logs/\${service}/date=%F/hour=%H`,
    }),
    timeField: optionalFieldPath(
      'Time field',
      'Field with the time that the folder shows; left empty, it is the time of writing.',
      'timestamp',
    ),
    format: formatField(),
    ...parquetFields(),
    ...keyFields('put objects into the bucket, and to list and get them where it holds archives'),
    storageClass: field(
      z
        .enum([
          'default',
          'STANDARD_IA',
          'INTELLIGENT_TIERING',
          'ONEZONE_IA',
          'GLACIER_IR',
          'GLACIER',
          'DEEP_ARCHIVE',
        ])
        .default('default'),
      {
        label: 'Storage class',
        help: 'What storing and reading the objects costs; not every service knows all of them.',
        group: OBJECTS,
        options: {
          default: 'That of the bucket',
          STANDARD_IA: 'Infrequent access',
          INTELLIGENT_TIERING: 'Intelligent tiering',
          ONEZONE_IA: 'Infrequent access, one zone',
          GLACIER_IR: 'Glacier, instant retrieval',
          GLACIER: 'Glacier',
          DEEP_ARCHIVE: 'Glacier deep archive',
        },
      },
    ),
    encryption: field(z.enum(['default', 'AES256', 'aws:kms']).default('default'), {
      label: 'Encryption',
      help: 'How the service encrypts what it stores.',
      group: OBJECTS,
      options: { default: 'That of the bucket', AES256: 'Keys of the service', 'aws:kms': 'A key of KMS' },
    }),
    kmsKey: field(z.string().trim().min(1).max(2048).optional(), {
      label: 'KMS key',
      help: 'Id or ARN of the key; left empty, the one of the account.',
      group: OBJECTS,
      visibleWhen: { property: 'encryption', oneOf: ['aws:kms'] },
    }),
    partBytes: field(
      z
        .int()
        .min(5 * MIB)
        .max(64 * MIB)
        .default(16 * MIB),
      {
        label: 'Upload in parts of',
        help: 'A larger object is uploaded in parts of this size; it appears once all of them are there.',
        unit: 'bytes',
        group: OBJECTS,
      },
    ),
    ...requestFields({
      compressions: ['none', 'gzip', 'zstd'],
      compression: 'gzip',
      compressedWhen: ONLY_LINES,
      batching: { maxEvents: 100_000, maxBytes: 16 * MIB, timeoutMs: 60_000 },
      per: 'object',
    }),
  })
  .superRefine(checkRequest);
export type S3Config = z.output<typeof s3Schema>;

export const s3 = defineComponent({
  templateId: 's3',
  nodeType: 'SINK',
  name: 'S3 bucket',
  version: '1.0.0',
  category: 'SERIALIZER',
  group: 'Object stores',
  description: 'Writes objects of many events to S3 and S3-compatible services.',
  icon: 'archive',
  holdsArchive: true,
  schema: s3Schema,
});
