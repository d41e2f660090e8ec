import { followParent, sendToParent } from '../runtime/parent-process.ts';
import { BucketStores } from './bucket-store.ts';
import { IndexQueue } from './index-queue.ts';
import { QueryPatternError } from './matcher.ts';
import type { SearchNotice, SearchOrder } from './messages.ts';
import { ObjectCache } from './object-cache.ts';
import { searchArchive } from './search.ts';

/** No hour is begun after so long: the answer says how far it came. */
const SOFT_LIMIT_MS = { rows: 8000, counts: 60_000 };
/** How much longer a bucket gets. What it has not sent by then is left out, and the answer says so. */
const BUCKET_GRACE_MS = 10_000;

const send: (notice: SearchNotice) => void = sendToParent;

followParent();
let indexes: IndexQueue | undefined;
let objects: ObjectCache | undefined;
process.on('message', async ({ request, indexFolder, objectFolder }: SearchOrder) => {
  send({ kind: 'begun' });
  indexes ??= indexFolder === undefined ? undefined : new IndexQueue(indexFolder);
  indexes?.hold();
  const limitMs = SOFT_LIMIT_MS[request.want];
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), limitMs + BUCKET_GRACE_MS);
  objects ??= objectFolder === undefined ? undefined : new ObjectCache({ folder: objectFolder });
  const buckets = objects && new BucketStores({ cache: objects, signal: ended.signal });
  try {
    const answer = await searchArchive(request, {
      deadline: Date.now() + limitMs,
      indexes,
      buckets,
      progress: (counts) => send({ kind: 'progress', counts }),
    });
    send({ kind: 'done', answer });
  } catch (error) {
    if (error instanceof QueryPatternError) {
      const { message, at, length } = error;
      send({ kind: 'refused', message, at, length });
    } else send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  } finally {
    clearTimeout(timer);
    ended.abort();
    buckets?.close();
    indexes?.release();
  }
});
send({ kind: 'ready' });
