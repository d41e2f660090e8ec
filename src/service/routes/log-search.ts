import { setTimeout as delay } from 'node:timers/promises';
import { logSearchCalls } from '../../contract/calls/log-search.ts';
import { ContractError } from '../../contract/errors.ts';
import { toCount } from '../../contract/parameters.ts';
import type { ArchiveFolder } from '../../engine/port.ts';
import { permits } from '../auth/permissions.ts';
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
import { createExportText } from '../log-search/export-text.ts';
import { readOwner } from '../log-search/owner.ts';
import { notFound, requireSite } from '../require.ts';

type ExportCalls = 'startLogExport' | 'downloadLogExport' | 'getLogExport' | 'cancelLogExport';
type SearchCalls = 'searchLogs' | 'startLogCount' | 'getLogCount' | 'listLogSources' | ExportCalls;
type Asked = Pick<CallContext<'startLogCount'>, 'principal' | 'tx' | 'services' | 'note'> & {
  body: Pick<CallContext<'startLogCount'>['body'], 'siteId' | 'query' | 'timeRange' | 'sourceIds'>;
};

const ANSWER_MAX_BYTES = 4_000_000;
/** Delays counts, so that the rows of the same query come first. */
const ROWS_FIRST_MS = 100;
const BUCKETS_MAX = 72;
const BUCKET_SECONDS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200,
];
const DAY_SECONDS = 86_400;

const chooseBucket = (seconds: number): number =>
  BUCKET_SECONDS.find((step) => seconds / step <= BUCKETS_MAX) ??
  DAY_SECONDS * Math.ceil(seconds / DAY_SECONDS / BUCKETS_MAX);

type Search = SearchPlaces & { query: string; folders: ArchiveFolder[]; from: number; to: number };

/**
 * Audits a search; repeated queries of a caller only now and then.
 * @param format of an export, each of which is audited
 * @throws ContractError NOT_FOUND, VALIDATION_FAILED
 */
async function prepare({ body, principal, tx, services, note }: Asked, format?: string): Promise<Search> {
  const { siteId, query, timeRange, sourceIds } = body;
  await requireSite(tx, siteId);
  requireQuery(query);
  const sources = await listArchivedSources(services, tx, siteId, sourceIds);
  if (format !== undefined || services.searchNotes.isNew(readOwner(principal), siteId, query)) {
    const names = sources.map(({ source }) => source.name).join(', ');
    const after = { query, sources: names, ...(format !== undefined && { format }) };
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

  startLogExport: async (context) => {
    const { body, principal, services } = context;
    const { siteId, format, columns } = body;
    const { unread, ...search } = await prepare(context, format);
    return {
      export: services.logExports.prepare({
        siteId,
        owner: readOwner(principal),
        search: { ...search, want: 'rows' },
        unread,
        text: createExportText(format, columns),
      }),
    };
  },

  downloadLogExport: async ({ path: { siteId, exportId }, principal, services, sendFile }) => {
    const { access } = logSearchCalls.downloadLogExport;
    const file = services.logExports.fetch(siteId, readOwner(principal), exportId, {
      admit: async () => {
        const permitted = permits(await services.authenticator.current(principal), access, siteId);
        if (permitted !== true) throw new ContractError('FORBIDDEN', permitted);
      },
      inTurn: (work) => services.apart.inTurn('logRows', work),
    });
    if (!file) throw notFound('export', exportId);
    sendFile(file);
    return {};
  },

  getLogExport: async ({ path: { siteId, exportId }, principal, services }) => {
    const found = services.logExports.find(siteId, readOwner(principal), exportId);
    if (!found) throw notFound('export', exportId);
    return { export: found };
  },

  cancelLogExport: async ({ path: { siteId, exportId }, principal, services }) => {
    const found = services.logExports.cancel(siteId, readOwner(principal), exportId);
    if (!found) throw notFound('export', exportId);
    return { export: found };
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
