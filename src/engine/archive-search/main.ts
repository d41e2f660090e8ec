import { setPriority } from 'node:os';
import { followParent, sendToParent } from '../runtime/parent-process.ts';
import { IndexQueue } from './index-queue.ts';
import { QueryPatternError } from './matcher.ts';
import type { SearchNotice, SearchOrder } from './messages.ts';
import { searchArchive } from './search.ts';

/** No hour is begun after so long: the answer says how far it came. */
const SOFT_LIMIT_MS = { rows: 8000, counts: 60_000 };

const send: (notice: SearchNotice) => void = sendToParent;

followParent();
// Searches leave the processors to pipelines.
setPriority(5);
let indexes: IndexQueue | undefined;
process.on('message', async ({ request, indexFolder }: SearchOrder) => {
  send({ kind: 'begun' });
  indexes ??= indexFolder === undefined ? undefined : new IndexQueue(indexFolder);
  indexes?.hold();
  try {
    const answer = await searchArchive(request, {
      deadline: Date.now() + SOFT_LIMIT_MS[request.want],
      indexes,
      progress: (counts) => send({ kind: 'progress', counts }),
    });
    send({ kind: 'done', answer });
  } catch (error) {
    if (error instanceof QueryPatternError) {
      const { message, at, length } = error;
      send({ kind: 'refused', message, at, length });
    } else send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  } finally {
    indexes?.release();
  }
});
send({ kind: 'ready' });
