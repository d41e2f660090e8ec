import { Worker } from 'node:worker_threads';
import type { DataInsights } from '../../contract/entities/insights.ts';
import type { CapturedEvents } from '../preview/captures.ts';
import type { ToAnalyse } from './analyse.worker.ts';

/** Looks at events beside the thread that answers requests: of 2 MB it takes some tenths of a second. */
export async function analyseApart({ events, isText }: CapturedEvents): Promise<DataInsights> {
  const workerData: ToAnalyse = { events, isText };
  const worker = new Worker(new URL('./analyse.worker.ts', import.meta.url), { workerData });
  try {
    return await new Promise<DataInsights>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    });
  } finally {
    await worker.terminate();
  }
}
