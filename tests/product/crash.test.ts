import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { buildPipeline, componentTotals, deployPipeline } from '../harness/pipelines.ts';
import { freePort, type Product, removeFolder, startProduct } from '../harness/product.ts';

const EVENTS_PER_REQUEST = 50;
const SENDERS = 4;

/** Sends numbered events until it fails; remembers what was acknowledged with 200. */
async function sendUntilRefused(
  port: number,
  sender: number,
  acknowledged: Set<string>,
  stop: () => boolean,
) {
  for (let request = 0; !stop(); request++) {
    const ids = Array.from({ length: EVENTS_PER_REQUEST }, (_, index) => `${sender}-${request}-${index}`);
    const body = ids.map((id) => JSON.stringify({ id, level: 'info', text: 'x'.repeat(200) })).join('\n');
    try {
      const response = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body,
      });
      if (response.status === 200) for (const id of ids) acknowledged.add(id);
    } catch {
      return;
    }
  }
}

/** Waits until something listens on the port again: the source comes up with the engine, after the API. */
const listening = (port: number): Promise<unknown> => eventually(() => fetch(`http://127.0.0.1:${port}/`));

const deliveredIds = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { id: string }).id);

async function deployHttpToFile(product: Product, port: number) {
  const api = new ProductApi(product.url);
  const siteId = await api.siteId();
  const output = join(product.dataFolder, 'out.ndjson');
  const built = await buildPipeline(api, siteId, {
    name: 'Crash',
    source: { name: 'In', templateId: 'http_server', config: { port } },
    transforms: [
      {
        name: 'Drop debug',
        templateId: 'filter',
        config: {
          action: 'drop',
          match: { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'debug' }] },
        },
      },
    ],
    sinks: [{ name: 'Out', templateId: 'file', config: { path: output, format: 'ndjson' } }],
  });
  await deployPipeline(api, built);
  return { api, siteId, built, output };
}

describe('a product that ends', () => {
  it('on Ctrl+C under load: within 5 s, code 0, nothing lost, nothing twice', async () => {
    const product = await startProduct();
    try {
      const port = await freePort();
      const { output } = await deployHttpToFile(product, port);
      const acknowledged = new Set<string>();
      let stopping = false;
      const senders = Array.from({ length: SENDERS }, (_, n) =>
        sendUntilRefused(port, n, acknowledged, () => stopping),
      );
      await eventually(() => expect(acknowledged.size).toBeGreaterThan(500));
      const startedAt = performance.now();
      const code = await product.stop();
      const seconds = (performance.now() - startedAt) / 1000;
      stopping = true;
      await Promise.all(senders);
      expect(code).toBe(0);
      expect(seconds).toBeLessThan(5);

      const again = await startProduct({ dataFolder: product.dataFolder });
      const delivered = await eventually(() => {
        const ids = deliveredIds(output);
        expect(ids.length).toBeGreaterThanOrEqual(acknowledged.size);
        return ids;
      });
      await again.stop();
      const unique = new Set(delivered);
      expect([...acknowledged].filter((id) => !unique.has(id))).toEqual([]);
      expect(unique.size).toBe(delivered.length);
    } finally {
      removeFolder(product.dataFolder);
    }
  }, 60_000);

  it('killed with -9 at a random moment under load, it runs again by itself and has lost nothing acknowledged', async () => {
    let product = await startProduct();
    const { dataFolder } = product;
    try {
      const port = await freePort();
      const { built, output } = await deployHttpToFile(product, port);
      const acknowledged = new Set<string>();
      for (let round = 0; round < 3; round++) {
        const senders = Array.from({ length: SENDERS }, (_, n) =>
          sendUntilRefused(port, round * SENDERS + n, acknowledged, () => false),
        );
        const before = acknowledged.size;
        await eventually(() => expect(acknowledged.size).toBeGreaterThan(before + 200));
        // The moment of the crash is the point of the test: it must fall anywhere in the work.
        await delay(randomInt(400));
        await product.kill();
        await Promise.all(senders);
        product = await startProduct({ dataFolder });
        await new ProductApi(product.url).settled(built.pipelineId, 'DEPLOYED');
        await listening(port);
      }
      await eventually(() => {
        const delivered = new Set(deliveredIds(output));
        expect([...acknowledged].filter((id) => !delivered.has(id))).toEqual([]);
      }, 20_000);
      const api = new ProductApi(product.url);
      const response = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: 'last', level: 'info' }),
      });
      expect(response.status).toBe(200);
      await eventually(() => expect(deliveredIds(output)).toContain('last'));
      const siteId = await api.siteId();
      await eventually(async () => {
        const totals = await componentTotals(api, siteId, built.pipelineId);
        expect(Number(totals[built.sinkIds[0]!]?.eventsOut)).toBeGreaterThan(0);
      });
    } finally {
      await product.kill();
      removeFolder(dataFolder);
    }
  }, 120_000);
});
