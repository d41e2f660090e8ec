import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toTimeSpan } from '../../../../../machines/time-filter/index.ts';
import { PANEL_ROWS, type Parameters } from '../../../../contract/dashboards/answers.ts';
import type { QueryResult } from '../../../../contract/entities/query.ts';
import type { ApiError } from '../../../api/api-error.ts';
import { callApi } from '../../../api/call-api.ts';
import { getNowUnixSeconds } from '../../../state/moment.ts';
import { readQueryRange } from '../query-texts.ts';

/** The service runs one query per person at a time, with a short queue. */
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Panels take turns, so that a large dashboard is not refused. */
async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** @param range from the address; a preset ends now */
export async function runPanelQuery(
  siteId: string,
  sql: string,
  range: string,
  parameters: Parameters,
  signal: AbortSignal,
): Promise<QueryResult> {
  const now = getNowUnixSeconds();
  const { start, end } = toTimeSpan(readQueryRange(range, now), now);
  const timeRange = { startUnixTimeSeconds: Math.max(0, start), endUnixTimeSeconds: end };
  const body = { siteId, query: sql, timeRange, limit: PANEL_ROWS, parameters: { ...parameters } };
  return (await callApi('runQuery', { body }, { signal })).data;
}

type Asked = {
  siteId: string;
  sql: string;
  range: string;
  parameters: Parameters;
  /** Incremented to ask again. */
  round: number;
  /** 0 means never; polls only while the window has focus. */
  refreshSeconds: number;
};

/** The previous answer stays while the query is repeated. */
export function usePanelAnswer({ siteId, sql, range, parameters, round, refreshSeconds }: Asked) {
  const query = useQuery<QueryResult, ApiError>({
    queryKey: ['runQuery', 'panel', siteId, sql, range, parameters],
    enabled: sql !== '',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: refreshSeconds === 0 ? false : refreshSeconds * 1000,
    refetchIntervalInBackground: false,
    retry: false,
    meta: { isSuppressed: true },
    queryFn: ({ signal }) => inTurn(signal, () => runPanelQuery(siteId, sql, range, parameters, signal)),
  });
  const { refetch } = query;
  useEffect(() => {
    if (round > 0) void refetch();
  }, [round, refetch]);
  return query;
}
