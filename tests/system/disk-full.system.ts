import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProductApi } from '../harness/api.ts';
import { findEnginePid } from '../harness/engine-process.ts';
import { eventually } from '../harness/eventually.ts';
import { type Built, buildPipeline, deployPipeline, fetchComponentTotals } from '../harness/pipelines.ts';
import { freePort, type Product, startProduct } from '../harness/product.ts';
import { tool } from './tools.ts';

const PATIENCE_MS = 90_000;
/** Free space left beside the ballast file. */
const ROOM_BYTES = 1 << 20;
/** Senders without an answer by then give up; the event counts as not acknowledged. */
const ANSWER_MS = 5000;
const EVENT = 'x'.repeat(50_000);

let folder = '';
let disk = '';
let product: Product | undefined;
let server: Server | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disk-full-'));
  disk = join(folder, 'disk');
  mkdirSync(disk);
  execFileSync(tool('mount'), ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk]);
});
afterEach(async () => {
  server?.close();
  await product?.kill();
  execFileSync(tool('umount'), ['-l', disk]);
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** In small parts, since others write meanwhile. */
const fill = () => {
  const ballast = openSync(join(disk, 'ballast'), 'a');
  for (;;) {
    const { bavail, bsize } = statfsSync(disk);
    const bytes = Math.min(ROOM_BYTES, bavail * bsize - ROOM_BYTES);
    if (bytes <= 0) break;
    writeSync(ballast, Buffer.alloc(bytes));
  }
  closeSync(ballast);
};
/** Leaves no byte, wherever others write meanwhile. */
const fillUp = () => {
  const ballast = openSync(join(disk, 'ballast'), 'a');
  for (let bytes = 1 << 20; bytes >= 1; ) {
    try {
      writeSync(ballast, Buffer.alloc(bytes));
    } catch {
      bytes >>= 1;
    }
  }
  closeSync(ballast);
};
const makeRoom = () => rmSync(join(disk, 'ballast'));

class Posted {
  readonly acknowledged: string[] = [];
  readonly #name: string;
  #port = 0;
  #next = 0;
  built: Built | undefined;
  constructor(name: string) {
    this.#name = name;
  }

  async deploy(api: ProductApi, templateId: string, config: object): Promise<void> {
    const { siteId, port } = { siteId: await api.siteId(), port: await freePort() };
    this.#port = port;
    const name = this.#name;
    this.built = await buildPipeline(api, siteId, {
      name,
      source: { name: `${name} in`, templateId: 'http_server', config: { port } },
      transforms: [],
      sinks: [{ name: `${name} out`, templateId, config: { ...config } }],
    });
    await deployPipeline(api, this.built);
  }

  async post(text = EVENT): Promise<boolean> {
    const id = `${this.#name}-${this.#next++}`;
    const answer = await fetch(`http://127.0.0.1:${this.#port}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, text }),
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch(() => undefined);
    const isKept = answer?.status === 200;
    if (isKept) this.acknowledged.push(id);
    return isKept;
  }
}

async function healthOf(api: ProductApi, { pipelineId, sinkIds }: Built) {
  const { components } = await api.call('listHealth', { path: { siteId: await api.siteId() }, query: {} });
  const found = components.find((one) => one.pipelineId === pipelineId && one.componentId === sinkIds[0]);
  return { state: found?.state, text: (found?.reasons ?? []).map(({ text }) => text).join('; ') };
}

async function errorsOf(api: ProductApi, { pipelineId }: Built): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000);
  const { pipelinesErrorDetails } = await api.call('listPipelineErrors', {
    query: {
      siteId: await api.siteId(),
      pipelineIds: [pipelineId],
      'timeRange.startUnixTimeSeconds': now - 3600,
      'timeRange.endUnixTimeSeconds': now + 60,
    },
  });
  const { errorDetails = [] } = pipelinesErrorDetails[pipelineId] ?? {};
  return errorDetails.map(({ errorName, errorDesc }) => `${errorName}: ${errorDesc}`);
}

function receive(port: number): Set<string> {
  const ids = new Set<string>();
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      for (const [, id = ''] of text.matchAll(/"id":"([^"]+)"/g)) ids.add(id);
      response.end();
    });
  }).listen(port, '127.0.0.1');
  return ids;
}

const lost = (acknowledged: readonly string[], there: ReadonlySet<string>) =>
  acknowledged.filter((id) => !there.has(id));

describe('a full disk under the whole product [R10]', () => {
  it('data folder: acknowledgement stops, others go on, and room heals it', async () => {
    product = await startProduct({ dataFolder: disk });
    const api = new ProductApi(product.url);
    const siteId = await api.siteId();
    const engine = findEnginePid(disk);
    const sinkPort = await freePort();
    const [held, other] = [new Posted('held'), new Posted('other')];
    const buffer = { mode: 'disk', maxBytes: 64 << 20, whenFull: 'block' };
    await held.deploy(api, 'http', { url: `http://127.0.0.1:${sinkPort}/`, buffer });
    const outside = join(folder, 'outside.ndjson');
    await other.deploy(api, 'file', { path: outside, buffer: { ...buffer, mode: 'memory' } });
    fill();
    await eventually(async () => expect(await held.post()).toBe(false), PATIENCE_MS);
    const full = performance.now();
    await eventually(async () => {
      const { state, text } = await healthOf(api, held.built!);
      expect(text).toMatch(/The disk of .* is full.*disk buffer cannot be written.*no space left/);
      expect(state).toBe('failing');
    }, PATIENCE_MS);
    console.log(`R10: shown ${Math.round(performance.now() - full)} ms after the first refusal`);
    expect(await held.post()).toBe(false);
    for (let n = 0; n < 5; n++) expect(await other.post('small')).toBe(true);
    expect(readFileSync(outside, 'utf8').trimEnd().split('\n')).toHaveLength(5);
    const sink = { siteId, templateId: 'blackhole', config: {}, description: 'y'.repeat(900) };
    let made = 0;
    await eventually(async () => {
      const refused = await api.send('createSink', { body: { sink: { ...sink, name: `new ${made++}` } } });
      expect(refused).toMatchObject({
        status: 507,
        body: { code: 'STORAGE_FULL', message: expect.stringMatching(/is full.*Free space/) },
      });
    }, PATIENCE_MS);
    expect(findEnginePid(disk)).toBe(engine);

    makeRoom();
    const free = performance.now();
    await eventually(async () => expect(await held.post()).toBe(true), PATIENCE_MS);
    console.log(`R10: acknowledges ${Math.round(performance.now() - free)} ms after there was room`);
    await eventually(async () => {
      const [error = '', ...more] = (await errorsOf(api, held.built!)).filter((text) =>
        text.startsWith('BufferNotWritten'),
      );
      expect(more).toEqual([]);
      expect(error).toMatch(/no space left/);
      expect(error).toMatch(/Free space on the disk of the data folder/);
    }, PATIENCE_MS);
    expect((await api.send('createSink', { body: { sink: { ...sink, name: 'after' } } })).status).toBe(200);
    const received = receive(sinkPort);
    await eventually(() => expect(lost(held.acknowledged, received)).toEqual([]), PATIENCE_MS);
    await eventually(async () => {
      const totals = await fetchComponentTotals(api, siteId, held.built!.pipelineId);
      const { eventsIn, eventsOut } = totals[held.built!.sinkIds[0]!]!;
      expect(Number(eventsOut)).toBeGreaterThanOrEqual(held.acknowledged.length);
      expect(eventsOut).toBe(eventsIn);
    }, PATIENCE_MS);
    expect(findEnginePid(disk)).toBe(engine);
    console.log(`R10: ${held.acknowledged.length} acknowledged, 0 lost of ${received.size}`);
  }, 600_000);

  it.each(['engine', 'product'] as const)(
    'data folder without a byte: a killed %s starts, delivers, and says what is full',
    async (killed) => {
      product = await startProduct({ dataFolder: disk });
      let api = new ProductApi(product.url);
      const sinkPort = await freePort();
      const held = new Posted('held');
      const buffer = { mode: 'disk', maxBytes: 64 << 20, whenFull: 'block' };
      await held.deploy(api, 'http', { url: `http://127.0.0.1:${sinkPort}/`, buffer });
      for (let n = 0; n < 40; n++) expect(await held.post()).toBe(true);
      fillUp();
      await eventually(async () => expect(await held.post()).toBe(false), PATIENCE_MS);
      fillUp();
      for (let kills = 0; kills < 3; kills++) {
        if (killed === 'engine') {
          const former = findEnginePid(disk);
          process.kill(former, 'SIGKILL');
          await eventually(() => expect(findEnginePid(disk)).not.toBe(former), PATIENCE_MS);
        } else {
          await product.kill();
          product = await startProduct({ dataFolder: disk });
          api = new ProductApi(product.url);
        }
        fillUp();
        await eventually(async () => {
          const { state, text } = await healthOf(api, held.built!);
          expect(text).toMatch(/Nothing is delivered/);
          expect(state).toBe('failing');
        }, PATIENCE_MS);
      }
      await eventually(async () => {
        expect(await held.post()).toBe(false);
        const { text } = await healthOf(api, held.built!);
        expect(text).toMatch(/The disk of .* is full/);
      }, PATIENCE_MS);
      const received = receive(sinkPort);
      await eventually(() => expect(lost(held.acknowledged, received)).toEqual([]), PATIENCE_MS);
      // What was delivered leaves less than the room that the reserve waits for.
      makeRoom();
      await eventually(async () => expect(await held.post()).toBe(true), PATIENCE_MS);
      console.log(`R10: ${held.acknowledged.length} acknowledged, 0 lost of ${received.size}`);
    },
    600_000,
  );

  it('destination: the buffer takes what comes, and room heals it', async () => {
    product = await startProduct({ dataFolder: join(folder, 'data') });
    const api = new ProductApi(product.url);
    const posted = new Posted('posted');
    const path = join(disk, 'out.ndjson');
    const buffer = { mode: 'disk', maxBytes: 64 << 20, whenFull: 'block' };
    await posted.deploy(api, 'file', { path, buffer });
    fill();
    await eventually(async () => {
      expect(await posted.post()).toBe(true);
      const { state, text } = await healthOf(api, posted.built!);
      expect(text).toMatch(/Nothing is delivered: No space is left/);
      expect(state).toBe('failing');
    }, PATIENCE_MS);
    for (let n = 0; n < 20; n++) expect(await posted.post()).toBe(true);
    await eventually(async () => {
      const errors = await errorsOf(api, posted.built!);
      expect(errors.join('\n')).toMatch(/No space is left[\s\S]*Free space/);
    }, PATIENCE_MS);
    makeRoom();
    const free = performance.now();
    await eventually(() => {
      const ids = readFileSync(path, 'utf8').matchAll(/"id":"([^"]+)"/g);
      expect([...ids].map(([, id]) => id)).toEqual(posted.acknowledged);
    }, PATIENCE_MS);
    console.log(
      `R10: ${posted.acknowledged.length} of ${posted.acknowledged.length} in order, ${Math.round(performance.now() - free)} ms after there was room`,
    );
  }, 600_000);
});
