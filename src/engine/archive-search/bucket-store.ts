import { createHash } from 'node:crypto';
import { fixedPart } from '../components/shared/objects/archive.ts';
import {
  Bucket,
  type Listed,
  type ListedPage,
  ObjectGone,
  PART_BYTES,
  type StoredObject,
} from '../components/shared/s3/bucket.ts';
import { s3Schema } from '../components/sinks/s3/schema.ts';
import { RetryableError } from '../components/types.ts';
import type { ObjectCache } from './object-cache.ts';

/** An archived object. Its content never changes under the same tag. */
export type ArchiveObject = {
  readonly etag: string;
  readonly size: number;
  /** Its path once fetched; it may have been evicted. */
  readonly localPath: string;
  /** Downloads it. @throws Error with a message for people */
  fetch(): Promise<string>;
};
export type ListedObject = { readonly key: string; readonly url: string; readonly object: ArchiveObject };

export type BucketStoreTools = {
  readonly cache: ObjectCache;
  readonly signal: AbortSignal;
  /** Attempts while the bucket is unavailable. */
  readonly tries?: number | undefined;
  readonly idleSeconds?: number | undefined;
};

const TIMEOUT_S = 20;
/** A stalled object must leave time for the others. */
const IDLE_S = 5;
const AT_ONCE = 8;
const TRIES = 2;
const FIRST_PAUSE_MS = 250;
const ENDING = /\.(?:parquet|ndjson(?:\.gz|\.zst)?)$/;

/** Sorts after all names that archives give. */
const LAST = '~';

/** Replace error texts that are worded for sending. */
const REASONS: Record<string, string> = {
  DestinationTimeout: 'The bucket did not answer in time, or stopped sending',
  ConnectionFailed: 'The bucket ended the connection before it had sent all of it',
};
const OUT_OF_TIME = 'The bucket took too long to answer; what it had not sent was left out';

export class BucketStore {
  /** Precedes the folders of sources: empty, or ends with `/`. */
  readonly prefix: string;
  readonly #bucket: Bucket;
  readonly #url: string;
  readonly #tools: BucketStoreTools;
  readonly #underWay = new Map<string, Promise<string>>();

  /** @param config of the destination that writes the archive. @throws if invalid */
  constructor(config: Readonly<Record<string, unknown>>, tools: BucketStoreTools) {
    const settings = s3Schema.parse(config);
    const root = fixedPart(settings.prefix);
    this.prefix = root === '' ? '' : `${root}/`;
    this.#url = `${settings.url.replace(/\/+$/, '')}/${settings.bucket}/`;
    this.#tools = tools;
    const { signal, idleSeconds = IDLE_S } = tools;
    const limits = { timeoutSeconds: TIMEOUT_S, idleSeconds, concurrency: AT_ONCE };
    this.#bucket = new Bucket(settings, signal, limits);
  }

  /**
   * Folders with this prefix and this many path parts below it. Skips from one to the next: a delimiter would
   * need a request per level. @throws Error for people
   */
  async listFolders(text: string, depth: number): Promise<string[]> {
    const folders = new Set<string>();
    for (let startAfter: string | undefined; ; ) {
      const wanted: Listed = { prefix: text, next: null, ...(startAfter && { startAfter }) };
      const page: ListedPage = await this.#patiently(() => this.#bucket.list(wanted));
      let last = '';
      for (const { key } of page.objects) {
        last = key.slice(this.prefix.length).split('/').slice(0, depth).join('/');
        folders.add(last);
      }
      if (page.next === null || last === '') return [...folders];
      startAfter = `${this.prefix}${last}/${LAST}`;
    }
  }

  /** Objects with this key prefix, in key order. @throws Error for people */
  async *listPages(prefix: string): AsyncGenerator<ListedObject[]> {
    let next: string | null = null;
    do {
      const page: ListedPage = await this.#patiently(() => this.#bucket.list({ prefix, next }));
      yield page.objects.map((object) => this.#toListed(object));
      ({ next } = page);
    } while (next !== null);
  }

  /**
   * @param url of a listed object. Undefined when it is gone or in another bucket. @throws Error for people
   */
  async find(url: string): Promise<ListedObject | undefined> {
    if (!url.startsWith(this.#url)) return undefined;
    const key = url.slice(this.#url.length);
    for await (const page of this.listPages(key)) {
      const found = page.find((one) => one.key === key);
      if (found) return found;
    }
    return undefined;
  }

  close(): void {
    this.#bucket.close();
  }

  #toListed(stored: StoredObject): ListedObject {
    const { key, etag, size } = stored;
    const url = `${this.#url}${key}`;
    const hash = createHash('sha256').update(`${url}\n${etag}`).digest('hex');
    const name = `${hash}${ENDING.exec(key)?.[0] ?? ''}`;
    const { cache } = this.#tools;
    return {
      key,
      url,
      object: { etag, size, localPath: cache.pathOf(name), fetch: () => this.#fetch(stored, name) },
    };
  }

  /** Concurrent requests share one download. */
  #fetch(stored: StoredObject, name: string): Promise<string> {
    const before = this.#underWay.get(name);
    if (before) return before;
    const fetching = this.#fetchAnew(stored, name).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, fetching);
    return fetching;
  }

  async #fetchAnew(stored: StoredObject, name: string): Promise<string> {
    const { cache } = this.#tools;
    if (await cache.has(name, stored.size)) return cache.pathOf(name);
    if (stored.size > cache.maxBytes / 4)
      throw new Error(`It is larger than ${Math.floor(cache.maxBytes / 4 / 2 ** 20)} MiB`);
    await cache.keep(name, stored.size, this.#readParts(stored));
    return cache.pathOf(name);
  }

  async *#readParts(stored: StoredObject): AsyncGenerator<Buffer> {
    for (let from = 0; from < stored.size; from += PART_BYTES)
      yield await this.#patiently(() => this.#bucket.part(stored, from));
  }

  /** @throws Error with the bucket's answer */
  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    const { signal, tries = TRIES } = this.#tools;
    for (let tried = 1; ; tried++)
      try {
        signal.throwIfAborted();
        return await ask();
      } catch (error) {
        if (signal.aborted) throw new Error(OUT_OF_TIME);
        if (error instanceof ObjectGone)
          throw new Error(
            /^\d+$/.test(error.message)
              ? 'It is no longer there, or was replaced'
              : `The bucket sent less of it than it has: ${error.message}`,
          );
        if (!(error instanceof RetryableError)) throw error;
        const { errorName, message } = error.problem;
        if (tried >= tries) throw new Error(REASONS[errorName] ?? message, { cause: error });
        await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (tried - 1)));
      }
  }
}

export class BucketStores {
  readonly #tools: BucketStoreTools;
  readonly #stores = new Map<string, BucketStore>();

  constructor(tools: BucketStoreTools) {
    this.#tools = tools;
  }

  /** @throws for invalid settings */
  open(config: Readonly<Record<string, unknown>>): BucketStore {
    const key = JSON.stringify(config);
    const store = this.#stores.get(key) ?? new BucketStore(config, this.#tools);
    this.#stores.set(key, store);
    return store;
  }

  close(): void {
    for (const store of this.#stores.values()) store.close();
    this.#stores.clear();
  }
}
