import type { Config } from '../../contract/entities/common.ts';
import type { Sink, Source, Transform } from '../../contract/entities/node.ts';
import type { Pipeline, PipelineState } from '../../contract/entities/pipeline.ts';
import type {
  EntityStatus,
  NodeType,
  PendingAction,
  PipelineStatus,
  PipelineType,
  UsageType,
} from '../../contract/enums.ts';
import { toCount } from '../../contract/parameters.ts';
import { toTime } from '../ids.ts';
import type { Services } from '../services.ts';
import type { GraphNodeRow, NodeRow, PipelineRow, TransformRow } from '../store/schema.ts';

/** The stored configuration; its secrets are sealed. */
export const configOf = (row: { config: string }): Config => JSON.parse(row.config) as Config;

const templateName = (services: Services, nodeType: NodeType, templateId: string): string =>
  services.catalogue.templateOf(nodeType, templateId)?.name ?? templateId;

/** How the archive of a source fares; whether a sink holds archives. */
function archivalOf({ analytics, archives }: Services, row: NodeRow) {
  const { archive_id: id, archive_sink_id: sinkId, archive_since: since } = row;
  if (row.node_type !== 'SOURCE') return { archivalEnabled: row.usage_type === 'ARCHIVAL' };
  if (id === '') return { archivalEnabled: false };
  const { [row.id]: source, [sinkId]: sink } = analytics.totalsOf(id);
  const problem = archives.problemOf(id, sink?.last_event_at ?? 0);
  return {
    archivalEnabled: true,
    archivalSinkId: sinkId,
    archival: {
      since: toTime(since),
      eventsReceived: toCount(source?.events_in ?? 0),
      eventsWritten: toCount(sink?.events_out ?? 0),
      eventsWaiting: toCount(sink?.events_buffered ?? 0),
      bytesWritten: toCount(sink?.bytes_out ?? 0),
      filesWritten: toCount(sink?.objects_written ?? 0),
      ...(problem === undefined ? {} : { problem }),
    },
  };
}

/** A source or sink as answered: secrets masked, last sign of life from the running counters. */
export function connectionEntity(services: Services, row: NodeRow, includeConfig: boolean): Source & Sink {
  const nodeType: NodeType = row.node_type === 'SOURCE' ? 'SOURCE' : 'SINK';
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    siteId: row.site_id,
    templateId: row.template_id,
    templateName: templateName(services, nodeType, row.template_id),
    status: row.status as EntityStatus,
    usageType: row.usage_type as UsageType,
    ...(includeConfig ? { config: services.sealer.mask(configOf(row)) } : {}),
    lastAlive: toTime(Math.max(row.last_alive_at, services.analytics.lastEventAt(row.id))),
    ...archivalOf(services, row),
    revision: row.revision,
    updatedAt: toTime(row.updated_at),
  };
}

export function transformEntity(services: Services, row: TransformRow, includeConfig: boolean): Transform {
  const template = services.catalogue.templateOf('TRANSFORM', row.template_id);
  return {
    id: row.id,
    lineageId: row.lineage_id,
    name: row.name,
    description: row.description,
    templateId: row.template_id,
    templateName: template?.name ?? row.template_id,
    templateVersion: template?.version ?? '',
    isTransformGroup: false,
    ...(includeConfig ? { config: services.sealer.mask(configOf(row)) } : {}),
    origin: 'USER',
    processorType: 'DATA_PROCESSOR',
    pipelineId: row.pipeline_id,
    siteFilenames: [],
    userVisible: true,
  };
}

type StateColumns = Pick<
  PipelineRow,
  | 'id'
  | 'status'
  | 'pending_action'
  | 'deployed_graph_version'
  | 'latest_graph_version'
  | 'pending_graph_version'
  | 'last_error'
  | 'revision'
>;

/** What of a pipeline changes by itself, as answered. */
export const stateEntity = (row: StateColumns): PipelineState => ({
  id: row.id,
  status: row.status as PipelineStatus,
  pendingAction: row.pending_action as PendingAction,
  deployedGraphVersion: row.deployed_graph_version,
  latestGraphVersion: row.latest_graph_version,
  pendingGraphVersion: row.pending_graph_version,
  lastError: row.last_error,
  revision: row.revision,
});

/** A pipeline as answered; `nodes` are those of its newest version. */
export function pipelineEntity(row: PipelineRow, nodes: GraphNodeRow[], percent: number | null): Pipeline {
  const idsOf = (type: NodeType) => nodes.filter((node) => node.node_type === type).map((n) => n.node_id);
  return {
    ...stateEntity(row),
    name: row.name,
    description: row.description,
    siteId: row.site_id,
    pipelineType: row.pipeline_type as PipelineType,
    sourceId: idsOf('SOURCE')[0] ?? '',
    sinkIds: idsOf('SINK'),
    transformIds: idsOf('TRANSFORM'),
    percentDataOptimized: percent,
    updatedAt: toTime(row.updated_at),
  };
}
