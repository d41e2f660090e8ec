import { parentPort } from 'node:worker_threads';
import { getErrorMessage } from '../../contract/values.ts';

/** The function to call, by module and name, and its input. */
export type WorkerJob = { module: string; name: string; input: unknown };
export type WorkerNotice =
  | { kind: 'begun' }
  | { kind: 'ended'; value: unknown }
  | { kind: 'failed'; message: string };

const say = (notice: WorkerNotice): void => parentPort?.postMessage(notice);

parentPort?.on('message', async ({ module, name, input }: WorkerJob) => {
  try {
    const { [name]: run } = (await import(module)) as Record<string, (input: unknown) => unknown>;
    // The time limit starts after the code was loaded.
    say({ kind: 'begun' });
    say({ kind: 'ended', value: await run?.(input) });
  } catch (error) {
    say({ kind: 'failed', message: getErrorMessage(error) });
  }
});
