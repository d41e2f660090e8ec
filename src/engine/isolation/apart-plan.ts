import type { PipelinePlan } from '../port.ts';
import { APART_MEMORY_BYTES } from './messages.ts';

/** Where events of a source come first, for what cannot be said more exactly. */
export function firstAfter(plan: PipelinePlan | null, sourceId: string): string {
  const source = plan?.nodes.find((node) => node.componentId === sourceId);
  const [first] = plan?.edges[source?.id ?? '']?.nodeIds ?? [];
  return plan?.nodes.find((node) => node.id === first)?.componentId ?? sourceId;
}

/** Settings of sources and destinations, and what is secret in them, have no business in that process. */
export const withoutSecrets = (plan: PipelinePlan): PipelinePlan => ({
  ...plan,
  nodes: plan.nodes.map((node) => (node.nodeType === 'TRANSFORM' ? node : { ...node, config: {} })),
});

/** A pipeline that runs code of its users has a process of its own. */
export const needsProcess = ({ nodes, metaInfo }: PipelinePlan): boolean =>
  nodes.some(({ id, templateId }) => templateId === 'script' && metaInfo[id]?.disabled !== true);

/** What a table holds in memory, beside its size as a file. */
const PER_FILE_BYTE = 4;

/** Memory that the process of a pipeline may have in use: what it reads files into comes on top. */
export const memoryFor = ({ nodes }: PipelinePlan): number =>
  nodes
    .flatMap(({ files }) => Object.values(files ?? {}))
    .reduce((sum, { sizeBytes }) => sum + PER_FILE_BYTE * sizeBytes, APART_MEMORY_BYTES);
