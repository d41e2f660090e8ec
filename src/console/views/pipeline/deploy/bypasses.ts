import type { ComparedGraph } from '../../../../graph/compared-graph.ts';
import { type Edges, reachableFrom } from '../../../../graph/walk.ts';

/** A transform that all events of a destination used to pass, and some now bypass. */
export type Bypass = { transform: string; destination: string };

/** Keys of all nodes reachable without the node `without`. */
function listReached({ nodes, edges }: ComparedGraph, without?: string): Set<string> {
  const ways = Object.values(edges).filter(({ from, to }) => from !== without && to !== without);
  const targets: Edges = Object.fromEntries(
    [...Map.groupBy(ways, ({ from }) => from)].map(([from, all]) => [
      from,
      { nodeIds: all.map(({ to }) => to) },
    ]),
  );
  const sources = Object.values(nodes).filter(({ nodeType }) => nodeType === 'SOURCE');
  return reachableFrom(
    { edges: targets },
    sources.map(({ key }) => key),
  );
}

/** By name; removed or disabled nodes are listed elsewhere. */
export function listBypasses(before: ComparedGraph, after: ComparedGraph): Bypass[] {
  const kept = Object.values(after.nodes).filter(({ key }) => before.nodes[key] !== undefined);
  const reached = listReached(before);
  const destinations = kept.filter(({ key, nodeType }) => nodeType === 'SINK' && reached.has(key));
  return kept
    .filter(
      ({ key, nodeType, disabled }) => nodeType === 'TRANSFORM' && !disabled && !before.nodes[key]?.disabled,
    )
    .flatMap((transform) => {
      const [was, is] = [listReached(before, transform.key), listReached(after, transform.key)];
      return destinations
        .filter(({ key }) => !was.has(key) && is.has(key))
        .map(({ name }) => ({ transform: transform.name, destination: name }));
    });
}
