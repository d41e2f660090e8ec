import type { Pipeline, PipelineInput, PipelineState } from '../../contract/entities/pipeline.ts';
import type { NodeType, PendingAction, PipelineStatus, PipelineType } from '../../contract/enums.ts';
import { formatTime } from '../clock.ts';
import { notFound, requireFreeName, requireSite } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { GraphNodeRow, PipelineRow } from '../store/schema.ts';

export const NAME_EXISTS = 'Pipeline name already exists';

/** @throws ContractError NOT_FOUND */
export async function requirePipeline(tx: Repositories, id: string): Promise<PipelineRow> {
  const row = await tx.pipelines.find(id);
  if (!row) throw notFound('pipeline', id);
  return row;
}

/** @param measured false inside a transaction, where reading analytics would wait for its end */
export async function readPipelineEntities(
  services: Services,
  tx: Repositories,
  rows: PipelineRow[],
  measured = true,
): Promise<Pipeline[]> {
  const ids = rows.map((row) => row.id);
  const nodes = Map.groupBy(await tx.versions.newestNodesOf(ids), (node) => node.pipeline_id);
  const savings = measured ? await services.analytics.recentSavings(ids) : undefined;
  return rows.map((row) => toPipelineEntity(row, nodes.get(row.id) ?? [], savings?.get(row.id) ?? null));
}

export async function createPipeline(
  services: Services,
  tx: Repositories,
  input: PipelineInput,
  now: number,
  id = services.ids('pipeline'),
): Promise<PipelineRow> {
  await requireSite(tx, input.siteId);
  requireFreeName(await tx.pipelines.findByName(input.siteId, input.name), 'pipeline.name', NAME_EXISTS);
  const row: PipelineRow = {
    id,
    name: input.name,
    description: input.description,
    site_id: input.siteId,
    pipeline_type: input.pipelineType,
    status: 'DEFAULT',
    pending_action: 'NOP',
    previous_status: 'DEFAULT',
    deployed_graph_version: 0,
    latest_graph_version: 0,
    pending_graph_version: 0,
    last_error: '',
    revision: 1,
    created_at: now,
    updated_at: now,
  };
  await tx.pipelines.insert(row);
  return row;
}

/** Deleted ones too, whose counts remain. */
export const listPipelineIds = (services: Services, siteId: string): Promise<string[]> =>
  services.store.pipelines.idsOfSite(siteId);

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

/** The part that changes without an edit. */
export const toStateEntity = (row: StateColumns): PipelineState => ({
  id: row.id,
  status: row.status as PipelineStatus,
  pendingAction: row.pending_action as PendingAction,
  deployedGraphVersion: row.deployed_graph_version,
  latestGraphVersion: row.latest_graph_version,
  pendingGraphVersion: row.pending_graph_version,
  lastError: row.last_error,
  revision: row.revision,
});

function toPipelineEntity(row: PipelineRow, nodes: GraphNodeRow[], percent: number | null): Pipeline {
  const listIds = (type: NodeType) => nodes.filter((node) => node.node_type === type).map((n) => n.node_id);
  return {
    ...toStateEntity(row),
    name: row.name,
    description: row.description,
    siteId: row.site_id,
    pipelineType: row.pipeline_type as PipelineType,
    sourceId: listIds('SOURCE')[0] ?? '',
    sinkIds: listIds('SINK'),
    transformIds: listIds('TRANSFORM'),
    percentDataOptimized: percent,
    updatedAt: formatTime(row.updated_at),
  };
}
