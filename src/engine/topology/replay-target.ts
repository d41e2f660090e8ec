import type { PipelinePlan, PlanNode } from '../types/plan.ts';
import type { EngineError } from '../types/problem.ts';
import { refusal } from './problems.ts';

function findSourcesOf({ nodes, edges }: PipelinePlan, target: PlanNode): PlanNode[] {
  const reached = new Set([target.id]);
  for (let size = 0; size < reached.size; ) {
    size = reached.size;
    for (const [from, { nodeIds }] of Object.entries(edges))
      if (nodeIds.some((id) => reached.has(id))) reached.add(from);
  }
  return nodes.filter(({ id, nodeType }) => nodeType === 'SOURCE' && reached.has(id));
}

/**
 * Where a dead letter reenters: its node, or the source that leads to it.
 * @throws EngineError when there is none, or several and none was named
 */
export function findReplayTarget(
  plan: PipelinePlan,
  componentId: string,
  to: 'node' | 'start',
  sourceId: string | undefined,
): PlanNode {
  const isEnabled = ({ id }: PlanNode) => plan.metaInfo[id]?.disabled !== true;
  const node = plan.nodes.find((one) => one.componentId === componentId);
  if (to === 'node') {
    if (!node || !isEnabled(node)) throw notInPlan(node?.name);
    return node;
  }
  const sources = (node ? findSourcesOf(plan, node) : plan.nodes).filter(
    (one) => one.nodeType === 'SOURCE' && isEnabled(one),
  );
  const chosen = sourceId === undefined ? sources : sources.filter((one) => one.componentId === sourceId);
  const [first, another] = chosen;
  if (!first) throw noSource();
  if (another) throw severalSources(sources);
  return first;
}

export const notInPlan = (name?: string): EngineError =>
  refusal(
    'NodeNotRunning',
    `${name === undefined ? 'The node' : `'${name}'`} is not in the version that runs`,
    ['It was removed or turned off after the event failed'],
    ['Replay to the start of the pipeline, or discard the dead letter'],
  );

export const takesNothing = (name: string): EngineError =>
  refusal(
    'PipelineTakesNothing',
    `'${name}' is not accepting events now`,
    ['It is paused, bypassed, or ending'],
    ['Resume it first'],
  );

const noSource = () =>
  refusal(
    'NoSourceForReplay',
    'No source of the version that runs leads to the node',
    ['The pipeline was changed after the event failed'],
    ['Replay to the node, or discard the dead letter'],
  );

const severalSources = (sources: readonly PlanNode[]) =>
  refusal(
    'SeveralSources',
    `Several sources lead to the node: ${sources.map(({ name }) => `'${name}'`).join(', ')}`,
    ['A dead letter does not say through which one it came'],
    ['Name the source, or replay to the node'],
  );
