import type { TransformPatch } from '../../contract/entities/node.ts';
import type { Edges, MetaInfo } from '../../contract/entities/pipeline.ts';
import { ContractError } from '../../contract/errors.ts';
import { notFound, requireVersion } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { TransformRow } from '../store/schema.ts';
import { parseConfig } from '../store/sealing.ts';
import { readGraphEntity, saveGraph } from './graphs.ts';
import { requirePipeline } from './pipelines.ts';
import { createTransforms } from './transforms.ts';

async function requireTransform(tx: Repositories, id: string): Promise<TransformRow> {
  const [row] = await tx.transforms.findMany([id]);
  if (!row) throw notFound('transform', id);
  return row;
}

const swapKeys = <T>(record: Record<string, T>, from: string, to: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key === from ? to : key, value]));

function replaceNode(graph: { edges: Edges; metaInfo: MetaInfo }, from: string, to: string) {
  const swap = (ids: readonly string[]) => ids.map((id) => (id === from ? to : id));
  const edges: Edges = {};
  for (const [id, { nodeIds }] of Object.entries(swapKeys(graph.edges, from, to)))
    edges[id] = { nodeIds: swap(nodeIds) };
  const metaInfo: MetaInfo = {};
  for (const [id, meta] of Object.entries(swapKeys(graph.metaInfo, from, to))) {
    const outputs = Object.entries(meta.outputs ?? {}).map(([name, ids]) => [name, swap(ids)]);
    metaInfo[id] = meta.outputs ? { ...meta, outputs: Object.fromEntries(outputs) } : meta;
  }
  return { edges, metaInfo };
}

/**
 * Makes the changed transform of the same lineage, and a graph version with it.
 * @throws ContractError CONFLICT when only an older version holds the former
 */
export async function updateTransform(
  services: Services,
  tx: Repositories,
  patch: TransformPatch,
  ifMatch: number | '*',
  by: { name: string; now: number },
) {
  const former = await requireTransform(tx, patch.id);
  const pipeline = await requirePipeline(tx, former.pipeline_id);
  if (pipeline.status === 'DELETED') throw notFound('pipeline', pipeline.id);
  const newest = await tx.versions.find(pipeline.id, pipeline.latest_graph_version);
  const current = newest
    ? await readGraphEntity(services, tx, newest)
    : { pipelineId: pipeline.id, version: 0 };
  requireVersion(ifMatch, pipeline.latest_graph_version, () => current);
  const heldIn = await tx.transforms.findVersion(former.id);
  if (heldIn > 0 && heldIn !== pipeline.latest_graph_version)
    throw new ContractError(
      'CONFLICT',
      `'${former.name}' was replaced after version ${heldIn}; change the transform of version ${pipeline.latest_graph_version}`,
    );
  const nodeMeta: MetaInfo = newest ? JSON.parse(newest.meta_info) : {};
  const { name, description, template_id: templateId } = former;
  const input = {
    lineageId: former.lineage_id,
    name: patch.name ?? name,
    description: patch.description ?? description,
    templateId,
    pipelineId: pipeline.id,
    config: patch.config ?? services.sealer.mask(parseConfig(former)),
    ...(nodeMeta[former.id]?.disabled ? { disabled: true } : {}),
  };
  const [row] = (await createTransforms(services, tx, [input], by.now, () => 'transform')).rows;
  const id = row?.id ?? '';
  const news = { siteId: pipeline.site_id, entity: 'pipeline' as const, id: pipeline.id };
  if (!newest || heldIn === 0) return { id, graphVersion: 0, news };
  const graph = replaceNode({ edges: JSON.parse(newest.edges), metaInfo: nodeMeta }, former.id, id);
  const versionInfo = { pipelineId: pipeline.id, name: '' };
  const saved = await saveGraph(
    services,
    tx,
    pipeline,
    { pipelineId: pipeline.id, ...graph, versionInfo },
    by,
  );
  return { id, graphVersion: saved.version, news };
}

/** @throws ContractError IN_USE naming the version that holds it */
export async function deleteTransform(tx: Repositories, id: string): Promise<void> {
  const row = await requireTransform(tx, id);
  const version = await tx.transforms.findVersion(id);
  if (version > 0)
    throw new ContractError(
      'IN_USE',
      `'${row.name}' is part of version ${version} of its pipeline; take it out of the graph instead, versions keep what they held`,
    );
  await tx.transforms.remove(id);
}
