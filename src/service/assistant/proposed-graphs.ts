import type { DefinedPipeline } from '../../contract/calls/exchange.ts';
import type { Tools } from './tools.ts';

/** What a new pipeline is compared with. */
export const NO_PIPELINE: DefinedPipeline = { name: '', description: '', nodes: [] };

/** Settings of sources and destinations are not versioned with the pipeline, and stay out of the conversation. */
const withoutConnections = ({ nodes, ...rest }: DefinedPipeline): DefinedPipeline => ({
  ...rest,
  nodes: nodes.map((node) => (node.nodeType === 'TRANSFORM' ? node : { ...node, config: {} })),
});

/** The pipeline that a definition describes, as the card draws it. */
export async function readGraph(
  definition: string,
  { call, siteId }: Pick<Tools, 'call' | 'siteId'>,
): Promise<DefinedPipeline | undefined> {
  const { data } = await call('readDefinition', { query: { siteId }, body: { definition } });
  const [first] = data.pipelines;
  return first && withoutConnections(first);
}
