import { appendLine, isObject } from '../components/shared/payload.ts';
import type { ComponentRegistry } from '../components/types.ts';
import { Batch } from '../event/batch.ts';
import type { GraphNode } from '../topology/plan-graph.ts';
import type { ReadyTransform } from '../topology/transform-node.ts';
import type { PlanNode } from '../types/plan.ts';
import type { PreviewRequest } from '../types/preview.ts';

export type AppendEvent = (batch: Batch, text: Buffer) => void;

const payloadReader = (components: ComponentRegistry, { plan }: Pick<GraphNode, 'plan'>): AppendEvent =>
  components.sources[plan.templateId]?.read?.(plan.config) ?? appendLine;

function upstream({ edges }: Pick<PreviewRequest, 'edges'>, nodeId: string): Set<string> {
  const found = new Set([nodeId]);
  for (const id of found)
    for (const [from, { nodeIds }] of Object.entries(edges)) if (nodeIds.includes(id)) found.add(from);
  return found;
}

/**
 * How texts become events: as the source would parse them, or, after other nodes, as objects if an ancestor
 * could have made them so.
 */
export function eventReader(
  request: PreviewRequest,
  start: GraphNode,
  components: ComponentRegistry,
  make: (plan: PlanNode) => ReadyTransform,
): AppendEvent {
  if (start.plan.nodeType === 'SOURCE') return payloadReader(components, start);
  const before = upstream(request, start.plan.id);
  const mayBeObject = request.nodes
    .filter(({ id, nodeType }) => before.has(id) && nodeType !== 'SINK')
    .some((plan) =>
      plan.nodeType === 'SOURCE'
        ? readsObjects(payloadReader(components, { plan }))
        : request.metaInfo[plan.id]?.disabled !== true && !make(plan).onlyDrops,
    );
  return (batch, text) =>
    mayBeObject && isObject(text) ? void batch.appendJson(text) : void batch.appendRaw(text);
}

function readsObjects(append: AppendEvent): boolean {
  const batch = new Batch(64);
  append(batch, Buffer.from('{}'));
  return batch.count > 0 && !batch.isRawText(0);
}
