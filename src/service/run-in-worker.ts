import { Worker } from 'node:worker_threads';

/**
 * @param script answers `workerData` with one message
 * @returns undefined when the job takes longer than `limitMs`
 */
export async function runInWorker<T>(script: URL, job: unknown, limitMs: number): Promise<T | undefined> {
  const worker = new Worker(script, { workerData: job });
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
  const timer = setTimeout(() => resolve(undefined), limitMs);
  worker.once('message', resolve).once('error', reject);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
