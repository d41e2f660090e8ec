import { answerProblem } from '../../shared/outbound/problems.ts';
import { isSuccess, RequestSender } from '../../shared/outbound/request-sender.ts';
import { endpointOf, signedHeaders, urlOf } from '../../shared/s3/signing.ts';
import { RetryableError } from '../../types.ts';
import type { S3SourceConfig } from './schema.ts';

/** Objects are got in parts of so many bytes, so that a large one takes no more memory. */
export const PART_BYTES = 4 * 1024 * 1024;
const LISTING_BYTES = 8 * 1024 * 1024;
const TIMEOUT_S = 60;
/** SHA-256 of nothing: requests without a body. */
const NO_BODY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export type StoredObject = {
  readonly key: string;
  /** Changes with the content. */
  readonly etag: string;
  readonly size: number;
  /** Unix milliseconds. */
  readonly modified: number;
};

/** The object is there no more, or another one under its key. */
export class ObjectGone extends Error {}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decode = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal === undefined ? (ENTITIES[name] ?? whole) : String.fromCodePoint(Number(decimal));
  });
const textIn = (xml: string, tag: string): string =>
  decode(new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '');

/** Requests about one bucket. Each throws RetryableError with the problem when it cannot be answered. */
export class Bucket {
  private readonly config: S3SourceConfig;
  private readonly sender: RequestSender;

  /** Throws ComponentError when the TLS settings cannot be used. */
  constructor(config: S3SourceConfig, signal: AbortSignal) {
    this.config = config;
    const settings = { ...config, compression: 'none', headers: {}, timeoutSeconds: TIMEOUT_S } as const;
    const options = { url: endpointOf(config), headers: {}, maxAnswerBytes: LISTING_BYTES };
    this.sender = new RequestSender(options, { ...settings, concurrency: 2 }, { signal });
  }

  /** One page of objects by key, and what asks for the next; null after the last. */
  async list(next: string | null): Promise<{ objects: StoredObject[]; next: string | null }> {
    const { text } = await this.send('GET', '', {
      'list-type': '2',
      prefix: this.config.prefix,
      ...(next !== null && { 'continuation-token': next }),
    });
    const objects = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, xml = '']) => ({
      key: textIn(xml, 'Key'),
      etag: textIn(xml, 'ETag'),
      size: Number(textIn(xml, 'Size')),
      modified: Date.parse(textIn(xml, 'LastModified')),
    }));
    const token = textIn(text, 'NextContinuationToken');
    const isMore = textIn(text, 'IsTruncated') === 'true' && token !== '';
    return { objects, next: isMore ? token : null };
  }

  /** A part of an object. Throws ObjectGone. */
  async part({ key, etag, size }: StoredObject, from: number): Promise<Buffer> {
    const to = Math.min(from + PART_BYTES, size);
    const range = { range: `bytes=${from}-${to - 1}`, 'if-match': etag };
    const { bytes } = await this.send('GET', key, {}, range);
    if (bytes.length === to - from) return bytes;
    throw new ObjectGone(`got ${bytes.length} bytes in place of ${to - from}`);
  }

  async delete(key: string): Promise<void> {
    await this.send('DELETE', key, {});
  }

  close(): void {
    this.sender.close();
  }

  private async send(
    method: string,
    key: string,
    query: Record<string, string>,
    more: Record<string, string> = {},
  ) {
    const url = urlOf(this.config, key, query);
    const wanted = { ...more, 'accept-encoding': 'identity', 'x-amz-content-sha256': NO_BODY };
    const headers = await signedHeaders(this.config, method, url, wanted);
    const answer = await this.sender.sendAsIs(Buffer.alloc(0), { url, method, headers });
    if (isSuccess(answer)) return answer;
    if (key !== '' && [404, 412, 416].includes(answer.status)) throw new ObjectGone(String(answer.status));
    throw new RetryableError(answerProblem(answer, url));
  }
}
