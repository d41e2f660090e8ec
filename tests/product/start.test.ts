import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { LOG_QUERY_MAX_LENGTH } from '../../src/contract/limits.ts';
import { programFolder } from '../../src/program/refresh.ts';
import { ProductApi } from '../harness/api.ts';
import { findEnginePid } from '../harness/engine-process.ts';
import { eventually } from '../harness/eventually.ts';
import { makeTempFolder, type Product, removeFolder, startProduct } from '../harness/product.ts';

const ROOT = resolve(import.meta.dirname, '../..');

type Ended = { code: number | null; output: string };

/** Runs `npm start` with settings that make it exit at once. */
const runStart = (args: string[], env: Record<string, string>): Promise<Ended> =>
  new Promise((ended) => {
    const child = spawn(process.execPath, ['src/service/start.ts', ...args], {
      cwd: ROOT,
      env: { ...process.env, PENSTOCK_PORT: '0', ...env },
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('close', (code) => ended({ code, output }));
  });

const lineCount = (text: string): number => text.trim().split('\n').length;

describe('npm start', () => {
  const folders: string[] = [];
  const folder = (): string => {
    const made = makeTempFolder();
    folders.push(made);
    return made;
  };
  afterEach(() => {
    for (const made of folders.splice(0)) removeFolder(made);
  });

  it('lists every setting with --help and ends with code 0', async () => {
    const { code, output } = await runStart(['--help'], {});
    expect(code).toBe(0);
    for (const name of [
      'PENSTOCK_HOST',
      'PENSTOCK_PORT',
      'PENSTOCK_DATA',
      'DATABASE_URL',
      'PENSTOCK_AUTH',
      'PENSTOCK_FLAGS',
    ]) {
      expect(output).toContain(name);
    }
  });

  it.each([
    ['PENSTOCK_PORT', 'seventy'],
    ['PENSTOCK_AUTH', 'magic'],
    ['PENSTOCK_FLAGS', 'noSuchFlag'],
    ['PENSTOCK_HOST', '0.0.0.0'],
    ['PENSTOCK_TLS_CERT', '/nowhere/cert.pem'],
  ])('refuses %s=%s in one line that names the setting', async (name, value) => {
    const { code, output } = await runStart([], {
      PENSTOCK_DATA: folder(),
      ...(name === 'PENSTOCK_TLS_CERT' ? { PENSTOCK_TLS_KEY: '/nowhere/key.pem' } : {}),
      [name]: value,
    });
    expect(code).not.toBe(0);
    expect(output).toContain(name);
    expect(output).toContain(value);
    expect(lineCount(output)).toBe(1);
  });

  it('a port in use is refused, naming the setting', async () => {
    const server = createServer();
    const port = await new Promise<number>((listening) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        listening(typeof address === 'object' && address ? address.port : 0);
      });
    });
    const { code, output } = await runStart([], { PENSTOCK_DATA: folder(), PENSTOCK_PORT: String(port) });
    server.close();
    expect(code).not.toBe(0);
    expect(output).toContain('PENSTOCK_PORT');
    expect(lineCount(output)).toBe(1);
  });

  it('refuses a data folder it cannot write, naming the setting', async () => {
    // A plain file blocks even root, unlike permissions.
    const path = join(folder(), 'file');
    writeFileSync(path, '');
    const { code, output } = await runStart([], { PENSTOCK_DATA: join(path, 'data') });
    expect(code).not.toBe(0);
    expect(output).toContain('PENSTOCK_DATA');
    expect(lineCount(output)).toBe(1);
  });

  it('refuses a second service on the same data', async () => {
    const data = folder();
    mkdirSync(data, { recursive: true });
    const product: Product = await startProduct({ dataFolder: data });
    try {
      const { code, output } = await runStart([], { PENSTOCK_DATA: data });
      expect(code).not.toBe(0);
      expect(output).toContain('PENSTOCK_DATA');
    } finally {
      await product.stop();
    }
  });

  it('closes a data folder that others could read, with all that is in it', async () => {
    const data = folder();
    const first = await startProduct({ dataFolder: data });
    await first.stop();
    const modeOf = (name: string) => statSync(join(data, name)).mode & 0o777;
    chmodSync(data, 0o755);
    for (const name of readdirSync(data)) chmodSync(join(data, name), modeOf(name) | 0o055);
    const product = await startProduct({ dataFolder: data });
    try {
      const names = ['.', ...(readdirSync(data, { recursive: true }) as string[])];
      expect(names).toContain('penstock.db-wal');
      for (const name of names.filter((one) => !one.includes('/')))
        expect(modeOf(name) & 0o077, name).toBe(0);
      expect(modeOf('.')).toBe(0o700);
    } finally {
      await product.stop();
    }
  });

  it('answers an address with the longest query, and refuses one too long', async () => {
    const product = await startProduct({ dataFolder: folder() });
    const ask = async (length: number) =>
      (await fetch(`${product.url}/log-search?q=${encodeURIComponent('語'.repeat(length))}`)).status;
    try {
      expect([await ask(LOG_QUERY_MAX_LENGTH), await ask(2 * LOG_QUERY_MAX_LENGTH)]).toEqual([200, 431]);
    } finally {
      await product.stop();
    }
  });

  it('writes events for owner and group, and the rest for its owner alone', async () => {
    const product = await startProduct({ dataFolder: folder() });
    try {
      const api = new ProductApi(product.url);
      await eventually(async () => expect((await fetch(`${product.url}/readyz`)).status).toBe(200));
      await api.call('createExamplePipeline', { body: { siteId: await api.siteId() } });
      const modes = () =>
        (readdirSync(product.dataFolder, { recursive: true }) as string[]).flatMap((name) => {
          const found = statSync(join(product.dataFolder, name), { throwIfNoEntry: false });
          return found?.isFile() ? [{ name, mode: found.mode & 0o777 }] : [];
        });
      const written = () => modes().filter(({ name }) => name.startsWith('output/'));
      await eventually(() => expect(written().map(({ mode }) => mode)).toEqual([0o640]));
      // The cache of compiled code of the engine is no secret, and closed by its folder.
      const open = modes().filter(({ name, mode }) => (mode & 0o007) !== 0 && !name.includes('cache'));
      expect(open).toEqual([]);
    } finally {
      await product.stop();
    }
  });

  it('runs service and engine from a few built files', async () => {
    const product = await startProduct({ dataFolder: folder() });
    try {
      await eventually(async () => expect((await fetch(`${product.url}/readyz`)).status).toBe(200));
      const command = readFileSync(`/proc/${findEnginePid(product.dataFolder)}/cmdline`, 'utf8').split('\0');
      expect(command).toContain(join(programFolder(ROOT), 'engine.main.js'));
    } finally {
      await product.stop();
    }
  });

  it('serves the console, the health checks, the metrics and the API description', async () => {
    const product = await startProduct({ dataFolder: folder() });
    try {
      const get = (path: string) => fetch(`${product.url}${path}`);
      expect((await get('/livez')).status).toBe(200);
      await eventually(async () => expect((await get('/readyz')).status).toBe(200));
      expect(await (await get('/metrics')).text()).toContain('penstock_');
      expect(await (await get('/v1/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' });
      expect(await (await get('/dashboard')).text()).toContain('<title>');
    } finally {
      expect(await product.stop()).toBe(0);
    }
  });
});
