import type { Pipeline, PipelineInput } from '../../contract/entities/pipeline.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { PipelineRow } from '../store/schema.ts';
import { notFound, requireFreeName, requireSite } from './checks.ts';
import { pipelineEntity } from './rows.ts';

export const NAME_EXISTS = 'Pipeline name already exists';

/** @throws ContractError NOT_FOUND */
export async function requirePipeline(tx: Repositories, id: string): Promise<PipelineRow> {
  const row = await tx.pipelines.find(id);
  if (!row) throw notFound('pipeline', id);
  return row;
}

/**
 * Pipelines as answered: with the nodes of the newest version and what the last 24 h saved.
 * @param measured false inside a transaction, where the store's other reads would wait for its end.
 */
export async function pipelineEntities(
  services: Services,
  tx: Repositories,
  rows: PipelineRow[],
  measured = true,
): Promise<Pipeline[]> {
  const ids = rows.map((row) => row.id);
  const nodes = Map.groupBy(await tx.versions.newestNodesOf(ids), (node) => node.pipeline_id);
  const savings = measured ? await services.analytics.recentSavings(ids) : undefined;
  return rows.map((row) => pipelineEntity(row, nodes.get(row.id) ?? [], savings?.get(row.id) ?? null));
}

/** Stores a new pipeline without a graph. */
export async function createPipeline(
  services: Services,
  tx: Repositories,
  input: PipelineInput,
  now: number,
): Promise<PipelineRow> {
  await requireSite(tx, input.siteId);
  requireFreeName(await tx.pipelines.findByName(input.siteId, input.name), 'pipeline.name', NAME_EXISTS);
  const row: PipelineRow = {
    id: services.ids('pipeline'),
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

/** Pipelines of a site, the deleted too: what they counted was counted. */
export const pipelineIdsOf = (services: Services, siteId: string): Promise<string[]> =>
  services.store.pipelines.idsOfSite(siteId);
