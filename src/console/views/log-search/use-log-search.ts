import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { CallResponse } from '../../../contract/calls/index.ts';
import type { LogRow } from '../../../contract/entities/log-search.ts';
import type { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';
import { type LogQueryBody, STILL } from '../../components/log-query/use-log-count.ts';

type Page = CallResponse<'searchLogs'>;

const PAGE_ROWS = 100;
const NONE: readonly LogRow[] = [];

const queryRows = (body: LogQueryBody) =>
  infiniteQueryOptions<Page, ApiError, InfiniteData<Page>, readonly unknown[], string | undefined>({
    ...STILL,
    queryKey: ['searchLogs', body.siteId, body],
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }) => {
      const asked = { ...body, limit: PAGE_ROWS, ...(pageParam === undefined ? {} : { cursor: pageParam }) };
      return (await callApi('searchLogs', { body: asked }, { signal })).data;
    },
    getNextPageParam: (last) => last.nextCursor,
  });

/** Requests the first page before the screen needs it. */
export const prefetchLogRows = (body: LogQueryBody): Promise<void> =>
  queryClient.prefetchInfiniteQuery(queryRows(body));

/** Rows page by page; an empty page, which ran out of time, is followed by the next automatically. */
export function useLogRows(body: LogQueryBody, isAsked: boolean) {
  const query = useInfiniteQuery({ ...queryRows(body), enabled: isAsked });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const pages = data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? NONE, [pages]);
  const isShort = rows.length < PAGE_ROWS && (pages?.length ?? 0) > 0;
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isShort, hasNextPage, isFetching, isError, fetchNextPage]);
  const more = () => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  };
  return { ...query, rows, last: pages?.at(-1), more };
}
