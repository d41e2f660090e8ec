import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { refreshProgram } from '../../src/program/refresh.ts';
import { refreshConsole } from '../../src/service/console/refresh.ts';
import { makeTempFolder } from './temp-folder.ts';

export { freePort } from '../../src/engine/components/testing/free-port.ts';
export { makeTempFolder, removeFolder } from './temp-folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const READY = /^Penstock is ready at (https?:\/\/\S+) \(data in (.+)\)$/;
/** Compile cache of service and engine, shared by all tests. */
const COMPILED = join(ROOT, '.build/compiled');
const START_DEADLINE_MS = 120_000;

export type Product = {
  url: string;
  dataFolder: string;
  /** Of the service. */
  pid: number;
  /** Everything printed so far. */
  output: () => string;
  /** SIGINT is Ctrl+C, SIGTERM a service manager. Resolves with the service's exit code. */
  stop(signal?: 'SIGINT' | 'SIGTERM'): Promise<number | null>;
  /** kill -9 of the process group. */
  kill(): Promise<void>;
  /** kill -9 of the service alone, which orphans its engine. */
  killService(): Promise<void>;
};

export type ProductOptions = { dataFolder?: string; env?: Record<string, string> };

const waitForExit = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolveExit) => child.once('exit', (code) => resolveExit(code)));

/** On a free loopback port, in its own process group; by default in a temporary data folder. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataFolder = options.dataFolder ?? makeTempFolder();
  // Building what changed takes time on a busy machine.
  await refreshProgram(ROOT);
  await refreshConsole(ROOT);
  const child = spawn(process.execPath, ['src/service/start.ts'], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PENSTOCK_PORT: '0',
      PENSTOCK_DATA: dataFolder,
      PENSTOCK_LOG_LEVEL: 'warn',
      // No rate limit.
      PENSTOCK_CALLS_PER_MINUTE: '0',
      // By default engines cache code in their data folder, which is new each time; compiling is most of a
      // start.
      NODE_COMPILE_CACHE: COMPILED,
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
    pid: child.pid ?? 0,
    output: () => printed,
    async stop(signal = 'SIGINT') {
      child.kill(signal);
      return waitForExit(child);
    },
    async kill() {
      // Its engines may outlive the service, and none of its group is left when it was killed before.
      try {
        if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
      await waitForExit(child);
    },
    async killService() {
      child.kill('SIGKILL');
      await waitForExit(child);
    },
  };
}
