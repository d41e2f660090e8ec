import { z } from 'zod';
import { field } from '../../schema/hints.ts';
import { urlField } from '../outbound/request-fields.ts';

const AUTH = 'Authentication';

export const bucketFields = () => ({
  url: urlField('Address of S3 or an S3-compatible service.', 'https://s3.eu-central-1.amazonaws.com'),
  bucket: field(
    z
      .string()
      .trim()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be 3 to 63 lower-case letters, digits, dots or -'),
    {
      label: 'Bucket',
      help: 'It must already exist.',
      placeholder: 'logs',
      bindsSecrets: 'bucket',
    },
  ),
  region: field(z.string().trim().min(1).max(64).default('us-east-1'), {
    label: 'Region',
    help: 'Region name; most S3-compatible services accept any.',
  }),
  addressing: field(z.enum(['path', 'host']).default('path'), {
    label: 'Bucket in the address',
    help: 'How a request names the bucket.',
    bindsSecrets: 'bucket',
    options: { path: 'In the path: host/bucket/key', host: 'In the name: bucket.host/key' },
  }),
});

/** `right` names the permission that the credentials need. */
export const keyFields = (right: string) => ({
  accessKeyId: field(z.string().trim().min(1).max(256), {
    label: 'Access key',
    help: `It needs the right to ${right}.`,
    group: AUTH,
  }),
  secretAccessKey: field(z.string().min(1).max(4096), {
    label: 'Secret key',
    help: 'Signs each request. Stored encrypted; never shown again.',
    kind: 'secret',
    group: AUTH,
  }),
  sessionToken: field(z.string().min(1).max(8192).optional(), {
    label: 'Session token',
    help: 'Only for temporary credentials. Stored encrypted; never shown again.',
    kind: 'secret',
    group: AUTH,
  }),
});

export type BucketConfig = {
  readonly url: string;
  readonly bucket: string;
  readonly region: string;
  readonly addressing: 'path' | 'host';
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
};
