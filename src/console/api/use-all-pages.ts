import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CallResponse } from '../../contract/calls/index.ts';
import { PAGE_LIMIT_MAX } from '../../contract/limits.ts';
import { useStore } from '../commands/store.ts';
import type { ApiError } from './api-error.ts';
import { callApi } from './call-api.ts';
import { queryClient } from './query-client.ts';
import type { CallInput } from './request.ts';
import { selectedSiteId } from './selected-site.ts';

/** Listing calls, and the field of their answer that holds the rows. */
const ROWS_OF = { listPipelines: 'pipelines', listSources: 'sources', listSinks: 'sinks' } as const;

type PagedCall = keyof typeof ROWS_OF;
type Query<K extends PagedCall> = NonNullable<CallInput<K>['query']>;
type PagedQuery<K extends PagedCall> = Omit<Query<K>, 'pagination.offset' | 'pagination.limit'>;

const rowsOf = (id: PagedCall, answer: object): unknown[] => {
  const rows: unknown = Reflect.get(answer, ROWS_OF[id]);
  return Array.isArray(rows) ? rows : [];
};

async function readAllPages<K extends PagedCall>(
  id: K,
  query: Query<K>,
  signal: AbortSignal,
): Promise<CallResponse<K>> {
  const rows: unknown[] = [];
  for (;;) {
    const page = { ...query, 'pagination.offset': rows.length, 'pagination.limit': PAGE_LIMIT_MAX };
    const { data } = await callApi(id, { query: page } as CallInput<K>, { signal });
    const found = rowsOf(id, data);
    rows.push(...found);
    if (found.length === 0 || rows.length >= data.pagination.totalCount)
      return { ...data, [ROWS_OF[id]]: rows };
  }
}

const allPagesQuery = <K extends PagedCall>(id: K, query: PagedQuery<K>, siteId: string | undefined) =>
  queryOptions<CallResponse<K>, ApiError>({
    queryKey: [id, siteId ?? '', { query }, 'all'],
    queryFn: ({ signal }) => readAllPages(id, query as Query<K>, signal),
    meta: { isSuppressed: true },
  });

/** Asks before a screen is drawn for what it lists first; a failure is shown by the screen. */
export const prefetchAllPages = <K extends PagedCall>(
  id: K,
  query: PagedQuery<K>,
  siteId: string,
): Promise<void> => queryClient.prefetchQuery(allPagesQuery(id, query, siteId)).catch(() => undefined);

/**
 * A listing call with every page of it (R9-55), as one answer of the call's own shape, so that writes and
 * the live channel treat it like every other read.
 */
export function useAllPages<K extends PagedCall>(
  id: K,
  query: PagedQuery<K>,
  options: { poll?: (answer: CallResponse<K> | undefined) => number | false } = {},
) {
  const siteId = useStore(selectedSiteId);
  return useQuery({
    ...allPagesQuery(id, query, siteId),
    enabled: siteId !== undefined,
    refetchInterval: (asked) => options.poll?.(asked.state.data) ?? false,
  });
}
