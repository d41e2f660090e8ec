import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CallBody } from '../../../contract/calls/index.ts';
import type { LogCount } from '../../../contract/entities/log-search.ts';
import { type ApiError, toApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';

export type LogQueryBody = Omit<CallBody<'searchLogs'>, 'cursor' | 'limit'>;

const COUNT_POLL_MS = 250;
/** Rerun only on request: results stay while someone reads them. */
export const STILL = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: false,
  meta: { isSuppressed: true },
} as const;

/** The count for the whole time range, growing while it runs; a newer query ends it. */
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
