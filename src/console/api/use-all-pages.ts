import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CallResponse } from '../../contract/calls/index.ts';
import { PAGE_LIMIT_MAX } from '../../contract/limits.ts';
import { useStore } from '../lib/store.ts';
import type { ApiError } from './api-error.ts';
import { callApi } from './call-api.ts';
import { queryClient } from './query-client.ts';
import type { CallInput } from './request.ts';
import { selectedSiteId } from './selected-site.ts';

const ROWS_OF = {
  listPipelines: 'pipelines',
  listSources: 'sources',
  listSinks: 'sinks',
  listAssets: 'assets',
} as const;

type PagedCall = keyof typeof ROWS_OF;
type Query<K extends PagedCall> = NonNullable<CallInput<K>['query']>;
type PagedQuery<K extends PagedCall> = Omit<Query<K>, 'pagination.offset' | 'pagination.limit'>;

const listRows = (id: PagedCall, answer: object): unknown[] => {
  const rows: unknown = Reflect.get(answer, ROWS_OF[id]);
  return Array.isArray(rows) ? rows : [];
};

const getRowId = (row: unknown): unknown =>
  typeof row === 'object' && row !== null ? Reflect.get(row, 'id') : undefined;

/** Reads the first page, then the others in parallel. */
async function readAllPages<K extends PagedCall>(
  id: K,
  query: Query<K>,
  signal: AbortSignal,
): Promise<CallResponse<K>> {
  const readPage = async (offset: number) => {
    const page = { ...query, 'pagination.offset': offset, 'pagination.limit': PAGE_LIMIT_MAX };
    return (await callApi(id, { query: page } as CallInput<K>, { signal })).data;
  };
  const first = await readPage(0);
  const count = Math.ceil(first.pagination.totalCount / PAGE_LIMIT_MAX);
  const offsets = Array.from({ length: Math.max(0, count - 1) }, (_, at) => (at + 1) * PAGE_LIMIT_MAX);
  const others = await Promise.all(offsets.map(readPage));
  const rows = [first, ...others].flatMap((answer) => listRows(id, answer));
  // A row changed between two requests moves to the front and may be listed twice.
  return { ...first, [ROWS_OF[id]]: [...new Map(rows.map((row) => [getRowId(row), row])).values()] };
}

const buildAllPagesQuery = <K extends PagedCall>(id: K, query: PagedQuery<K>, siteId: string | undefined) =>
  queryOptions<CallResponse<K>, ApiError>({
    queryKey: [id, siteId ?? '', { query }, 'all'],
    queryFn: ({ signal }) => readAllPages(id, query as Query<K>, signal),
    meta: { isSuppressed: true },
  });

/** The screen itself shows a failure. */
export const prefetchAllPages = <K extends PagedCall>(
  id: K,
  query: PagedQuery<K>,
  siteId: string,
): Promise<void> => queryClient.prefetchQuery(buildAllPagesQuery(id, query, siteId)).catch(() => undefined);

/**
 * All pages as one answer of the call's own shape, so that writes and the live channel treat it like any
 * other read.
 */
export function useAllPages<K extends PagedCall>(id: K, query: PagedQuery<K>, isNeeded = true) {
  const siteId = useStore(selectedSiteId);
  return useQuery({
    ...buildAllPagesQuery(id, query, siteId),
    enabled: isNeeded && siteId !== undefined,
  });
}
