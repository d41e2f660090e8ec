import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { takeDataFolder } from '../../src/service/data-folder.ts';
import { helpText, readSettings, SETTINGS } from '../../src/service/settings.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'penstock-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the start to its end; these starts stop before anything is built. */
const start = (environment: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: number | null; output: string; errors: string[] }>((done) => {
    const child = spawn(process.execPath, ['src/service/start.ts', ...args], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        PENSTOCK_DATA: join(folder, 'data'),
        PENSTOCK_PORT: '0',
        ...environment,
      },
    });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on('close', (code) => done({ code, output, errors: errors.trim().split('\n') }));
  });

const listening = () =>
  new Promise<{ server: Server; port: number }>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      done({ server, port: typeof address === 'object' && address ? address.port : 0 });
    });
  });

describe('settings', () => {
  test('--help lists every one with its default, and ends with 0', async () => {
    const { code, output } = await start({}, '--help');
    expect(code).toBe(0);
    expect(output).toBe(helpText());
    for (const { name, description } of Object.values(SETTINGS)) {
      expect(output).toContain(name);
      expect(output).toContain(description);
    }
  });

  test('none is needed', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 4600,
      data: '.penstock',
      auth: 'none',
    });
  });

  test.each([
    ['PENSTOCK_PORT', 'eighty'],
    ['PENSTOCK_PORT', '70000'],
    ['PENSTOCK_HOST', '0.0.0.0'],
    ['PENSTOCK_AUTH', 'maybe'],
    ['PENSTOCK_FLAGS', 'noSuchFlag'],
    ['PENSTOCK_LOG_LEVEL', 'loud'],
    ['PENSTOCK_SECRET_KEY', 'short'],
    ['DATABASE_URL', 'mysql://x'],
  ])('a wrong %s is named: %s', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name} `));
  });

  test('a wrong secret is not repeated', () => {
    expect(() => readSettings({ PENSTOCK_SECRET_KEY: 'hunter2' })).not.toThrow(/hunter2/);
  });
});

describe('what stops a start: one line with the setting, code 1', () => {
  const expectOneLine = ({ code, output, errors }: Awaited<ReturnType<typeof start>>, pattern: RegExp) => {
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(pattern);
    expect(code).toBe(1);
    expect(output).toBe('');
  };

  test('a wrong setting', async () => {
    expectOneLine(await start({ PENSTOCK_PORT: 'eighty' }), /^PENSTOCK_PORT must be a port number/);
  });

  test('a taken port', async () => {
    const { server, port } = await listening();
    expectOneLine(await start({ PENSTOCK_PORT: String(port) }), /^PENSTOCK_PORT \d+ .* is taken/);
    server.close();
  });

  test('a folder that cannot be used', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    expectOneLine(await start({ PENSTOCK_DATA: join(file, 'below') }), /^PENSTOCK_DATA '.*' cannot be used/);
  });

  test('a folder that another Penstock uses', async () => {
    const path = join(folder, 'used');
    const data = await takeDataFolder(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expectOneLine(await start({ PENSTOCK_DATA: path }), /^PENSTOCK_DATA '.*' is used by another Penstock/);
    data.release();
    (await takeDataFolder(path)).release();
  });
});
