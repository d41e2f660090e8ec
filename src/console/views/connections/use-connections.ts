import { useMemo } from 'react';
import type { DataProcessed } from '../../../contract/entities/analytics.ts';
import { ENTITY_STATUSES, USAGE_TYPES } from '../../../contract/enums.ts';
import { lossReasons } from '../../../contract/loss.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { useTimeSpan } from '../../actors/time-filter.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { useCall } from '../../api/use-call.ts';
import { useLiveCounters } from '../../api/use-live.ts';
import type { Connection, ConnectionKind } from '../../parts/connection-form/kinds.ts';
import { useTemplates } from '../../parts/connection-form/use-templates.ts';
import { IN_TROUBLE, useHealth } from '../../parts/health/use-health.ts';
import { type ConnectionHealth, connectionTrouble } from './health.ts';
import { lastEventOf } from './last-event.ts';
import { type Volumes, volumesOf } from './volumes.ts';

/** One row: the connection, the pipelines that use it, the bytes it moves per second now and moved in the range. */
export type ConnectionRow = {
  connection: Connection;
  pipelines: { id: string; name: string }[];
  /** Undefined until known. */
  bytes: number | undefined;
  bytesPerSecond: number | undefined;
  /** When the last event passed, as of now. */
  lastAlive: string;
  /** Where the rules of health find trouble (src/docs/health.md): the worst of it. */
  trouble: ConnectionHealth | undefined;
  /** Why it can lose data (R22); empty when it cannot. */
  lossReasons: readonly string[];
};

export type { DataProcessed };

const NONE: Connection[] = [];
/** Volumes are fetched anew this often; between that the live rates move. */
const VOLUMES_MS = 5000;
const QUIET = { isSuppressed: true, keepPrevious: true };
const USED = ENTITY_STATUSES.filter((status) => status !== 'DELETED');

/** Bytes of the sources or destinations of a site in the range of the time filter; undefined until known. */
export function useVolumes(kind: ConnectionKind, siteId: string): Volumes | undefined {
  const span = useTimeSpan(VOLUMES_MS);
  const range = { 'timeRange.startUnixTimeSeconds': span.start, 'timeRange.endUnixTimeSeconds': span.end };
  const { data } = useCall('getSiteComponentsDataProcessed', { path: { siteId }, query: range }, QUIET);
  return useMemo(() => data && volumesOf(data.components, kind), [data, kind]);
}

/** Sources or destinations of a site with their pipelines and their live rate. */
export function useConnections(kind: ConnectionKind, siteId: string, volumes?: Volumes) {
  const { templates } = useTemplates(kind, siteId);
  const sources = useAllPages('listSources', { siteIds: [siteId], statuses: USED });
  const sinks = useAllPages('listSinks', { siteIds: [siteId], statuses: USED, usageTypes: [...USAGE_TYPES] });
  const query = kind === 'source' ? sources : sinks;
  const connections: readonly Connection[] =
    (kind === 'source' ? sources.data?.sources : sinks.data?.sinks) ?? NONE;
  const ids = connections.map((one) => one.id);
  const users = useCall(
    'listNodePipelineIds',
    { query: { nodeIds: ids } },
    { ...QUIET, enabled: ids.length > 0 },
  );
  const names = useCall('listPipelineNames', { query: { siteIds: [siteId] } }, QUIET);
  const history = useLiveCounters(siteId);
  const { components, pipelines } = useHealth(siteId, IN_TROUBLE);

  const rows = useMemo<ConnectionRow[]>(() => {
    const nameOf = new Map(
      names.data?.sitePipelineNames.flatMap((site) =>
        site.pipelineNames.map((one) => [one.id, one.name] as const),
      ),
    );
    const usedBy = new Map(users.data?.nodePipelineIds.map((entry) => [entry.nodeId, entry.pipelineIds]));
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
      bytes: volumes && (volumes.get(connection.id) ?? 0),
      bytesPerSecond: rateOf(history, connection.id, kind),
      lastAlive: lastEventOf(
        connection.lastAlive,
        countersOf(history.at(-1), connection.id).map(({ lastEventAt }) => lastEventAt),
      ),
      trouble: connectionTrouble(inTrouble.get(connection.id) ?? [], usersOf(connection.id), pipelines),
    }));
  }, [connections, names.data, users.data, history, components, pipelines, kind, volumes, templates]);
  return { rows, isLoading: query.isPending, error: query.error, retry: () => void query.refetch() };
}

type History = ReturnType<typeof useLiveCounters>;

/** What was counted of it in each pipeline that runs it. */
const countersOf = (sample: History[number] | undefined, componentId: string) =>
  Object.values(sample?.pipelines ?? {}).flatMap((components) => components[componentId] ?? []);

/** Bytes a source read, or a destination took, per second over the last samples; over all pipelines. */
function rateOf(history: History, componentId: string, kind: ConnectionKind): number | undefined {
  const last = history.at(-1);
  const first = history.at(-6) ?? history[0];
  if (!last || !first || last.at <= first.at) return undefined;
  const total = (sample: NonNullable<typeof last>): number | undefined => {
    const found = countersOf(sample, componentId);
    if (found.length === 0) return undefined;
    const bytes = found.map((counters) => fromCount(counters.bytesIn));
    // A source that feeds several pipelines read its bytes once.
    return kind === 'source' ? Math.max(...bytes) : bytes.reduce((sum, value) => sum + value, 0);
  };
  const [now, before] = [total(last), total(first)];
  return now === undefined || before === undefined
    ? undefined
    : Math.max(0, (now - before) / (last.at - first.at));
}
