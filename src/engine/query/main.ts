import { BucketStores } from '../archive-search/bucket-store.ts';
import { ObjectCache } from '../archive-search/object-cache.ts';
import { followParent, sendToParent } from '../runtime/parent-process.ts';
import { describeArchives } from './describe-archives.ts';
import type { QueryNotice, QueryOrder } from './messages.ts';
import { QueryFailed, QueryRefused } from './problems.ts';
import { runQuery } from './run-query.ts';

/** Objects a bucket has not sent by then are left out: a query may take 60 s. */
const BUCKET_LIMIT_MS = 35_000;
let objects: ObjectCache | undefined;

const send: (notice: QueryNotice) => void = sendToParent;

followParent();
process.on('message', async ({ work, tempFolder, objectFolder, indexFolder }: QueryOrder) => {
  send({ kind: 'begun' });
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), BUCKET_LIMIT_MS);
  objects ??= objectFolder === undefined ? undefined : new ObjectCache({ folder: objectFolder });
  const buckets = objects && new BucketStores({ cache: objects, signal: ended.signal });
  const tools = { tempFolder, buckets, indexFolder };
  try {
    const answer =
      work.kind === 'query'
        ? await runQuery(work.request, tools)
        : await describeArchives(work.archives, tools);
    send({ kind: 'done', answer });
  } catch (error) {
    if (error instanceof QueryRefused) send({ kind: 'refused', message: error.message, place: error.place });
    else if (error instanceof QueryFailed) send({ kind: 'failed', message: error.message });
    else send({ kind: 'failed', message: QueryFailed.crashed(String(error)).message });
  } finally {
    clearTimeout(timer);
    ended.abort();
    buckets?.close();
  }
});
send({ kind: 'ready' });
