import type { Dataset } from '../../contract/entities/query.ts';
import { toCount } from '../../contract/parameters.ts';
import { counted } from '../../contract/values.ts';
import type { ArchiveDescription } from '../../engine/port.ts';
import { formatTime } from '../clock.ts';
import type { CallContext, Handlers } from '../http/call-context.ts';
import {
  collectPlaces,
  countWaiting,
  listArchivedSources,
  toLogSource,
} from '../log-search/archive-folders.ts';
import { readOwner } from '../log-search/owner.ts';
import { toQueryRefusal, toQueryResult } from '../query/answers.ts';
import { listFileTables, type UploadedTable } from '../query/file-tables.ts';
import { listServiceTables, readServiceTables, SERVICE_TABLES } from '../query/service-tables.ts';
import { nameTables, type SourceTable } from '../query/tables.ts';
import { requireSite } from '../require.ts';

const ANSWER_MAX_BYTES = 4_000_000;
const MICROS = 1_000_000;

/** Only what the caller may read; the call's own right was checked. */
async function listTables(
  { services, tx }: Pick<CallContext<'runQuery'>, 'services' | 'tx'>,
  siteId: string,
): Promise<SourceTable[]> {
  await requireSite(tx, siteId);
  // All of them, so that a table has one name for everyone.
  const taken = SERVICE_TABLES.map(({ name }) => name);
  return nameTables(await listArchivedSources(services, tx, siteId), taken);
}

function toDataset({ name, archived }: SourceTable, found: ArchiveDescription | undefined): Dataset {
  const source = toLogSource(archived);
  const unread = found?.reading.unread.map(({ file, reason }) => `${file}: ${reason}`) ?? [];
  return {
    name,
    kind: 'ARCHIVE',
    description: '',
    sourceId: source.id,
    isArchived: source.isArchived,
    columns: (found?.columns ?? []).map(({ bytes, ...column }) =>
      bytes === undefined ? column : { ...column, bytes: toCount(bytes) },
    ),
    fileCount: found?.fileCount ?? 0,
    describedFileCount: found?.describedFileCount ?? 0,
    hasMoreFields: found?.hasMoreFields ?? false,
    bytes: toCount(found?.bytes ?? 0),
    startsAt: formatTime(found?.from ?? 0),
    endsAt: formatTime(found?.to ?? 0),
    problem: source.problem || unread.slice(0, 3).join('; '),
  };
}

const NO_ARCHIVE = {
  sourceId: '',
  isArchived: false,
  fileCount: 0,
  describedFileCount: 0,
  hasMoreFields: false,
  bytes: '0',
  startsAt: formatTime(0),
  endsAt: formatTime(0),
  problem: '',
};

const FILE_GONE = 'Its content is no longer in the data folder; upload the file again';

const toFileDataset = ({ table, rowCount }: UploadedTable, isThere: boolean): Dataset => ({
  ...NO_ARCHIVE,
  kind: 'FILE',
  name: table.name,
  description: `${counted(rowCount, 'row')} of an uploaded lookup table, in any time.`,
  columns: [...table.columns],
  fileCount: 1,
  describedFileCount: 1,
  bytes: toCount(table.sizeBytes),
  problem: isThere ? '' : FILE_GONE,
});

export const queryHandlers = {
  runQuery: async (context) => {
    const { body, services, principal, request, note, now } = context;
    const { siteId, query, timeRange, limit, parameters } = body;
    const tables = await listTables(context, siteId);
    const fileTables = await listFileTables(context, siteId, tables);
    if (services.searchNotes.isNew(readOwner(principal), siteId, query))
      await note({ entity: 'query', id: '', name: '', siteId, before: null, after: { query } });
    const order = {
      sql: query,
      parameters,
      archives: tables.map(({ name, folders }) => ({ name, folders })),
      fileTables: fileTables.map(({ table }) => table),
      from: timeRange.startUnixTimeSeconds * MICROS,
      to: timeRange.endUnixTimeSeconds * MICROS,
      maxRows: limit,
      maxBytes: ANSWER_MAX_BYTES,
    };
    try {
      // Queued too: figures of many queries at once would fill the memory.
      const answer = await services.apart.inTurn('query', async () => {
        const asked = { services, siteId, range: timeRange, now };
        const rowTables = await readServiceTables(principal, query, asked);
        return services.queries.run({ ...order, rowTables }, request.signal);
      });
      const named = tables.filter(({ name }) => answer.tables.includes(name));
      const archived = named.map((table) => table.archived);
      const waiting = archived.reduce((sum, one) => sum + countWaiting(services.analytics, one), 0);
      return toQueryResult(answer, { unread: collectPlaces(archived).unread, waiting });
    } catch (error) {
      throw toQueryRefusal(error);
    }
  },

  listDatasets: async (context) => {
    const { query, services, request, principal, now } = context;
    const tables = await listTables(context, query.siteId);
    const archives = tables.filter(({ folders }) => folders.length > 0);
    try {
      const described =
        archives.length === 0
          ? []
          : await services.apart.inTurn('query', () =>
              services.queries.describe(
                archives.map(({ name, folders }) => ({ name, folders })),
                request.signal,
              ),
            );
      const byName = new Map(described.map((one) => [one.name, one]));
      const ofService = await Promise.all(
        listServiceTables(principal).map(
          async ({ name, description, columns, readSpan }): Promise<Dataset> => {
            const span = await readSpan({ services, siteId: query.siteId, now });
            return {
              ...NO_ARCHIVE,
              kind: 'SERVICE',
              name,
              description,
              columns: [...columns],
              startsAt: formatTime(span?.from ?? 0),
              endsAt: formatTime(span?.to ?? 0),
            };
          },
        ),
      );
      const uploaded = await Promise.all(
        (await listFileTables(context, query.siteId, tables)).map(async (one) =>
          toFileDataset(one, await services.content.has(one.sha256, one.table.sizeBytes)),
        ),
      );
      return {
        datasets: [
          ...tables.map((table) => toDataset(table, byName.get(table.name))),
          ...uploaded,
          ...ofService,
        ],
      };
    } catch (error) {
      throw toQueryRefusal(error);
    }
  },
} satisfies Pick<Handlers, 'runQuery' | 'listDatasets'>;
