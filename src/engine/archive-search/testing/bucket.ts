import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import S3rver from 's3rver';
import { freePort } from '../../components/testing/contexts.ts';

const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/**
 * Fault in place of an answer. `gone`: hangs up. `short`: sends half, with a matching length. `cut`,
 * `stalled`: sends half, then hangs up or stays silent.
 */
export type BucketFault = 'busy' | 'silent' | 'gone' | 'short' | 'cut' | 'stalled' | undefined;

/** A real S3 server behind a proxy that injects faults. */
export class TestBucket {
  readonly requests: string[] = [];
  /** Keys per listing; S3's maximum is 1000. */
  pageSize = 1000;
  faultOf: (path: string) => BucketFault = () => undefined;
  readonly #folder = mkdtempSync(join(tmpdir(), 'bucket-'));
  readonly #silent = new Set<{ destroy(): void }>();
  #server: S3rver | undefined;
  #proxy: Server | undefined;
  #port = 0;
  #proxyPort = 0;

  async start(): Promise<this> {
    this.#port = await freePort();
    const options = { port: this.#port, address: '127.0.0.1', silent: true, directory: this.#folder };
    this.#server = new S3rver({ ...options, configureBuckets: [{ name: 'logs', configs: [] }] });
    await this.#server.run();
    this.#proxy = createServer((asked, answer) => {
      const path = asked.url ?? '';
      if (asked.method === 'GET') this.requests.push(path);
      const fault = asked.method === 'GET' ? this.faultOf(path) : undefined;
      if (fault === 'silent') {
        this.#silent.add(answer);
        return;
      }
      if (fault === 'gone') {
        answer.destroy();
        return;
      }
      if (fault === 'busy') {
        answer.writeHead(503).end('<Error><Code>SlowDown</Code><Message>Reduce your rate</Message></Error>');
        return;
      }
      if (asked.method === 'GET' && path.includes('list-type=2')) {
        void this.#list(path).then((text) => answer.writeHead(200).end(text));
        return;
      }
      const passed = request(
        { port: this.#port, host: '127.0.0.1', method: asked.method, path, headers: asked.headers },
        (got) => {
          const parts: Buffer[] = [];
          got.on('data', (part: Buffer) => parts.push(part));
          got.on('end', () => {
            const body = Buffer.concat(parts);
            const sent = fault === undefined ? body : body.subarray(0, body.length >> 1);
            const said = fault === 'short' ? sent.length : body.length;
            answer.writeHead(got.statusCode ?? 500, { ...got.headers, 'content-length': said });
            if (fault === 'stalled') this.#silent.add(answer);
            if (fault === 'cut') answer.write(sent, () => answer.destroy());
            else if (fault === 'stalled') answer.write(sent);
            else answer.end(sent);
          });
        },
      );
      asked.pipe(passed);
    });
    await new Promise<void>((resolve) => this.#proxy?.listen(0, '127.0.0.1', resolve));
    this.#proxyPort = (this.#proxy.address() as AddressInfo).port;
    return this;
  }

  /** One page. Tokens of s3rver need a cipher that Node lacks, so a token is the last key. */
  async #list(path: string): Promise<string> {
    const asked = new URL(path, 'http://bucket').searchParams;
    const marker = asked.get('continuation-token') ?? asked.get('start-after') ?? '';
    const query = new URLSearchParams({
      prefix: asked.get('prefix') ?? '',
      marker,
      'max-keys': `${this.pageSize}`,
    });
    const client = new AwsClient({ ...credentials, service: 's3', region: 'us-east-1' });
    const text = await (await client.fetch(`http://127.0.0.1:${this.#port}/logs?${query}`)).text();
    const last = [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].at(-1)?.[1] ?? '';
    return text.replace(/(?=<IsTruncated>)/, `<NextContinuationToken>${last}</NextContinuationToken>`);
  }

  get config(): Record<string, string> {
    return { url: `http://127.0.0.1:${this.#proxyPort}`, bucket: 'logs', ...credentials };
  }

  async put(key: string, body: Buffer): Promise<void> {
    const client = new AwsClient({ ...credentials, service: 's3', region: 'us-east-1' });
    const url = `http://127.0.0.1:${this.#port}/logs/${key}`;
    const { status } = await client.fetch(url, { method: 'PUT', body: new Uint8Array(body) });
    if (status !== 200) throw new Error(`the bucket answered ${status}`);
  }

  async putAll(folder: string, prefix = ''): Promise<void> {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) {
        const path = join(entry.parentPath, entry.name);
        await this.put(`${prefix}${path.slice(folder.length + 1)}`, readFileSync(path));
      }
  }

  async keys(): Promise<string[]> {
    const client = new AwsClient({ ...credentials, service: 's3', region: 'us-east-1' });
    const text = await (await client.fetch(`http://127.0.0.1:${this.#port}/logs?list-type=2`)).text();
    return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
  }

  async stop(): Promise<void> {
    for (const answer of this.#silent) answer.destroy();
    this.#proxy?.closeAllConnections();
    await new Promise<void>((resolve) => this.#proxy?.close(() => resolve()) ?? resolve());
    await this.#server?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
