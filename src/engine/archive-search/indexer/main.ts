import { getErrorMessage } from '../../../contract/values.ts';
import { followParent, sendToParent } from '../../runtime/parent-process.ts';
import { sweepIndexes } from '../file-index.ts';
import { indexNewFiles } from '../index-new-files.ts';
import type { IndexNotice, IndexOrder } from '../messages.ts';

const SOFT_LIMIT_MS = 60_000;

const send: (notice: IndexNotice) => void = sendToParent;

followParent();
process.on('message', async ({ indexFolder, newFiles, sweeps }: IndexOrder) => {
  try {
    const isComplete = await indexNewFiles(indexFolder, newFiles, { deadline: Date.now() + SOFT_LIMIT_MS });
    if (sweeps) await sweepIndexes(indexFolder, async () => {}).catch(() => undefined);
    send({ kind: 'done', isComplete });
  } catch (error) {
    send({ kind: 'failed', message: getErrorMessage(error) });
  }
});
send({ kind: 'ready' });
