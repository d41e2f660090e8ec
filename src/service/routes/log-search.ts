import { setTimeout as delay } from 'node:timers/promises';
import { toCount } from '../../contract/parameters.ts';
import type { ArchiveFolder } from '../../engine/port.ts';
import type { CallContext, Handlers } from '../http/call-context.ts';
import {
  readCursor,
  requireQuery,
  toLogRow,
  toReading,
  toSearchedFrom,
  toSearchRefusal,
  writeCursor,
} from '../log-search/answers.ts';
import {
  collectPlaces,
  countWaiting,
  listArchivedSources,
  type SearchPlaces,
  toLogSource,
} from '../log-search/archive-folders.ts';
import { readOwner } from '../log-search/owner.ts';
import { notFound, requireSite } from '../require.ts';

type SearchCalls = 'searchLogs' | 'startLogCount' | 'getLogCount' | 'listLogSources';
type Asked = Pick<CallContext<'startLogCount'>, 'principal' | 'tx' | 'services' | 'note'> & {
  body: Omit<CallContext<'startLogCount'>['body'], 'replaces'>;
};

const ANSWER_MAX_BYTES = 4_000_000;
/** The rows of the same question are searched first: a count beside them would make them late. */
const ROWS_FIRST_MS = 100;
const BUCKETS_MAX = 72;
/** Steps that people read well. */
const BUCKET_SECONDS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200,
];
const DAY_SECONDS = 86_400;

const chooseBucket = (seconds: number): number =>
  BUCKET_SECONDS.find((step) => seconds / step <= BUCKETS_MAX) ??
  DAY_SECONDS * Math.ceil(seconds / DAY_SECONDS / BUCKETS_MAX);

type Search = SearchPlaces & { query: string; folders: ArchiveFolder[]; from: number; to: number };

/**
 * What a search reads. It is audited, once in a while for the same question of the same caller.
 * @throws ContractError NOT_FOUND, VALIDATION_FAILED
 */
async function prepare({ body, principal, tx, services, note }: Asked): Promise<Search> {
  const { siteId, query, timeRange, sourceIds } = body;
  await requireSite(tx, siteId);
  requireQuery(query);
  const sources = await listArchivedSources(services, tx, siteId, sourceIds);
  if (services.searchNotes.isNew(readOwner(principal), siteId, query)) {
    const after = { query, sources: sources.map(({ source }) => source.name).join(', ') };
    await note({ entity: 'logSearch', id: '', name: '', siteId, before: null, after });
  }
  return {
    ...collectPlaces(sources),
    query,
    from: timeRange.startUnixTimeSeconds * 1_000_000,
    to: timeRange.endUnixTimeSeconds * 1_000_000,
  };
}

export const logSearchHandlers = {
  searchLogs: async (context) => {
    const { body, services, request } = context;
    const after = readCursor(body.cursor);
    const { unread, ...search } = await prepare(context);
    const order = { ...search, want: 'rows', limit: body.limit, maxBytes: ANSWER_MAX_BYTES, after } as const;
    try {
      const { rows, next, reading } = await services.apart.inTurn('logRows', () =>
        services.archiveSearches.rows(order, { signal: request.signal }),
      );
      return {
        rows: rows.map(toLogRow),
        ...(next && { nextCursor: writeCursor(next) }),
        searchedFromUnixTimeSeconds: toSearchedFrom(next, search.from),
        reading: toReading(reading, unread),
      };
    } catch (error) {
      throw toSearchRefusal(error);
    }
  },

  startLogCount: async (context) => {
    const { body, principal, services, request } = context;
    const owner = readOwner(principal);
    if (body.replaces !== undefined) services.logCounts.end(owner, body.replaces);
    const { unread, ...search } = await prepare(context);
    const { startUnixTimeSeconds: start, endUnixTimeSeconds: end } = body.timeRange;
    const count = await services.logCounts.start({
      siteId: body.siteId,
      owner,
      unread,
      gone: request.signal,
      search: { ...search, want: 'counts', bucketSeconds: chooseBucket(end - start) },
      inTurn: async (work) => {
        await delay(ROWS_FIRST_MS);
        return services.apart.inTurn('logCount', work);
      },
    });
    return { count };
  },

  getLogCount: async ({ path: { siteId, countId }, principal, services }) => {
    const count = services.logCounts.find(siteId, readOwner(principal), countId);
    if (!count) throw notFound('count', countId);
    return { count };
  },

  listLogSources: async ({ path: { siteId }, services, tx }) => {
    await requireSite(tx, siteId);
    const sources = await listArchivedSources(services, tx, siteId);
    return {
      sources: sources.map((archived) => ({
        ...toLogSource(archived),
        waitingEventCount: toCount(countWaiting(services.analytics, archived)),
      })),
    };
  },
} satisfies Pick<Handlers, SearchCalls>;
