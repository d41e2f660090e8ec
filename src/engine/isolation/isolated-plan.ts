import type { PipelinePlan } from '../types/plan.ts';
import { ISOLATION_MEMORY_BYTES } from './messages.ts';

/** The best guess without a more exact place. */
export function firstAfter(plan: PipelinePlan | null, sourceId: string): string {
  const source = plan?.nodes.find((node) => node.componentId === sourceId);
  // A dead letter enters at a transform.
  if (source?.nodeType === 'TRANSFORM') return sourceId;
  const [first] = plan?.edges[source?.id ?? '']?.nodeIds ?? [];
  return plan?.nodes.find((node) => node.id === first)?.componentId ?? sourceId;
}

/** The isolated process must not see settings or secrets of sources and destinations. */
export const withoutSecrets = (plan: PipelinePlan): PipelinePlan => ({
  ...plan,
  nodes: plan.nodes.map((node) => (node.nodeType === 'TRANSFORM' ? node : { ...node, config: {} })),
});

/** User code requires isolation. */
export const needsProcess = ({ nodes, metaInfo }: PipelinePlan): boolean =>
  nodes.some(({ id, templateId }) => templateId === 'script' && metaInfo[id]?.disabled !== true);

const PER_FILE_BYTE = 4;

export const memoryFor = ({ nodes }: PipelinePlan): number =>
  nodes
    .flatMap(({ files }) => Object.values(files ?? {}))
    .reduce((sum, { sizeBytes }) => sum + PER_FILE_BYTE * sizeBytes, ISOLATION_MEMORY_BYTES);
