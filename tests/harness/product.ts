import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = resolve(import.meta.dirname, '../..');
const READY = /^Penstock is ready at (http:\/\/\S+) \(data in (.+)\)$/;
const START_DEADLINE_MS = 60_000;

export type Product = {
  url: string;
  dataFolder: string;
  /** All the product printed so far. */
  output: () => string;
  /** Ctrl+C; resolves with the exit code of the service process. */
  stop(): Promise<number | null>;
  /** kill -9 of the whole process group. */
  kill(): Promise<void>;
};

export type ProductOptions = { dataFolder?: string; env?: Record<string, string> };

const exited = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolveExit) => child.once('exit', (code) => resolveExit(code)));

export const throwAwayFolder = (): string => mkdtempSync(join(tmpdir(), 'penstock-data-'));

/**
 * Starts the real product (service, engine, console) on a free port of loopback, in a process group of
 * its own, on a throw-away data folder unless one is given.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataFolder = options.dataFolder ?? throwAwayFolder();
  const child = spawn(process.execPath, ['src/service/start.ts'], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PENSTOCK_PORT: '0',
      PENSTOCK_DATA: dataFolder,
      PENSTOCK_LOG_LEVEL: 'warn',
      ...options.env,
    },
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const url = await new Promise<string>((ready, fail) => {
    const timer = setTimeout(() => fail(new Error(`not ready in time:\n${printed}`)), START_DEADLINE_MS);
    child.once('exit', (code) => fail(new Error(`ended with code ${code} before it was ready:\n${printed}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed += `${line}\n`;
      const match = READY.exec(line);
      if (!match) return;
      clearTimeout(timer);
      ready(match[1]!);
    });
  });
  return {
    url,
    dataFolder,
    output: () => printed,
    async stop() {
      child.kill('SIGINT');
      return exited(child);
    },
    async kill() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      await exited(child);
    },
  };
}

/** Removes a data folder once its product ended. */
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** A port of loopback that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((resolvePort, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolvePort(typeof address === 'object' && address ? address.port : 0));
    });
  });
