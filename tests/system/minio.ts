import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { expect } from 'vitest';
import { freePort } from '../../src/engine/components/testing/contexts.ts';
import { eventually } from '../harness/eventually.ts';
import { buildGoProgram } from './go.ts';

const VERSION = 'v0.0.0-20260212201848-7aac2a2c5b7c';
export const PATIENCE_MS = 60_000;
/** The day of its sources. */
export const MINIO = VERSION.slice(7, 15);
export const credentials = { accessKeyId: 'penstock', secretAccessKey: 'a-long-secret' };

/** MinIO with a folder of its own, built at first, for many minutes. Stop it in the end. */
export class Minio {
  #program = '';
  #folder = '';
  #running: ChildProcess | null = null;
  readonly #client = new AwsClient({ ...credentials, service: 's3', region: 'us-east-1' });
  url = '';

  async start(): Promise<void> {
    this.#program = buildGoProgram('minio', {
      module: 'github.com/minio/minio',
      version: VERSION,
      main: '.',
    });
    this.#folder = mkdtempSync(join(tmpdir(), 'minio-'));
    this.url = `http://127.0.0.1:${await freePort()}`;
    await this.run();
  }

  /** After a kill as well: what it wrote is there. */
  async run(): Promise<void> {
    const env = {
      ...process.env,
      MINIO_ROOT_USER: credentials.accessKeyId,
      MINIO_ROOT_PASSWORD: credentials.secretAccessKey,
    };
    const addresses = ['--address', new URL(this.url).host, '--console-address', '127.0.0.1:0'];
    const args = ['server', ...addresses, join(this.#folder, 'data')];
    const running = spawn(this.#program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#running = running;
    for (const stream of [running.stdout, running.stderr])
      stream.pipe(createWriteStream(join(this.#folder, 'log'), { flags: 'a' }));
    await eventually(
      async () => expect((await fetch(`${this.url}/minio/health/ready`)).status).toBe(200),
      PATIENCE_MS,
    );
  }

  async kill(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    if (!running) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  async stop(): Promise<void> {
    await this.kill();
    if (this.#folder !== '') rmSync(this.#folder, { recursive: true, force: true });
  }

  async makeBucket(bucket: string): Promise<string> {
    const { status } = await this.#client.fetch(`${this.url}/${bucket}`, { method: 'PUT' });
    expect(status).toBe(200);
    return bucket;
  }

  /** Of its objects, in bytes. */
  async sizeOf(bucket: string): Promise<number> {
    const text = await (await this.#client.fetch(`${this.url}/${bucket}?list-type=2`)).text();
    return [...text.matchAll(/<Size>(\d+)<\/Size>/g)].reduce((sum, [, size]) => sum + Number(size), 0);
  }
}
