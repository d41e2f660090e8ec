import { randomUUID } from 'node:crypto';
import type { LogCount } from '../../contract/entities/log-search.ts';
import { ContractError } from '../../contract/errors.ts';
import { getErrorMessage } from '../../contract/values.ts';
import type { ArchiveCounts, ArchiveCountsSearch, ArchiveSearches, UnreadFile } from '../../engine/port.ts';
import type { Log } from '../log.ts';
import { NOTHING_READ, toLogCount, toSearchRefusal } from './answers.ts';

/** Ends running counts that nobody polls. */
const ABANDONED_MS = 15_000;
const KEEP_MS = 120_000;
const COUNTS_MAX = 100;
const FIRST_ANSWER_MS = 250;

export type CountRequest = {
  readonly siteId: string;
  readonly owner: string;
  readonly search: ArchiveCountsSearch;
  readonly unread: readonly UnreadFile[];
  /** Aborted when the caller is gone: fast typists never learn the id to end it. */
  readonly gone: AbortSignal;
  /** Waits for a turn. @throws ContractError TOO_MANY_REQUESTS */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
};

type Held = Pick<CountRequest, 'siteId' | 'owner' | 'search' | 'unread'> & {
  readonly id: string;
  readonly control: AbortController;
  counts: ArchiveCounts;
  state: LogCount['state'];
  reason: string;
  /** All matches are counted; field values may follow. */
  onCounted: () => void;
  timer: NodeJS.Timeout | undefined;
};

export type LogCounts = {
  /**
   * Answers when done, or after a moment.
   * @throws ContractError TOO_MANY_REQUESTS, VALIDATION_FAILED for a query that cannot run
   */
  start(request: CountRequest): Promise<LogCount>;
  find(siteId: string, owner: string, id: string): LogCount | undefined;
  end(owner: string, id: string): void;
  stop(): void;
};

const toAnswer = ({ id, state, reason, search, counts, unread }: Held): LogCount =>
  toLogCount({ id, state, reason, bucketSeconds: search.bucketSeconds }, counts, unread);

export function createLogCounts(searches: ArchiveSearches, log: Log): LogCounts {
  const held = new Map<string, Held>();

  const forget = (one: Held) => {
    clearTimeout(one.timer);
    one.control.abort();
    held.delete(one.id);
  };
  const keep = (one: Held) => {
    clearTimeout(one.timer);
    one.timer = setTimeout(() => forget(one), one.state === 'RUNNING' ? ABANDONED_MS : KEEP_MS);
    one.timer.unref();
  };
  const makeRoom = () => {
    if (held.size < COUNTS_MAX) return;
    const ended = [...held.values()].find(({ state }) => state !== 'RUNNING');
    if (!ended)
      throw new ContractError('TOO_MANY_REQUESTS', `${COUNTS_MAX} counts are running; try again in 5 s`, {
        retryAfterSeconds: 5,
      });
    forget(ended);
  };

  const run = async (one: Held, inTurn: CountRequest['inTurn']): Promise<void> => {
    try {
      one.counts = await inTurn(() =>
        searches.counts(one.search, {
          signal: one.control.signal,
          onProgress: (counts) => {
            one.counts = counts;
            if (counts.isComplete) one.onCounted();
          },
        }),
      );
      one.state = 'DONE';
    } catch (error) {
      const refusal = toSearchRefusal(error);
      if (!(refusal instanceof ContractError)) log.error({ err: error }, 'a count of events failed');
      if (refusal instanceof ContractError && refusal.code !== 'QUERY_TIMEOUT') {
        forget(one);
        throw refusal;
      }
      one.state = 'FAILED';
      one.reason = getErrorMessage(refusal);
    } finally {
      if (held.has(one.id)) keep(one);
    }
  };

  return {
    async start({ inTurn, gone, ...request }) {
      makeRoom();
      const { to } = request.search;
      const one: Held = {
        ...request,
        id: randomUUID(),
        control: new AbortController(),
        state: 'RUNNING',
        reason: '',
        counts: {
          matches: 0,
          buckets: [],
          countedFrom: to,
          isComplete: false,
          facets: [],
          facetEvents: 0,
          facetBytes: 0,
          reading: NOTHING_READ,
        },
        onCounted: () => {},
        timer: undefined,
      };
      held.set(one.id, one);
      keep(one);
      let timer: NodeJS.Timeout | undefined;
      const moment = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, FIRST_ANSWER_MS);
        one.onCounted = resolve;
      });
      const leave = () => forget(one);
      gone.addEventListener('abort', leave, { once: true });
      if (gone.aborted) leave();
      const running = run(one, inTurn);
      // Later refusals show as a missing count.
      running.catch(() => undefined);
      await Promise.race([running, moment]).finally(() => {
        clearTimeout(timer);
        gone.removeEventListener('abort', leave);
      });
      return toAnswer(one);
    },
    find(siteId, owner, id) {
      const one = held.get(id);
      if (!one || one.siteId !== siteId || one.owner !== owner) return undefined;
      keep(one);
      return toAnswer(one);
    },
    end(owner, id) {
      const one = held.get(id);
      if (one?.owner === owner) forget(one);
    },
    stop() {
      for (const one of [...held.values()]) forget(one);
    },
  };
}
