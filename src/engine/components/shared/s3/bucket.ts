import { RetryableError } from '../../types.ts';
import { answerProblem } from '../outbound/problems.ts';
import { isSuccess, RequestSender } from '../outbound/request-sender.ts';
import type { TlsConfig } from '../outbound/tls-fields.ts';
import type { BucketConfig } from './fields.ts';
import { getBucketUrl, getObjectUrl, signedHeaders } from './signing.ts';

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LAST_CHARACTER = 0x10_ffff;

/** Keeps references that denote no character. */
function decodeNumber(whole: string, number: number): string {
  return number <= LAST_CHARACTER ? String.fromCodePoint(number) : whole;
}

const decode = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,8})|#(\d{1,8})|(\w{1,8}));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return decodeNumber(whole, Number.parseInt(hex, 16));
    return decimal === undefined ? (ENTITIES[name] ?? whole) : decodeNumber(whole, Number(decimal));
  });

/**
 * Contents of all elements of a name, not nested. No pattern: a bucket may send millions of unclosed
 * elements, and backtracking over them would take hours.
 */
function listElements(xml: string, name: string): string[] {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const found: string[] = [];
  for (let at = xml.indexOf(open); at >= 0; ) {
    const from = at + open.length;
    const to = xml.indexOf(close, from);
    if (to < 0) break;
    found.push(xml.slice(from, to));
    at = xml.indexOf(open, to + close.length);
  }
  return found;
}

/** Text of the first element of a name; empty when missing or unclosed. */
function readTag(xml: string, name: string): string {
  const open = `<${name}>`;
  const at = xml.indexOf(open);
  const to = at < 0 ? -1 : xml.indexOf(`</${name}>`, at);
  if (to < 0) return '';
  const text = xml.slice(at + open.length, to);
  return text.includes('<') ? '' : decode(text);
}

/** Objects are fetched in ranges of this size, to bound memory. */
export const PART_BYTES = 4 * 1024 * 1024;
const LISTING_BYTES = 8 * 1024 * 1024;
const TIMEOUT_S = 60;
const NO_BODY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export type StoredObject = {
  readonly key: string;
  readonly etag: string;
  readonly size: number;
  readonly modified: number;
};

export class ObjectGone extends Error {}

export type BucketAccess = BucketConfig & TlsConfig & { readonly tls: 'system' | 'own' };
type BucketOptions = {
  readonly timeoutSeconds?: number;
  readonly idleSeconds?: number;
  readonly concurrency?: number;
};

export type Listed = {
  readonly prefix: string;
  /** Exclusive lower bound of keys. */
  readonly startAfter?: string;
  readonly next: string | null;
};
export type ListedPage = { readonly objects: StoredObject[]; readonly next: string | null };

/** Requests to one bucket. All throw RetryableError on failure. */
export class Bucket {
  private readonly config: BucketAccess;
  private readonly sender: RequestSender;
  private readonly idleMs: number | undefined;

  /** @throws ComponentError when the TLS settings are unusable */
  constructor(
    config: BucketAccess,
    signal: AbortSignal,
    { timeoutSeconds = TIMEOUT_S, idleSeconds, concurrency = 2 }: BucketOptions = {},
  ) {
    this.config = config;
    this.idleMs = idleSeconds === undefined ? undefined : idleSeconds * 1000;
    const settings = { ...config, compression: 'none', headers: {}, timeoutSeconds } as const;
    const options = { url: getBucketUrl(config), headers: {}, maxAnswerBytes: LISTING_BYTES };
    this.sender = new RequestSender(options, { ...settings, concurrency }, { signal });
  }

  /** One page of objects, and the token of the next; null on the last. */
  async list({ prefix, startAfter, next }: Listed): Promise<ListedPage> {
    const { text } = await this.send('GET', '', {
      'list-type': '2',
      prefix,
      ...(startAfter !== undefined && { 'start-after': startAfter }),
      ...(next !== null && { 'continuation-token': next }),
    });
    const objects = listElements(text, 'Contents').map((xml) => ({
      key: readTag(xml, 'Key'),
      etag: readTag(xml, 'ETag'),
      size: Number(readTag(xml, 'Size')),
      modified: Date.parse(readTag(xml, 'LastModified')),
    }));
    const token = readTag(text, 'NextContinuationToken');
    const isMore = readTag(text, 'IsTruncated') === 'true' && token !== '';
    return { objects, next: isMore ? token : null };
  }

  /** A range of an object. @throws ObjectGone */
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
    const url = getObjectUrl(this.config, key, query);
    const wanted = { ...more, 'accept-encoding': 'identity', 'x-amz-content-sha256': NO_BODY };
    const headers = await signedHeaders(this.config, method, url, wanted);
    const answer = await this.sender.sendAsIs(Buffer.alloc(0), { url, method, headers, idleMs: this.idleMs });
    if (isSuccess(answer)) return answer;
    if (key !== '' && [404, 412, 416].includes(answer.status)) throw new ObjectGone(String(answer.status));
    throw new RetryableError(answerProblem(answer, url));
  }
}
