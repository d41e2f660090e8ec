import { getErrorMessage } from '../../contract/values.ts';
import { followParent, sendToParent } from '../runtime/parent-process.ts';
import type { BucketStores } from './bucket-store.ts';
import { IndexQueue } from './index-queue.ts';
import { QueryPatternError } from './matcher.ts';
import type { SearchBegin, SearchNotice, SearchOrder } from './messages.ts';
import { ObjectCache } from './object-cache.ts';
import { searchArchive } from './search.ts';
import { UnpackedFiles } from './unpacked-files.ts';

/** No hour is begun later: the answer says how far it came. */
const SOFT_LIMIT_MS = { rows: 8000, counts: 60_000 };
/** Extra time for buckets. What is still missing is reported in the answer. */
const BUCKET_GRACE_MS = 10_000;

const send: (notice: SearchNotice) => void = sendToParent;

followParent();
let indexes: IndexQueue | undefined;
const unpacked = new UnpackedFiles();
let objects: ObjectCache | undefined;
let cancel: AbortController | undefined;

async function search({ request, indexFolder, objectFolder }: SearchBegin): Promise<void> {
  const canceled = new AbortController();
  cancel = canceled;
  send({ kind: 'begun' });
  indexes ??= indexFolder === undefined ? undefined : new IndexQueue(indexFolder);
  indexes?.hold();
  unpacked.begin();
  const limitMs = SOFT_LIMIT_MS[request.want];
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), limitMs + BUCKET_GRACE_MS);
  let buckets: BucketStores | undefined;
  try {
    if (objectFolder !== undefined && request.folders.some(({ bucket }) => bucket)) {
      objects ??= new ObjectCache({ folder: objectFolder });
      // Loads slower than everything else here.
      const { BucketStores } = await import('./bucket-store.ts');
      buckets = new BucketStores({
        cache: objects,
        signal: AbortSignal.any([ended.signal, canceled.signal]),
      });
    }
    const answer = await searchArchive(request, {
      deadline: Date.now() + limitMs,
      signal: canceled.signal,
      indexes,
      unpacked,
      buckets,
      progress: (counts) => send({ kind: 'progress', counts }),
    });
    send({ kind: 'done', answer });
  } catch (error) {
    if (canceled.signal.aborted) send({ kind: 'canceled' });
    else if (error instanceof QueryPatternError) {
      const { message, at, length } = error;
      send({ kind: 'refused', message, at, length });
    } else send({ kind: 'failed', message: getErrorMessage(error) });
  } finally {
    clearTimeout(timer);
    ended.abort();
    buckets?.close();
    indexes?.release();
    cancel = undefined;
  }
}

process.on('message', (order: SearchOrder) => {
  if (order.kind === 'search') void search(order);
  else cancel?.abort();
});
send({ kind: 'ready' });
