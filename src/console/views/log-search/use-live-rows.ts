import { useEffect, useMemo, useRef, useState } from 'react';
import type { LiveState } from '../../../../machines/log-search/index.ts';
import type { LogRow } from '../../../contract/entities/log-search.ts';
import { toApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import type { LogQueryBody } from '../../components/log-query/use-log-count.ts';
import { dropBelow, LIVE_ROWS_MAX, mergeRows } from './live-rows.ts';

const EVERY_MS = 2000;
/** Slow searches are polled less often: they delay others. */
const REST_FACTOR = 4;
/** Events are archived minutes after they arrive. */
const LOOK_BACK_SECONDS = 900;
const ROWS_ASKED = 500;

/**
 * Rows archived since the query, polled while `state` is live.
 * @param rows of the query; `hasMore` of them are not loaded yet
 */
export function useLiveRows(
  body: LogQueryBody,
  rows: readonly LogRow[],
  { state, hasRows, hasMore }: { state: LiveState; hasRows: boolean; hasMore: boolean },
) {
  const [came, setCame] = useState<{ of: LogQueryBody; rows: readonly LogRow[] }>();
  const [problem, setProblem] = useState<string>();
  const own = came?.of === body ? came.rows : undefined;
  const latest = useRef({ rows, hasMore });
  useEffect(() => {
    latest.current = { rows, hasMore };
  });
  const isLive = state === 'live' && hasRows;
  useEffect(() => {
    if (!isLive) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const askOnce = async () => {
      const began = Date.now();
      const now = Math.floor(began / 1000) + 1;
      const start = Math.max(Number(body.timeRange.startUnixTimeSeconds), now - LOOK_BACK_SECONDS);
      const timeRange = { startUnixTimeSeconds: start, endUnixTimeSeconds: now };
      const asked = { ...body, timeRange, limit: ROWS_ASKED };
      try {
        const { data } = await callApi('searchLogs', { body: asked }, { signal: leaving.signal });
        const { rows: shown, hasMore: isPart } = latest.current;
        const found = isPart ? dropBelow(data.rows, shown) : data.rows;
        const known = new Set(shown.map(({ id }) => id));
        setCame((former) => {
          const before = former?.of === body ? former.rows : [];
          const next = mergeRows(
            before,
            found.filter(({ id }) => !known.has(id)),
          ).slice(0, LIVE_ROWS_MAX);
          return former?.of === body && next === before ? former : { of: body, rows: next };
        });
        setProblem(undefined);
      } catch (error) {
        if (leaving.signal.aborted) return;
        setProblem(toApiError(error).text.title);
      }
      timer = setTimeout(askOnce, Math.max(EVERY_MS, (Date.now() - began) * REST_FACTOR));
    };
    timer = setTimeout(askOnce, EVERY_MS);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [isLive, body]);
  const all = useMemo(() => (own ? mergeRows(rows, own) : rows), [rows, own]);
  return { rows: all, newCount: all.length - rows.length, problem: isLive ? problem : undefined };
}
