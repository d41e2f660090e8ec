// Slow: starts the product, and reads exports of a hundred thousand events slowly.
import { mkdirSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RoleGrant } from '../../src/contract/entities/access.ts';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { type Product, removeFolder, startProduct } from '../harness/product.ts';

const EVENTS = 120_000;
const PADDING = 'x'.repeat(400);

describe('an export over a connection that is slow, cut or no longer permitted', () => {
  let product: Product;
  let api: ProductApi;
  let siteId: string;
  const toSecond = (at: number) => new Date(at).toISOString().slice(0, 19);

  beforeAll(async () => {
    product = await startProduct();
    api = new ProductApi(product.url);
    siteId = await api.siteId();
    const source = { name: 'Shop', siteId, templateId: 'tcp', config: { port: 5998 } };
    const { id: sourceId } = await api.call('createSource', { body: { source } });
    const root = join(product.dataFolder, 'kept');
    const sink = { name: 'Kept', siteId, templateId: 'file', config: { path: join(root, 'any.ndjson') } };
    const { id: sinkId } = await api.call('createSink', { body: { sink } });
    await api.call('enableArchival', { body: { siteId, sourceId, sinkId } });
    const hour = Math.floor(Date.now() / 3_600_000 - 1) * 3_600_000;
    const [year, month, day, ofDay] = toSecond(hour).split(/[-T:]/);
    const folder = join(root, `source=${sourceId}-Shop/year=${year}/month=${month}/day=${day}/hour=${ofDay}`);
    mkdirSync(folder, { recursive: true });
    const lines = Array.from({ length: EVENTS }, (_, at) => {
      const received = `${toSecond(hour + at * 25)}.${String(at).padStart(6, '0')}Z`;
      return `{"received":"${received}","source":"Shop","sourceId":"${sourceId}","event":{"number":${at},"text":"${PADDING}"}}\n`;
    });
    const name = toSecond(hour + 3_599_000).replaceAll(/[-:]/g, '');
    writeFileSync(join(folder, `${name}000Z-000001-0123456789abcdef.ndjson`), lines.join(''));
  }, 120_000);
  afterAll(async () => {
    await product.stop();
    removeFolder(product.dataFolder);
  });

  const timeRange = () => {
    const now = Math.floor(Date.now() / 1000);
    return { startUnixTimeSeconds: now - 10_800, endUnixTimeSeconds: now };
  };
  /** Of the local administrator, or with a key. */
  async function begin(key?: string) {
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const ask = async (path: string, body?: object) => {
      const init = body
        ? {
            method: 'POST',
            body: JSON.stringify(body),
            headers: { ...headers, 'content-type': 'application/json' },
          }
        : { headers };
      return (await fetch(`${product.url}/v1/${path}`, init)).json();
    };
    const asked = { siteId, query: '', timeRange: timeRange(), format: 'JSON' };
    const { id } = (await ask('log-search/export', asked)).export;
    const path = `site/${siteId}/log-search/export/${id}`;
    const find = async () => (await ask(path)).export;
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      get(`${product.url}/v1/${path}/file`, { headers }, resolve).on('error', reject),
    );
    return { id, find, response };
  }
  const readAll = async (response: IncomingMessage): Promise<string> =>
    Buffer.concat(await response.toArray()).toString();
  const settled = async (find: () => Promise<{ eventCount: string }>): Promise<number> => {
    let before = -1;
    for (;;) {
      const now = Number((await find()).eventCount);
      if (now === before && now > 0) return now;
      before = now;
      await delay(1000);
    }
  };

  it('a slow reader: nothing is written ahead, and the file is complete', async () => {
    const { find, response } = await begin();
    const ahead = await settled(find);
    expect(ahead).toBeLessThan(EVENTS / 2);
    expect((await find()).state).toBe('RUNNING');
    const events = JSON.parse(await readAll(response));
    expect(events).toHaveLength(EVENTS);
    expect(events[0].event.number).toBe(EVENTS - 1);
    expect(events.at(-1).event.number).toBe(0);
    await eventually(async () => expect(await find()).toMatchObject({ state: 'DONE', isCut: false }));
  }, 120_000);

  it('a connection that is cut cancels it, and the service goes on', async () => {
    const { find, response } = await begin();
    await settled(find);
    response.destroy();
    await eventually(async () => expect((await find()).state).toBe('CANCELED'));
    expect((await api.send('listLogSources', { path: { siteId } })).status).toBe(200);
  }, 60_000);

  it('a right taken away cuts it: what came does not look complete [R2.2-20]', async () => {
    const read = (resourceType: RoleGrant['resourceType'], ...extraGrants: RoleGrant['extraGrants']) => ({
      resourceType,
      accessTypes: ['READ' as const],
      extraGrants,
    });
    const role = { name: 'Reader', description: '', siteIds: [] };
    const grants = [read('SOURCES'), read('SITES'), read('PIPELINES', 'LIVE_CAPTURE')];
    const { id } = await api.call('createRole', { body: { role: { ...role, grants } } });
    const apiKey = { name: 'exports', description: '', roleId: id, siteIds: [] };
    const { key } = await api.call('createApiKey', { body: { apiKey } });
    const { find, response } = await begin(key);
    await settled(find);
    const fewer = [read('SOURCES'), read('SITES'), read('PIPELINES')];
    await api.call('updateRole', { ifMatch: 1, body: { role: { id, ...role, grants: fewer } } });
    await expect(readAll(response)).rejects.toThrow('aborted');
  }, 60_000);

  it('a person cancels it: what came does not look complete', async () => {
    const { id, find, response } = await begin();
    await settled(find);
    await api.call('cancelLogExport', { path: { siteId, exportId: id }, body: undefined });
    await expect(readAll(response)).rejects.toThrow('aborted');
    expect(await find()).toMatchObject({ state: 'CANCELED', reason: 'It was canceled' });
  }, 60_000);
});
