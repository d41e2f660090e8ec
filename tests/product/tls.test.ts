import { X509Certificate } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { join, resolve } from 'node:path';
import { connect, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { LOG_QUERY_MAX_LENGTH } from '../../src/contract/limits.ts';
import { createSelfSigned } from '../../src/service/auth/self-signed.ts';
import { eventually } from '../harness/eventually.ts';
import { makeTempFolder, type Product, removeFolder, startProduct } from '../harness/product.ts';
import { type RemoteEngineProcess, startRemoteEngine } from '../harness/remote-engine.ts';

const WITHIN_MS = 120_000;
const CERTIFICATES = resolve(import.meta.dirname, '../../src/engine/components/testing/certificates');
const CA = join(CERTIFICATES, 'ca.pem');
const ca = readFileSync(CA, 'utf8');

const folder = makeTempFolder();
const engineFolder = makeTempFolder();
const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
let product: Product;
let engine: RemoteEngineProcess | undefined;

beforeAll(async () => {
  copyFileSync(join(CERTIFICATES, 'server.pem'), files.cert);
  copyFileSync(join(CERTIFICATES, 'server-key.pem'), files.key);
  product = await startProduct({ env: { PENSTOCK_TLS_CERT: files.cert, PENSTOCK_TLS_KEY: files.key } });
}, 240_000);
afterAll(async () => {
  await engine?.killAll();
  await product?.kill();
  for (const made of [product?.dataFolder, folder, engineFolder]) if (made) removeFolder(made);
});

type Got = { status: number; headers: NodeJS.Dict<string | string[]>; body: string };
type Asked = { method?: string; body?: string; plain?: boolean; headers?: Record<string, string> };

/** Trusts only the test authority; `plain` uses no encryption. */
function ask(path: string, { method = 'GET', body, plain = false, headers = {} }: Asked = {}): Promise<Got> {
  const url = new URL(path, plain ? product.url.replace('https:', 'http:') : product.url);
  return new Promise((done, refuse) => {
    const options = {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      agent: false,
      maxHeaderSize: 65_536,
    };
    const sent = (plain ? plainRequest : request)(url, plain ? options : { ...options, ca }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
    });
    sent.once('error', refuse);
    sent.end(body);
  });
}

const call = async (path: string, body: object) => {
  const answer = await ask(path, { method: 'POST', body: JSON.stringify(body) });
  expect(answer.status, answer.body).toBeLessThan(300);
  return JSON.parse(answer.body);
};

/** Returns the server's certificate. */
const shown = (maxVersion: SecureVersion = 'TLSv1.3'): Promise<X509Certificate> =>
  new Promise((done, refuse) => {
    const socket = connect({
      port: Number(new URL(product.url).port),
      host: '127.0.0.1',
      rejectUnauthorized: false,
      minVersion: 'TLSv1',
      maxVersion,
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    socket.once('secureConnect', () => {
      done(new X509Certificate(socket.getPeerCertificate().raw));
      socket.destroy();
    });
    socket.once('error', refuse);
  });

it('https serves pages, API and live channel, with HSTS', async () => {
  expect(product.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const page = await ask('/dashboard');
  expect([page.status, page.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
  expect(JSON.parse((await ask('/v1/auth/sso')).body).sso).toMatchObject({
    redirectUri: `${product.url}/login/callback`,
    acsUrl: `${product.url}/login/saml`,
  });
  const { ticket } = await call('/v1/auth/socket-ticket', {});
  const address = `${product.url.replace('https', 'wss')}/v1/ws/live?authorization=${ticket}`;
  const socket = new WebSocket(address, { ca });
  await new Promise((done, refuse) => {
    socket.once('open', done);
    socket.once('error', refuse);
  });
  socket.terminate();
});

it('nothing older than TLS 1.2 is spoken', async () => {
  await expect(shown('TLSv1.2')).resolves.toBeDefined();
  await expect(shown('TLSv1.1')).rejects.toThrow();
});

it('plain http: pages redirect, calls are refused without effect', async () => {
  const page = await ask('/pipelines?time=4h', { plain: true });
  expect([page.status, page.headers.location]).toEqual([308, `${product.url}/pipelines?time=4h`]);
  const body = JSON.stringify({ site: { name: 'Unsafe', vendor: 'AWS' } });
  const answer = await ask('/v1/site', { plain: true, method: 'POST', body });
  expect(answer.status).toBe(426);
  expect(JSON.parse(answer.body).message).toContain(`Use ${product.url}/v1/site`);
  expect((await ask('/v1/sites')).body).not.toContain('Unsafe');
  const strange = await ask('/dashboard', { plain: true, headers: { host: 'evil.example' } });
  expect([strange.status, strange.headers.location]).toEqual([400, undefined]);
});

it('the longest query may stand in an address', async () => {
  const path = `/log-search?q=${encodeURIComponent('語'.repeat(LOG_QUERY_MAX_LENGTH))}`;
  expect((await ask(path)).status).toBe(200);
  const redirected = await ask(path, { plain: true });
  expect([redirected.status, redirected.headers.location]).toEqual([308, `${product.url}${path}`]);
});

it('a remote engine joins with --ca, and not without', async () => {
  const { id } = await call('/v1/site', { site: { name: 'Far', vendor: 'AWS', engine: 'remote' } });
  const { token } = await call(`/v1/site/${id}/join-token`, {});
  const join_ = ['--data', engineFolder, '--join', product.url, '--token', token];
  engine = startRemoteEngine(join_);
  await engine.says(/unable to (verify|get)|self-signed|certificate/i);
  await engine.killAll();
  engine = startRemoteEngine([...join_, '--ca', CA]);
  await engine.says("Joined site 'Far'");
  await eventually(async () => {
    const { site } = JSON.parse((await ask(`/v1/site/${id}`)).body);
    expect(site.engineState).toBe('running');
  }, WITHIN_MS);
}, 240_000);

it('a changed certificate is used; a bad one is reported', async () => {
  const next = createSelfSigned('127.0.0.1', Date.now() - 60_000);
  writeFileSync(files.cert, next.certificate);
  await eventually(() => {
    expect(product.output()).toContain(`'${files.key}' is not the key of the certificate in '${files.cert}'`);
  }, WITHIN_MS);
  expect((await shown()).subject).not.toBe('CN=127.0.0.1');
  writeFileSync(files.key, next.key);
  await eventually(async () => expect((await shown()).subject).toBe('CN=127.0.0.1'), WITHIN_MS);
}, 240_000);
