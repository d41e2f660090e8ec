import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toTimeSpan } from '../../../../machines/time-filter/index.ts';
import { QUERY_ROWS_MAX, type QueryResult } from '../../../contract/entities/query.ts';
import type { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { getNowUnixSeconds } from '../../state/moment.ts';
import { readQueryRange } from './query-texts.ts';

export type Asked = { readonly sql: string; readonly range: string };

/** Runs on request; the result stays while reading. A preset ends at the request. */
export function useQueryRun(siteId: string, asked: Asked | undefined) {
  const client = useQueryClient();
  const [run, setRun] = useState({ asked, number: 0, now: getNowUnixSeconds() });
  const isOther = run.asked?.sql !== asked?.sql || run.asked?.range !== asked?.range;
  if (isOther) setRun({ asked, number: run.number, now: getNowUnixSeconds() });
  const key = ['runQuery', siteId, asked?.sql, asked?.range, run.number, run.now];
  const isWanted = asked !== undefined && asked.sql.trim() !== '' && !isOther;
  const query = useQuery<QueryResult, ApiError>({
    queryKey: key,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
    meta: { isSuppressed: true },
    queryFn: async ({ signal }) => {
      const { start, end } = toTimeSpan(readQueryRange(asked?.range ?? '', run.now), run.now);
      const body = {
        siteId,
        query: asked?.sql ?? '',
        timeRange: { startUnixTimeSeconds: Math.max(0, start), endUnixTimeSeconds: end },
        limit: QUERY_ROWS_MAX,
      };
      return (await callApi('runQuery', { body }, { signal })).data;
    },
  });
  return {
    result: query.data,
    error: query.error ?? undefined,
    isRunning: query.isFetching,
    isCancelled: isWanted && !query.isFetching && (query.isPending || query.error?.code === 'ABORTED'),
    /** Unix seconds: the end of a preset. */
    askedAt: run.now,
    again: () => setRun({ asked, number: run.number + 1, now: getNowUnixSeconds() }),
    cancel: () => void client.cancelQueries({ queryKey: key }),
  };
}
