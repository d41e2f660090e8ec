import type {
  RequestedChangeKind,
  RequestedNode,
  RequestedPipeline,
} from '../../contract/entities/changeset.ts';
import { isSecretSet } from '../../contract/entities/common.ts';
import { ContractError } from '../../contract/errors.ts';
import { isId } from '../../contract/ids.ts';
import { normalizeConfig } from '../exchange/canonical.ts';
import { readText, requirePlan } from '../exchange/exchange.ts';
import type { NodeDefinition, PipelineDefinition, Ref } from '../exchange/model.ts';
import { findSecretPlaces } from '../exchange/secrets.ts';
import { invalid } from '../http/input.ts';
import { NAME_EXISTS, requirePipeline } from '../pipelines/pipelines.ts';
import { notFound, requireFreeName } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { PipelineRow } from '../store/schema.ts';
import type { AskedPipeline } from './asked.ts';
import { toFileName, toPipelineText } from './stored.ts';

/** One requested change; a path is empty without a file. */
export type RequestedChange = {
  change: RequestedChangeKind;
  id: string;
  name: string;
  basePath: string;
  path: string;
  text: string;
  baseTag: number;
  /** `packConfig` of a source or destination; else empty. */
  config: string;
};

/** @throws ContractError VALIDATION_FAILED for a secret, which everyone could read in the repository */
function refuseSecrets({ catalogue }: Services, node: RequestedNode, field: string): void {
  findSecretPlaces(catalogue, 'TRANSFORM', node.templateId).change(node.config, (value, path) => {
    if (value === '' || isSecretSet(value)) return undefined;
    const message = `'${node.name}' would put a secret into the repository; leave it as it is stored, or let an API key set it`;
    throw invalid([{ field: `${field}.config.${path.join('.')}`, rule: 'no_secret', message }]);
  });
}

async function toDefinition(
  services: Services,
  tx: Repositories,
  { asked: { pipeline, graph }, nodes }: AskedPipeline,
  siteId: string,
): Promise<PipelineDefinition> {
  const placeOf = new Map(nodes.map(({ node, place }) => [node.id, place]));
  const byId = new Map(nodes.map(({ node }) => [node.id, node]));
  const { edges, metaInfo } = graph;
  const ids = new Set([
    ...Object.keys(edges),
    ...Object.values(edges).flatMap(({ nodeIds }) => nodeIds),
    ...Object.keys(metaInfo),
  ]);
  const names = new Map<string, Ref | { nodeType: 'SOURCE'; name: string }>();
  for (const id of ids) {
    const node = byId.get(id);
    if (!node) {
      const message = `The graph names the node ${id}, which is not among the nodes`;
      throw invalid([{ field: 'nodes', rule: 'exists', message }]);
    }
    if (node.nodeType === 'TRANSFORM') {
      names.set(id, { nodeType: 'TRANSFORM', name: node.name });
      continue;
    }
    const row = isId(id, 'node') ? await tx.nodes.find(id) : undefined;
    if (row?.site_id !== siteId || row.node_type !== node.nodeType)
      throw notFound(node.nodeType === 'SOURCE' ? 'source of this site' : 'destination of this site', id);
    names.set(id, { nodeType: node.nodeType, name: row.name });
  }
  const toRefs = (targets: readonly string[]): Ref[] =>
    targets.flatMap((id) => {
      const ref = names.get(id);
      return ref && ref.nodeType !== 'SOURCE' ? [ref] : [];
    });
  const toNode = (id: string): NodeDefinition[] => {
    const [named, node] = [names.get(id), byId.get(id)];
    if (!named || !node) return [];
    const { notes = '', disabled = false, outputs } = metaInfo[id] ?? {};
    const ways = outputs && Object.entries(outputs).map(([output, to]) => [output, toRefs(to)] as const);
    const base = {
      ...named,
      notes,
      disabled,
      to: toRefs(edges[id]?.nodeIds ?? []),
      ...(ways && ways.length > 0 ? { outputs: Object.fromEntries(ways) } : {}),
    };
    if (node.nodeType !== 'TRANSFORM') return [base];
    refuseSecrets(services, node, placeOf.get(id) ?? 'nodes');
    const { templateId: type, description } = node;
    const config = normalizeConfig(services.catalogue, 'TRANSFORM', type, node.config);
    return [{ ...base, own: { type, description, config } }];
  };
  const { name, description } = pipeline;
  return { name, description, nodes: [...ids].flatMap(toNode) };
}

