import type { SiteGraph } from '../../collector/render-site.ts';
import type { PipelineStatus } from '../../contract/enums.ts';
import type { PipelinePlan, PlanMode } from '../../engine/port.ts';
import type { FileTools } from '../files/named.ts';
import { buildPlan, toPlanMode } from '../lifecycle/plan.ts';
import type { Repositories } from '../store/index.ts';
import type { PipelineRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';

type Tools = { store: Repositories; sealer: Sealer; files: FileTools };

/** Deployed since the service started; `null`: removed. */
export type Deployed = ReadonlyMap<string, PipelinePlan | null>;

export const toSiteGraph = ({ pipelineId, name, mode, nodes, edges, metaInfo }: PipelinePlan): SiteGraph => ({
  ...{ pipelineId, name, mode, nodes, edges, metaInfo },
});

/** Also during an action, which it returns from. */
export const modeOf = ({ status, previous_status }: PipelineRow): PlanMode | undefined =>
  toPlanMode(status as PipelineStatus) ?? toPlanMode(previous_status as PipelineStatus);

/** The stored running version, also during a deployment. */
async function readStored(tools: Tools, row: PipelineRow): Promise<PipelinePlan | undefined> {
  if (row.deployed_graph_version === 0 || row.status === 'DELETED') return undefined;
  const mode = modeOf(row);
  if (!mode) return undefined;
  return buildPlan(tools.store, tools, { pipeline: row, version: row.deployed_graph_version, mode });
}

/**
 * Plans of a site with one pipeline changed (`null`: removed). All use the change's sources and destinations,
 * since Collectors have one of each.
 */
export async function listSitePlans(
  tools: Tools,
  siteId: string,
  deployed: Deployed,
  changed: { pipelineId: string; plan: PipelinePlan | null },
): Promise<PipelinePlan[]> {
  const { rows } = await tools.store.pipelines.list({ siteIds: [siteId] });
  const plans: PipelinePlan[] = changed.plan ? [changed.plan] : [];
  for (const row of rows) {
    if (row.id === changed.pipelineId) continue;
    const known = deployed.get(row.id);
    const plan = known === undefined ? await readStored(tools, row) : known;
    if (plan) plans.push(plan);
  }
  const current = new Map(
    (changed.plan?.nodes ?? [])
      .filter(({ nodeType }) => nodeType !== 'TRANSFORM')
      .map((node) => [node.componentId, node]),
  );
  return plans
    .map((plan) => ({ ...plan, nodes: plan.nodes.map((node) => current.get(node.componentId) ?? node) }))
    .sort((a, b) => (a.pipelineId < b.pipelineId ? -1 : 1));
}
