import type { NodeType } from '../../../src/contract/enums.ts';
import type { PipelinePlan, PlanMode, PlanNode } from '../../../src/engine/port.ts';

export const SITE = '400000000000000001';
export const PIPELINE = '300000000000000001';
export const DISK_PIPELINE = '300000000000000002';

type Config = Record<string, unknown>;

const node = (nodeType: NodeType, id: string, templateId: string, config: Config = {}): PlanNode => ({
  id,
  componentId: id,
  nodeType,
  name: `node ${id}`,
  templateId,
  config,
});

export const source = (id: string, templateId = 'push', config: Config = {}) =>
  node('SOURCE', id, templateId, config);
export const transform = (id: string, templateId: string, config: Config = {}) =>
  node('TRANSFORM', id, templateId, config);
export const sink = (id: string, config: Config = {}, templateId = 'switch') =>
  node('SINK', id, templateId, config);

export const dropLines = (id: string, word: string) =>
  transform(id, 'filter', {
    action: 'drop',
    match: { match: 'all', rules: [{ field: 'message', operator: 'contains', value: word }] },
  });

type PlanOptions = {
  pipelineId?: string;
  mode?: PlanMode;
  graphVersion?: number;
  disabled?: string[];
};

export function planOf(nodes: PlanNode[], edges: string[], options: PlanOptions = {}): PipelinePlan {
  const plan: PipelinePlan = {
    pipelineId: options.pipelineId ?? PIPELINE,
    siteId: SITE,
    name: 'a pipeline',
    graphVersion: options.graphVersion ?? 1,
    mode: options.mode ?? 'run',
    nodes,
    edges: {},
    metaInfo: Object.fromEntries((options.disabled ?? []).map((id) => [id, { disabled: true }])),
  };
  for (const edge of edges) {
    const [from = '', to = ''] = edge.split('>');
    const known = plan.edges[from]?.nodeIds ?? [];
    plan.edges[from] = { nodeIds: [...known, to] };
  }
  return plan;
}
