import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort, type Product, removeFolder, startProduct } from '../harness/product.ts';

const WITHIN_MS = 120_000;
const EVENTS = 20;

let product: Product;
let api: ProductApi;
beforeAll(async () => {
  product = await startProduct();
  api = new ProductApi(product.url);
}, 240_000);
afterAll(async () => {
  await product?.kill();
  removeFolder(product.dataFolder);
});

const getEngineFolder = (siteId: string) => join(product.dataFolder, 'engine', siteId);

/** The paused pipeline's destination got none of the acknowledged events. */
async function siteWithBuffer(name: string): Promise<string> {
  const { id: siteId } = await api.call('createSite', { body: { site: { name, vendor: 'AWS' } } });
  const [port, dead] = [await freePort(), await freePort()];
  const built = await buildPipeline(api, siteId, {
    name: `${name} lines`,
    source: { name: `${name} in`, templateId: 'http_server', config: { port, format: 'text' } },
    transforms: [],
    sinks: [{ name: `${name} out`, templateId: 'http', config: { url: `http://127.0.0.1:${dead}/` } }],
  });
  await deployPipeline(api, built);
  const body = Array.from({ length: EVENTS }, (_, n) => `line ${n}`).join('\n');
  await eventually(async () => {
    const { status } = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body });
    expect(status).toBe(200);
  }, WITHIN_MS);
  await api.call('runPipelineAction', { body: { pipelineId: built.pipelineId, action: 'PAUSE' } });
  await api.settled(built.pipelineId, 'PAUSED', WITHIN_MS);
  return siteId;
}

const remove = (siteId: string, discardEvents: boolean) =>
  api.send('deleteSite', { path: { siteId }, query: { discardEvents }, ifMatch: '*' });

it('a site with buffered events needs a discard to be deleted [R1]', async () => {
  const siteId = await siteWithBuffer('Paris');
  const { site } = await api.call('getSite', { path: { siteId } });
  expect(site.waitingEvents).toBe(EVENTS);
  expect(await remove(siteId, false)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining(`${EVENTS} events wait in buffers of site 'Paris'`) },
  });
  // Inactive sites have no engine; the backlog is found on disk.
  const inactive = { id: siteId, status: 'INACTIVE' } as const;
  await api.call('updateSite', { body: { site: inactive }, ifMatch: '*' });
  expect((await remove(siteId, false)).status).toBe(409);
  expect(existsSync(getEngineFolder(siteId))).toBe(true);
  expect((await remove(siteId, true)).status).toBe(200);
  await eventually(() => expect(existsSync(getEngineFolder(siteId))).toBe(false), WITHIN_MS);
}, 400_000);

it('kill -9 before the folder is removed leaves nothing stuck', async () => {
  const siteId = await siteWithBuffer('Lyon');
  expect((await remove(siteId, true)).status).toBe(200);
  await product.kill();
  // The kill may come before or after the folder's removal: recreate the state before.
  const db = new DatabaseSync(join(product.dataFolder, 'penstock.db'));
  db.prepare('insert or ignore into ended_sites (site_id) values (?)').run(siteId);
  db.close();
  product = await startProduct({ dataFolder: product.dataFolder });
  api = new ProductApi(product.url);
  expect((await api.call('listSites')).sites.map(({ name }) => name)).toEqual(['Local']);
  await eventually(() => {
    expect(existsSync(getEngineFolder(siteId))).toBe(false);
    const read = new DatabaseSync(join(product.dataFolder, 'penstock.db'), { readOnly: true });
    const { many } = read.prepare('select count(*) as many from ended_sites').get() as { many: number };
    read.close();
    expect(many).toBe(0);
  }, WITHIN_MS);
}, 400_000);
