import { useMemo } from 'react';
import type { DataProcessed, SiteComponent } from '../../../contract/entities/analytics.ts';
import { ENTITY_STATUSES, USAGE_TYPES } from '../../../contract/enums.ts';
import { lossReasons } from '../../../contract/loss.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { computeLiveRate, readConnection } from '../../api/live-rates.ts';
import { prefetchAllPages, useAllPages } from '../../api/use-all-pages.ts';
import { useCall } from '../../api/use-call.ts';
import { useLiveCountersAt } from '../../api/use-live.ts';
import { useNodePipelines } from '../../api/use-node-pipelines.ts';
import { useOnlyMetric } from '../../components/analytics/only-metric.ts';
import type { Connection, ConnectionKind } from '../../components/connection-form/kinds.ts';
import { useTemplates } from '../../components/connection-form/use-templates.ts';
import { SAYS_MORE, useHealth } from '../../components/health/use-health.ts';
import { useTimeSpan } from '../../state/time-filter.ts';
import { type ConnectionHealth, describeConnectionTrouble } from './health.ts';
import { findLastEvent } from './last-event.ts';

/** Bytes, or events when the engine counts only those, by connection id. */
type Volumes = ReadonlyMap<string, number>;

/**
 * The amount over all pipelines: sent by each source, received by each destination. A source shared by pipelines
 * counts once.
 */
export function sumVolumes(components: readonly SiteComponent[], kind: ConnectionKind): Volumes {
  const volumes = new Map<string, number>();
  for (const { componentId, nodeType, dataProcessed } of components) {
    const former = volumes.get(componentId) ?? 0;
    if (kind === 'source' && nodeType === 'SOURCE')
      volumes.set(componentId, Math.max(former, fromCount(dataProcessed.totalOutputDataBytes)));
    if (kind === 'destination' && nodeType === 'SINK')
      volumes.set(componentId, former + fromCount(dataProcessed.totalInputDataBytes));
  }
  return volumes;
}

/** `bytesPerSecond` is the current rate, `amount` the total of the time range in `unit`. */
export type ConnectionRow = {
  connection: Connection;
  pipelines: { id: string; name: string }[];
  amount: number | undefined;
  unit: 'bytes' | 'events';
  bytesPerSecond: number | undefined;
  lastAlive: string;
  /** Worst trouble by the health rules (src/docs/health.md). */
  trouble: ConnectionHealth | undefined;
  /** Why it can lose data; empty when it cannot. */
  lossReasons: readonly string[];
};

export type { DataProcessed };

const NONE: Connection[] = [];
/** Polling interval; live rates update in between. */
const VOLUMES_MS = 5000;
const QUIET = { isSuppressed: true, keepPrevious: true };
const USED = ENTITY_STATUSES.filter((status) => status !== 'DELETED');

const toSourcesQuery = (siteId: string) => ({ siteIds: [siteId], statuses: USED });
const toSinksQuery = (siteId: string) => ({ ...toSourcesQuery(siteId), usageTypes: [...USAGE_TYPES] });

/** The other kind's rows, needed by filters, are requested once these are drawn. */
export const prefetchConnections = (kind: ConnectionKind, siteId: string): Promise<unknown> =>
  kind === 'source'
    ? prefetchAllPages('listSources', toSourcesQuery(siteId), siteId)
    : prefetchAllPages('listSinks', toSinksQuery(siteId), siteId);

/** With the range end of the totals, in Unix seconds. */
export function useVolumes(
  kind: ConnectionKind,
  siteId: string,
): { volumes: Volumes | undefined; until: number | undefined } {
  const span = useTimeSpan(VOLUMES_MS);
  const only = useOnlyMetric();
  const range = {
    'timeRange.startUnixTimeSeconds': span.start,
    'timeRange.endUnixTimeSeconds': span.end,
    ...(only && { metricType: only }),
  };
  const { data } = useCall('getSiteComponentsDataProcessed', { path: { siteId }, query: range }, QUIET);
  const volumes = useMemo(() => (data ? sumVolumes(data.components, kind) : undefined), [data, kind]);
  return { volumes, until: data?.coverage.countedUntilUnixTimeSeconds };
}

export function useConnections(
  kind: ConnectionKind,
  siteId: string,
  { volumes, until }: Partial<ReturnType<typeof useVolumes>> = {},
) {
  const only = useOnlyMetric();
  const { templates } = useTemplates(kind, siteId, { hasForms: false });
  const sources = useAllPages('listSources', toSourcesQuery(siteId));
  const sinks = useAllPages('listSinks', toSinksQuery(siteId));
  const query = kind === 'source' ? sources : sinks;
  const connections: readonly Connection[] =
    (kind === 'source' ? sources.data?.sources : sinks.data?.sinks) ?? NONE;
  const ids = connections.map((one) => one.id);
  const users = useNodePipelines(ids);
  const names = useCall('listPipelineNames', { query: { siteIds: [siteId] } }, QUIET);
  const history = useLiveCountersAt(until, siteId);
  const { components, pipelines } = useHealth(siteId, SAYS_MORE);

  const rows = useMemo<ConnectionRow[]>(() => {
    const nameOf = new Map(
      names.data?.sitePipelineNames.flatMap((site) =>
        site.pipelineNames.map((one) => [one.id, one.name] as const),
      ),
    );
    const usedBy = new Map(users?.map((entry) => [entry.nodeId, entry.pipelineIds]));
    const inTrouble = Map.groupBy(components, ({ componentId }) => componentId);
    const kinds = new Map(templates.map((template) => [template.id, template]));
    const usersOf = (connectionId: string) =>
      (usedBy.get(connectionId) ?? []).flatMap((id) => {
        const name = nameOf.get(id);
        return name === undefined ? [] : [{ id, name }];
      });
    return connections.map((connection) => ({
      connection,
      lossReasons: lossReasons(kinds.get(connection.templateId), connection.config),
      pipelines: usersOf(connection.id),
      // Missing Collector reports are not zero.
      amount: volumes && (volumes.get(connection.id) ?? (only ? undefined : 0)),
      unit: only ? 'events' : 'bytes',
      bytesPerSecond: computeLiveRate(history, readConnection(connection.id, kind, 'bytes')),
      lastAlive: findLastEvent(
        connection.lastAlive,
        listCounters(history.at(-1), connection.id).map(({ lastEventAt }) => lastEventAt),
      ),
      trouble: describeConnectionTrouble(
        inTrouble.get(connection.id) ?? [],
        usersOf(connection.id),
        pipelines,
      ),
    }));
  }, [connections, names.data, users, history, components, pipelines, kind, volumes, templates, only]);
  return { rows, isLoading: query.isPending, error: query.error, retry: () => void query.refetch() };
}

type History = ReturnType<typeof useLiveCountersAt>;

const listCounters = (sample: History[number] | undefined, componentId: string) =>
  Object.values(sample?.pipelines ?? {}).flatMap((components) => components[componentId] ?? []);
