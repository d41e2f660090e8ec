import { createHash } from 'node:crypto';
import { ObjectNames } from '../../shared/objects/names.ts';
import { compressed } from '../../shared/outbound/compression.ts';
import type { Answer } from '../../shared/outbound/http-client.ts';
import { isSuccess, type RequestSender } from '../../shared/outbound/request-sender.ts';
import { getObjectUrl, signedHeaders } from '../../shared/s3/signing.ts';
import { putInParts } from './multipart.ts';
import type { S3Config } from './schema.ts';

const ENDINGS = { none: '', gzip: '.gz', zstd: '.zst' };
const KINDS = {
  ndjson: { type: 'application/x-ndjson', ending: '.ndjson' },
  text: { type: 'text/plain; charset=utf-8', ending: '.log' },
  parquet: { type: 'application/vnd.apache.parquet', ending: '.parquet' },
};
const REMEMBERED = 1000;

/** A retry reuses the key, so the object is stored once. */
export class ObjectWriter {
  private readonly config: S3Config;
  private readonly sender: RequestSender;
  private readonly compression: S3Config['compression'];
  private readonly names = new ObjectNames();
  /** Keys of objects that may not be stored yet, by content hash. */
  private readonly keys = new Map<string, string>();

  constructor(config: S3Config, sender: RequestSender) {
    this.config = config;
    this.sender = sender;
    this.compression = config.format === 'parquet' ? 'none' : config.compression;
  }

  /**
   * Returns the answer, or the failure that ended the upload.
   * @throws RetryableError when there was no answer
   */
  async put(folder: string, bytes: Buffer): Promise<Answer> {
    const body = await compressed(bytes, this.compression);
    const hash = createHash('sha256').update(body).digest('hex');
    const key = this.keys.get(hash) ?? this.newKey(folder, hash);
    if (this.keys.size >= REMEMBERED) this.keys.clear();
    this.keys.set(hash, key);
    const { config, sender } = this;
    const headers = this.headers();
    const answer =
      body.length > config.partBytes
        ? await putInParts({ config, sender, key, headers, partBytes: config.partBytes }, body)
        : await this.putWhole(key, hash, headers, body);
    if (isSuccess(answer)) this.keys.delete(hash);
    return answer;
  }

  private async putWhole(key: string, hash: string, more: Record<string, string>, body: Buffer) {
    const url = getObjectUrl(this.config, key);
    const headers = await signedHeaders(this.config, 'PUT', url, { ...more, 'x-amz-content-sha256': hash });
    return this.sender.sendAsIs(body, { url, method: 'PUT', headers });
  }

  private newKey(folder: string, hash: string): string {
    const { ending } = KINDS[this.config.format];
    const name = `${this.names.next(hash)}${ending}${ENDINGS[this.compression]}`;
    return folder === '' ? name : `${folder}/${name}`;
  }

  private headers(): Record<string, string> {
    const { config, compression } = this;
    return {
      ...config.headers,
      'content-type': KINDS[config.format].type,
      ...(compression !== 'none' && { 'content-encoding': compression }),
      ...(config.storageClass !== 'default' && { 'x-amz-storage-class': config.storageClass }),
      ...(config.encryption !== 'default' && { 'x-amz-server-side-encryption': config.encryption }),
      ...(config.encryption === 'aws:kms' &&
        config.kmsKey !== undefined && { 'x-amz-server-side-encryption-aws-kms-key-id': config.kmsKey }),
    };
  }
}
