import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CallBody, CallResponse } from '../../../contract/calls/index.ts';
import type { LogCount, LogRow } from '../../../contract/entities/log-search.ts';
import { type ApiError, toApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';

export type LogQueryBody = Omit<CallBody<'searchLogs'>, 'cursor' | 'limit'>;
type Page = CallResponse<'searchLogs'>;

const PAGE_ROWS = 200;
const COUNT_POLL_MS = 250;
const NONE: readonly LogRow[] = [];
/** A question is asked again on request alone: what was found stays while one reads it. */
const STILL = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: false,
  meta: { isSuppressed: true },
} as const;

/** Rows page by page; pages without rows, which ran out of time, are followed by the next by itself. */
export function useLogRows(body: LogQueryBody, isAsked: boolean) {
  const query = useInfiniteQuery<Page, ApiError, InfiniteData<Page>, readonly unknown[], string | undefined>({
    ...STILL,
    queryKey: ['searchLogs', body.siteId, body],
    enabled: isAsked,
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }) => {
      const asked = { ...body, limit: PAGE_ROWS, ...(pageParam === undefined ? {} : { cursor: pageParam }) };
      return (await callApi('searchLogs', { body: asked }, { signal })).data;
    },
    getNextPageParam: (last) => last.nextCursor,
  });
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

/** The count of the whole time, which grows while it runs; a newer question ends it. */
export function useLogCount(body: LogQueryBody, isAsked: boolean) {
  const former = useRef<string>(undefined);
  const [count, setCount] = useState<{ key: string; count: LogCount }>();
  const key = JSON.stringify(body);
  const query = useQuery<LogCount, ApiError>({
    ...STILL,
    queryKey: ['startLogCount', body.siteId, body],
    enabled: isAsked,
    queryFn: async ({ signal }) => {
      const replaces = former.current;
      const asked = { ...body, ...(replaces === undefined ? {} : { replaces }) };
      let { count: now } = (await callApi('startLogCount', { body: asked }, { signal })).data;
      former.current = now.id;
      setCount({ key, count: now });
      while (now.state === 'RUNNING') {
        await new Promise((resolve) => setTimeout(resolve, COUNT_POLL_MS));
        if (signal.aborted)
          throw toApiError(new DOMException('Another question took its place', 'AbortError'));
        const path = { siteId: body.siteId, countId: now.id };
        now = (await callApi('getLogCount', { path }, { signal })).data.count;
        setCount({ key, count: now });
      }
      return now;
    },
  });
  const shown = query.data ?? (count?.key === key ? count.count : undefined);
  return { count: shown, error: query.error, isCounting: query.isFetching };
}
