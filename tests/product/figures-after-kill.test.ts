import { expect, it } from 'vitest';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { buildPipeline, deployPipeline, fetchComponentTotals } from '../harness/pipelines.ts';
import { freePort, removeFolder, startProduct } from '../harness/product.ts';

const EVENT = JSON.stringify({ level: 'info', text: 'x'.repeat(100) });
const EVENTS = 100;
const REQUESTS = 20;

it('figures stay exact after kill -9 of the service under load', async () => {
  let product = await startProduct();
  const { dataFolder } = product;
  try {
    const port = await freePort();
    const api = new ProductApi(product.url);
    const siteId = await api.siteId();
    const built = await buildPipeline(api, siteId, {
      name: 'Counted',
      source: { name: 'In', templateId: 'http_server', config: { port } },
      transforms: [],
      sinks: [{ name: 'Out', templateId: 'blackhole', config: {} }],
    });
    await deployPipeline(api, built);
    const send = async () => {
      const headers = { 'content-type': 'application/x-ndjson' };
      const body = Array.from({ length: EVENTS }, () => EVENT).join('\n');
      const { status } = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
      expect(status).toBe(200);
    };
    for (let round = 1; round <= 3; round++) {
      for (let request = 0; request < REQUESTS; request++) await send();
      await product.killService();
      product = await startProduct({ dataFolder });
      const again = new ProductApi(product.url);
      await again.settled(built.pipelineId, 'DEPLOYED');
      await eventually(() => fetch(`http://127.0.0.1:${port}/`));
      await eventually(async () => {
        const totals = await fetchComponentTotals(again, siteId, built.pipelineId);
        const expected = String(round * REQUESTS * EVENTS);
        expect(totals[built.sourceId]).toMatchObject({ eventsIn: expected, eventsOut: expected });
        expect(totals[built.sinkIds[0]!]).toMatchObject({ eventsIn: expected, eventsOut: expected });
      }, 20_000);
    }
  } finally {
    await product.kill();
    removeFolder(dataFolder);
  }
}, 120_000);
