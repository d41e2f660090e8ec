import type { DraftGraph } from '../../contract/calls/preview.ts';
import { ContractError, type ErrorDetail } from '../../contract/errors.ts';
import { isId } from '../../contract/ids.ts';
import { EngineError, type PlanNode, PREVIEW_ENDED, type PreviewRequest } from '../../engine/port.ts';
import { configOf } from '../domain/rows.ts';
import { fileFaults, planFiles } from '../files/named.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { without } from '../store/query.ts';

/** What is to be run, whatever the events are. */
export type Draft = Pick<PreviewRequest, 'siteId' | 'nodes' | 'edges' | 'metaInfo'>;

type Place = { siteId: string; pipelineId: string | undefined };

/** A destination is not opened and a source does not run: what they keep secret stays here. */
const withoutSecrets = ({ catalogue }: Services, node: PlanNode): PlanNode => ({
  ...node,
  config: catalogue
    .secretFields(node.templateId)
    .reduce<Record<string, unknown>>((config, field) => without(config, field), node.config),
});

/** The parts of a plan that a run needs. */
export const draftOfPlan = (services: Services, plan: Draft): Draft => ({
  siteId: plan.siteId,
  edges: plan.edges,
  metaInfo: plan.metaInfo,
  nodes: plan.nodes.map((node) => (node.nodeType === 'TRANSFORM' ? node : withoutSecrets(services, node))),
});

/**
 * A graph of an editor as the engine runs it: transforms read by their schemas, but for disabled ones.
 * @throws ContractError VALIDATION_FAILED with a detail per fault, its field led by the node.
 */
export async function draftOf(
  services: Services,
  tx: Repositories,
  graph: DraftGraph,
  { siteId, pipelineId }: Place,
): Promise<Draft> {
  const ids = Object.keys(graph.nodes).filter((id) => isId(id, 'transform'));
  const stored = (await tx.transforms.findMany(ids)).filter((row) => row.pipeline_id === pipelineId);
  const rows = new Map(stored.map((row) => [row.id, row]));
  const faults: { name: string; detail: ErrorDetail }[] = [];
  const planOf = async ([id, node]: [string, DraftGraph['nodes'][string]]): Promise<PlanNode> => {
    const { nodeType, name, templateId } = node;
    const row = rows.get(id);
    const plan = { id, componentId: row?.lineage_id ?? id, nodeType, name, templateId, config: node.config };
    if (nodeType !== 'TRANSFORM') return withoutSecrets(services, plan);
    if (graph.metaInfo?.[id]?.disabled) return plan;
    const secrets = services.catalogue.secretFields(templateId);
    const sent = services.sealer.keep(node.config, secrets, row ? configOf(row) : {});
    const check = services.catalogue.validateConfig('TRANSFORM', templateId, sent);
    const configured = { templateId, config: check.config ?? {} };
    const missing = await fileFaults(services.catalogue, tx, configured, siteId);
    for (const detail of check.details ?? missing) {
      const field = detail.field === '' ? `graph.nodes.${id}` : `graph.nodes.${id}.config.${detail.field}`;
      faults.push({ name, detail: { ...detail, field } });
    }
    return { ...plan, ...configured, files: await planFiles(services, tx, configured) };
  };
  const nodes: PlanNode[] = [];
  for (const entry of Object.entries(graph.nodes)) nodes.push(await planOf(entry));
  if (faults.length > 0) {
    const message = faults.map(({ name, detail }) => `'${name}': ${detail.message}`).join('; ');
    throw new ContractError('VALIDATION_FAILED', message, { details: faults.map(({ detail }) => detail) });
  }
  return { siteId, nodes, edges: graph.edges, metaInfo: graph.metaInfo ?? {} };
}

const isEnd = (name: string): boolean => PREVIEW_ENDED.some((end) => end === name);

/** Why a draft did not run, as an answer; anything unforeseen as it is. */
export function refusalOfRun(error: unknown): unknown {
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
