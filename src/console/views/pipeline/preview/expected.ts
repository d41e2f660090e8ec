import type { PreviewGraph, PreviewOutcome, PreviewResult } from '../../../../../machines/preview/index.ts';
import type { Expected } from '../../../../contract/entities/sample.ts';

/** Per event of the sample the texts that left the node because of it. */
const leftBy = (results: readonly PreviewResult[], count: number): string[][] => {
  const texts = Array.from({ length: count }, (): string[] => []);
  for (const { index, after } of results) texts[index]?.push(...after);
  return texts;
};

export const destinationsOf = ({ nodes }: Pick<PreviewGraph, 'nodes'>): string[] =>
  Object.keys(nodes).filter((id) => nodes[id]?.nodeType === 'SINK');

const componentOf = ({ components }: Pick<PreviewGraph, 'components'>, nodeId: string): string =>
  components[nodeId] ?? nodeId;

/** What comes out of these nodes now, as what is expected from now on. */
export const expectedNow = (
  graph: Pick<PreviewGraph, 'components'>,
  outcome: PreviewOutcome,
  eventCount: number,
  nodeIds: readonly string[],
): Expected =>
  Object.fromEntries(
    nodeIds.map((id) => [componentOf(graph, id), leftBy(outcome.nodes[id]?.results ?? [], eventCount)]),
  );

/** What is expected of nodes that the graph has; a node that is gone would fail the test for ever. */
export const ofGraph = (graph: Pick<PreviewGraph, 'nodes' | 'components'>, expected: Expected): Expected => {
  const here = new Set(Object.keys(graph.nodes).map((id) => componentOf(graph, id)));
  return Object.fromEntries(Object.entries(expected).filter(([componentId]) => here.has(componentId)));
};