/** @throws ContractError NOT_FOUND, or STALE_VERSION after another save */
async function requireUnchanged(
  tx: Repositories,
  { pipeline, graph }: RequestedPipeline,
  siteId: string,
): Promise<PipelineRow> {
  const row = await requirePipeline(tx, pipeline.id);
  if (row.site_id !== siteId || row.status === 'DELETED')
    throw notFound('pipeline of this site', pipeline.id);
  const stored = row.latest_graph_version;
  if (graph.version === stored) return row;
  const message = `Someone saved version ${stored} of '${row.name}' in the meantime; you changed version ${graph.version}. Open the newest version, and make the change there`;
  throw new ContractError('STALE_VERSION', message, { current: { graphVersion: stored } });
}

const toDeletion = (row: PipelineRow, baseTag: number): RequestedChange => ({
  change: 'delete',
  id: row.id,
  name: row.name,
  basePath: toFileName(row),
  path: '',
  text: '',
  baseTag,
  config: '',
});

async function readCreation(
  services: Services,
  tx: Repositories,
  one: AskedPipeline,
  siteId: string,
): Promise<RequestedChange> {
  const definition = await toDefinition(services, tx, one, siteId);
  const { name } = definition;
  const { id } = one.asked.pipeline;
  requireFreeName(await tx.pipelines.findByName(siteId, name), 'pipeline.name', NAME_EXISTS);
  const text = await toPipelineText(services, definition);
  await requirePlan(services, tx, await readText(services, text, true), { siteId });
  const path = toFileName({ id, name });
  return { change: 'create', id, name, basePath: '', path, text, baseTag: 0, config: '' };
}

/**
 * Reads and checks one pipeline like an import.
 * @param tx with the request's sources and destinations in place
 * @param baseTag of what is stored
 * @throws ContractError VALIDATION_FAILED, NAME_TAKEN, NOT_FOUND, STALE_VERSION, or CONFLICT when nothing
 * would change
 */
export async function readRequested(
  services: Services,
  tx: Repositories,
  one: AskedPipeline,
  { siteId, baseTag }: { siteId: string; baseTag: number },
): Promise<RequestedChange> {
  const { asked, isNew } = one;
  if (isNew) {
    if (!asked.pipeline.isDeleted) return readCreation(services, tx, one, siteId);
    const message = 'A pipeline that is not stored yet cannot be deleted';
    throw invalid([{ field: 'pipelines.pipeline.isDeleted', rule: 'stored', message }]);
  }
  const row = await requireUnchanged(tx, asked, siteId);
  if (asked.pipeline.isDeleted) return toDeletion(row, baseTag);
  const definition = await toDefinition(services, tx, one, siteId);
  const text = await toPipelineText(services, definition);
  const plan = await requirePlan(services, tx, await readText(services, text, true), {
    siteId,
    targetId: row.id,
  });
  if (plan.pipelines.every(({ entry }) => entry.action === 'unchanged'))
    throw new ContractError(
      'CONFLICT',
      `Pipeline '${row.name}' has not changed: there is nothing to request`,
    );
  return {
    change: 'update',
    id: row.id,
    name: definition.name,
    basePath: toFileName(row),
    path: toFileName({ id: row.id, name: definition.name }),
    text,
    baseTag,
    config: '',
  };
}
