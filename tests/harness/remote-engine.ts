import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { eventually } from './eventually.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const COMPILED = join(ROOT, '.build/compiled');
const START_DEADLINE_MS = 120_000;

export type RemoteEngineProcess = {
  output(): string;
  says(text: string | RegExp): Promise<void>;
  /** Exit code, once it ends by itself. */
  ended(): Promise<number | null>;
  /** Like a service manager; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** kill -9 of it alone, which orphans its engine process. */
  kill(): Promise<void>;
  /** kill -9 of it and all its processes. */
  killAll(): Promise<void>;
};

const waitForExit = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((done) => child.once('exit', (code) => done(code)));

/** In its own process group. */
export function startRemoteEngine(args: string[], env: Record<string, string> = {}): RemoteEngineProcess {
  const child = spawn(process.execPath, ['src/engine/remote/start.ts', ...args], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...env },
  });
  let printed = '';
  const hear = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return {
    output: () => printed,
    says: (text) =>
      eventually(() => {
        const isThere = typeof text === 'string' ? printed.includes(text) : text.test(printed);
        if (!isThere) throw new Error(`the remote engine did not say '${text}' but:\n${printed}`);
      }, START_DEADLINE_MS),
    ended: () => waitForExit(child),
    async stop() {
      child.kill('SIGTERM');
      return waitForExit(child);
    },
    async kill() {
      child.kill('SIGKILL');
      await waitForExit(child);
    },
    async killAll() {
      if (child.pid !== undefined && child.exitCode === null) {
        try {
          process.kill(-child.pid, 'SIGKILL');
        } catch {
          // All have ended.
        }
      }
      await waitForExit(child);
    },
  };
}
