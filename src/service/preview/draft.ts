import { randomBytes } from 'node:crypto';
import { writes } from '../../contract/calls/define.ts';
import type { DraftGraph } from '../../contract/calls/preview.ts';
import { ContractError, type ErrorDetail } from '../../contract/errors.ts';
import { isId } from '../../contract/ids.ts';
import { EngineError, type PlanNode, PREVIEW_ENDED, type PreviewRequest } from '../../engine/port.ts';
import { permits } from '../auth/permissions.ts';
import { findFileFaults, planFiles } from '../files/named.ts';
import { validateWithKept } from '../kept-secrets.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { withoutColumns } from '../store/query.ts';
import type { TransformRow } from '../store/schema.ts';
import { parseConfig } from '../store/sealing.ts';

export type Draft = Pick<PreviewRequest, 'siteId' | 'nodes' | 'edges' | 'metaInfo'>;

type Place = { siteId: string; pipelineId: string | undefined };

/** Sources and destinations do not run, so their secrets stay here. */
const dropSecrets = ({ catalogue }: Services, node: PlanNode): PlanNode => ({
  ...node,
  config: catalogue
    .secretFields(node.templateId)
    .reduce<Record<string, unknown>>((config, field) => withoutColumns(config, field), node.config),
});

export const toDraft = (services: Services, plan: Draft): Draft => ({
  siteId: plan.siteId,
  edges: plan.edges,
  metaInfo: plan.metaInfo,
  nodes: plan.nodes.map((node) => (node.nodeType === 'TRANSFORM' ? node : dropSecrets(services, node))),
});

/**
 * Readers get a new hash key per run: with the stored one, hashes of chosen values would reveal other
 * people's values.
 */
function createStoredReader({ caller, catalogue }: Services, siteId: string) {
  if (!caller || permits(caller, writes('PIPELINES'), siteId) === true) return parseConfig;
  const throwAway = randomBytes(32).toString('hex');
  return (row: TransformRow) => {
    const stored = parseConfig(row);
    const secrets = catalogue.secretFields(row.template_id).filter((name) => stored[name] !== undefined);
    return { ...stored, ...Object.fromEntries(secrets.map((name) => [name, throwAway])) };
  };
}

/**
 * The edited graph for the engine; disabled transforms are not checked.
 * @throws ContractError VALIDATION_FAILED with a detail per fault, led by the node
 */
export async function readDraft(
  services: Services,
  tx: Repositories,
  graph: DraftGraph,
  { siteId, pipelineId }: Place,
): Promise<Draft> {
  const ids = Object.keys(graph.nodes).filter((id) => isId(id, 'transform'));
  const stored = (await tx.transforms.findMany(ids)).filter((row) => row.pipeline_id === pipelineId);
  const rows = new Map(stored.map((row) => [row.id, row]));
  const readStored = createStoredReader(services, siteId);
  const faults: { name: string; detail: ErrorDetail }[] = [];
  const buildDraftPlan = async ([id, node]: [string, DraftGraph['nodes'][string]]): Promise<PlanNode> => {
    const { nodeType, name, templateId } = node;
    const row = rows.get(id);
    const plan = { id, componentId: row?.lineage_id ?? id, nodeType, name, templateId, config: node.config };
    if (nodeType !== 'TRANSFORM') return dropSecrets(services, plan);
    if (graph.metaInfo?.[id]?.disabled) return plan;
    const sent = { nodeType, templateId, config: node.config };
    const check = validateWithKept(services, sent, row ? readStored(row) : {});
    const configured = { templateId, config: check.config ?? {} };
    const missing = await findFileFaults(services.catalogue, tx, configured, siteId);
    for (const detail of check.details ?? missing) {
      const field = detail.field === '' ? `graph.nodes.${id}` : `graph.nodes.${id}.config.${detail.field}`;
      faults.push({ name, detail: { ...detail, field } });
    }
    return { ...plan, ...configured, files: await planFiles(services, tx, configured) };
  };
  const nodes: PlanNode[] = [];
  for (const entry of Object.entries(graph.nodes)) nodes.push(await buildDraftPlan(entry));
  if (faults.length > 0) {
    const message = faults.map(({ name, detail }) => `'${name}': ${detail.message}`).join('; ');
    throw new ContractError('VALIDATION_FAILED', message, { details: faults.map(({ detail }) => detail) });
  }
  return { siteId, nodes, edges: graph.edges, metaInfo: graph.metaInfo ?? {} };
}

const isEnd = (name: string): boolean => PREVIEW_ENDED.some((end) => end === name);

export function toRunRefusal(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  const { errorName, message, resolutions, nodeId } = error.problem;
  const advice = [message, ...resolutions].join('. ');
  if (errorName === 'PreviewBusy') return new ContractError('TOO_MANY_REQUESTS', advice);
  if (isEnd(errorName)) return new ContractError('PREVIEW_ENDED', advice);
  const field = nodeId === undefined ? 'graph' : `graph.nodes.${nodeId}`;
  return new ContractError('GRAPH_INVALID', `Pipeline graph is invalid! ${message}`, {
    details: [{ field, rule: errorName, message }],
  });
}
