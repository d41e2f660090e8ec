import { setPriority } from 'node:os';
import { followParent, sendToParent } from '../runtime/parent-process.ts';
import { describeArchives } from './describe-archives.ts';
import type { QueryNotice, QueryOrder } from './messages.ts';
import { QueryFailed, QueryRefused } from './problems.ts';
import { runQuery } from './run-query.ts';

const send: (notice: QueryNotice) => void = sendToParent;

followParent();
// Queries leave the processors to pipelines.
setPriority(5);
process.on('message', async ({ work, tempFolder }: QueryOrder) => {
  send({ kind: 'begun' });
  try {
    const answer =
      work.kind === 'query'
        ? await runQuery(work.request, { tempFolder })
        : await describeArchives(work.archives, { tempFolder });
    send({ kind: 'done', answer });
  } catch (error) {
    if (error instanceof QueryRefused) send({ kind: 'refused', message: error.message, place: error.place });
    else if (error instanceof QueryFailed) send({ kind: 'failed', message: error.message });
    else send({ kind: 'failed', message: QueryFailed.crashed(String(error)).message });
  }
});
send({ kind: 'ready' });
