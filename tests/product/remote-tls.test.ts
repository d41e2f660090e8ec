import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProductApi } from '../harness/api.ts';
import { makeAuthority, makeCertificate } from '../harness/certificate.ts';
import { eventually } from '../harness/eventually.ts';
import { buildPipeline, deployPipeline, fetchComponentTotals } from '../harness/pipelines.ts';
import { freePort, makeTempFolder, type Product, removeFolder, startProduct } from '../harness/product.ts';
import { type RemoteEngineProcess, startRemoteEngine } from '../harness/remote-engine.ts';
import { startTlsProxy, type TlsProxy } from '../harness/tls-proxy.ts';

const WITHIN_MS = 120_000;
const ADDRESSES = ['localhost', '127.0.0.1'];

const authority = makeAuthority();
const right = makeCertificate(authority, ADDRESSES);
const data = makeTempFolder();
const ca = join(data, 'authority.pem');
let product: Product;
let proxy: TlsProxy;
let api: ProductApi;
let siteId = '';
let token = '';
const engines: RemoteEngineProcess[] = [];

beforeAll(async () => {
  writeFileSync(ca, authority.cert);
  product = await startProduct();
  proxy = await startTlsProxy(product.url, right);
  api = new ProductApi(product.url);
  const site = { name: 'Far', vendor: 'AWS', engine: 'remote' } as const;
  siteId = (await api.call('createSite', { body: { site } })).id;
  token = (await api.call('createJoinToken', { path: { siteId } })).token;
}, 240_000);
afterAll(async () => {
  for (const engine of engines) await engine.killAll();
  proxy?.close();
  await product?.kill();
  removeFolder(product.dataFolder);
  removeFolder(data);
});

const start = (...more: string[]): RemoteEngineProcess => {
  const engine = startRemoteEngine(['--data', join(data, 'engine'), ...more]);
  engines.push(engine);
  return engine;
};
const joins = (...more: string[]) => start('--join', proxy.url, '--token', token, ...more);

it('a wrong certificate is explained, without token or credential sent', async () => {
  const untrusted = joins();
  await untrusted.says(/its certificate is not signed by an authority that this machine trusts .*--ca FILE/);
  await untrusted.killAll();
  proxy.show(makeCertificate(authority, ['penstock.example.org']));
  const misnamed = joins('--ca', ca);
  await misnamed.says(/its certificate is for another name .*use the address it was issued for/);
  await misnamed.killAll();
  proxy.show(makeCertificate(authority, ADDRESSES, -1));
  const expired = joins('--ca', ca);
  await expired.says(/its certificate is not valid today .*renew it there/);
  await expired.killAll();
  proxy.show(right);
  const other = joins('--ca', join(data, 'missing.pem'));
  expect(await other.ended()).toBe(2);
  expect(other.output()).toMatch(/--ca '.*missing.pem' cannot be read: .*name a PEM file/);
  // The token is unused: it was never sent.
  const { site } = await api.call('getSite', { path: { siteId } });
  expect(site.remote).toMatchObject({ isJoined: false });
}, 400_000);

it('with the named authority it joins by proxy and reconnects', async () => {
  const first = joins('--ca', ca);
  await first.says(`Joined site 'Far' at ${proxy.url}`);
  const port = await freePort();
  const built = await buildPipeline(api, siteId, {
    name: 'Lines',
    source: { name: 'In', templateId: 'http_server', config: { port, format: 'text' } },
    transforms: [],
    sinks: [{ name: 'Void', templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(api, built);
  const send = () => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'a\nb\nc' });
  await eventually(async () => expect((await send()).status).toBe(200), WITHIN_MS);
  const counted = (events: string) =>
    eventually(async () => {
      const totals = await fetchComponentTotals(api, siteId, built.pipelineId);
      expect(totals[built.sourceId]).toMatchObject({ eventsIn: events });
    }, WITHIN_MS);
  await counted('3');
  // The proxy returns with another certificate of the same authority.
  proxy.show(makeCertificate(authority, ADDRESSES));
  expect(await first.stop()).toBe(0);
  const again = start('--ca', ca);
  await again.says(`Connected to site 'Far' at ${proxy.url}`);
  await eventually(async () => expect((await send()).status).toBe(200), WITHIN_MS);
  await counted('6');
  await api.call('disconnectEngine', { path: { siteId } });
  expect(await again.ended()).toBe(1);
  expect(again.output()).toContain('This engine was disconnected from its site');
}, 400_000);
