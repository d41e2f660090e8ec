import { useMemo } from 'react';
import { DEFAULT_TIME_RANGE } from '../../../../machines/time-filter/index.ts';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { computeLiveRate, readConnection } from '../../api/live-rates.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { useCall } from '../../api/use-call.ts';
import { useLiveCountersAt } from '../../api/use-live.ts';
import type { Connection, ConnectionKind } from '../../components/connection-form/kinds.ts';
import { useHealth } from '../../components/health/use-health.ts';
import { useTimeSpan } from '../../state/time-filter.ts';
import {
  type ConnectionHealth,
  computeConnectionHealth,
  type DeliveryFigures,
  describeConnectionTrouble,
  sumDeliveryFigures,
} from './health.ts';
import { findLastEvent } from './last-event.ts';

const QUIET = { isSuppressed: true, keepPrevious: true };
const ERRORS_MS = 10_000;
/** More ids make a URL too long; then the site's errors are read. */
const MOST_NAMED = 200;
const NO_PIPELINES: Pipeline[] = [];

export type ConnectionFacts = {
  health: ConnectionHealth;
  pipelines: readonly Pipeline[];
  /** Why these facts are missing; empty while loading, undefined once loaded. */
  unknown: string | undefined;
  running: readonly Pipeline[];
  errors: readonly ErrorEntry[];
  lastAlive: string;
  /** Bytes read by a source or written by a destination; undefined when nothing runs. */
  bytesPerSecond: number | undefined;
  /** Same, in events. */
  eventsPerSecond: number | undefined;
  /** Events in buffers of all pipelines. */
  buffered: number | undefined;
  deadLetter: number | undefined;
  delivery: DeliveryFigures | undefined;
};

export const isDeployed = ({ deployedGraphVersion, status }: Pipeline): boolean =>
  deployedGraphVersion > 0 && status !== 'DELETED' && status !== 'FAILED';

/** @param until range end of the neighboring totals, in Unix seconds */
export function useConnectionFacts(
  kind: ConnectionKind,
  connection: Connection,
  until?: number,
): ConnectionFacts {
  const { id, siteId } = connection;
  const used = useAllPages('listPipelines', {
    siteIds: [siteId],
    ...(kind === 'source' ? { sourceIds: [id] } : { sinkIds: [id] }),
  });
  const pipelines = used.data?.pipelines ?? NO_PIPELINES;
  // The screen of a source has no time filter.
  const span = useTimeSpan(ERRORS_MS, kind === 'source' ? DEFAULT_TIME_RANGE : undefined);
  const pipelineIds = pipelines.map((one) => one.id);
  const range = { 'timeRange.startUnixTimeSeconds': span.start, 'timeRange.endUnixTimeSeconds': span.end };
  const { data } = useCall(
    'listPipelineErrors',
    { query: { siteId, ...(pipelineIds.length > MOST_NAMED ? {} : { pipelineIds }), ...range } },
    { ...QUIET, enabled: pipelineIds.length > 0, poll: ERRORS_MS },
  );
  const history = useLiveCountersAt(until, siteId);
  const fared = useHealth(siteId);
  const isHealthRead = !fared.isLoading && !fared.error;
  const { components, pipelines: pipelinesFared } = fared;
  const healthRefusal = fared.error?.message;
  const unknown = used.data ? undefined : (used.error?.message ?? '');
  return useMemo(() => {
    const errors = Object.values(data?.pipelinesErrorDetails ?? {})
      .flatMap(({ errorDetails }) => errorDetails)
      .filter(({ componentId }) => componentId === id);
    const each = Object.values(history.at(-1)?.pipelines ?? {}).flatMap((components) => components[id] ?? []);
    const sumOf = (field: 'eventsBuffered' | 'eventsDeadLetter' | 'bytesOut') => {
      return each.length === 0 ? undefined : each.reduce((sum, one) => sum + fromCount(one[field]), 0);
    };
    const computeRate = (of: 'bytes' | 'events') => computeLiveRate(history, readConnection(id, kind, of));
    const lastAlive = findLastEvent(
      connection.lastAlive,
      each.map(({ lastEventAt }) => lastEventAt),
    );
    const buffered = sumOf('eventsBuffered');
    const running = pipelines.filter(isDeployed);
    const mine = isHealthRead ? components.filter((one) => one.componentId === id) : undefined;
    const trouble = describeConnectionTrouble(mine ?? [], pipelines, pipelinesFared);
    return {
      health: computeConnectionHealth(
        { ...connection, lastAlive },
        mine,
        trouble,
        running.length > 0,
        healthRefusal,
      ),
      pipelines,
      unknown,
      running,
      errors,
      lastAlive,
      bytesPerSecond: computeRate('bytes'),
      eventsPerSecond: computeRate('events'),
      buffered,
      deadLetter: sumOf('eventsDeadLetter'),
      delivery: sumDeliveryFigures(mine),
    };
  }, [
    data,
    history,
    pipelines,
    unknown,
    connection,
    components,
    pipelinesFared,
    isHealthRead,
    healthRefusal,
    id,
    kind,
  ]);
}
