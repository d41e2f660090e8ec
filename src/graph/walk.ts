/** Downstream ids by node. */
export type Edges = Readonly<Record<string, { readonly nodeIds: readonly string[] }>>;

type Wired = { readonly edges: Edges };

export const successorsOf = ({ edges }: Wired, id: string): readonly string[] => edges[id]?.nodeIds ?? [];

export const predecessorsOf = (graph: Wired, id: string): string[] =>
  Object.keys(graph.edges).filter((from) => successorsOf(graph, from).includes(id));

/** Depth-first. `finished` lists every node after its successors; `cycle` is the first one found. */
function walk(graph: Wired, starts: Iterable<string>): { finished: string[]; cycle: string[] | undefined } {
  const entered = new Set<string>();
  const trail = new Set<string>();
  const finished: string[] = [];
  let cycle: string[] | undefined;
  for (const start of starts) {
    const stack: { id: string; next: number }[] = [];
    const enter = (id: string): void => {
      entered.add(id);
      trail.add(id);
      stack.push({ id, next: 0 });
    };
    if (!entered.has(start)) enter(start);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const id = successorsOf(graph, top.id)[top.next];
      top.next += 1;
      if (id === undefined) {
        stack.pop();
        trail.delete(top.id);
        finished.push(top.id);
      } else if (trail.has(id)) {
        const nodes = [...trail];
        cycle ??= nodes.slice(nodes.indexOf(id));
      } else if (!entered.has(id)) enter(id);
    }
  }
  return { finished, cycle };
}

/** Includes the starts; upstream first. */
export const sortByFlow = (graph: Wired, starts: Iterable<string>): string[] =>
  walk(graph, starts).finished.toReversed();

/** Includes the starts. */
export const reachableFrom = (graph: Wired, starts: Iterable<string>): Set<string> =>
  new Set(sortByFlow(graph, starts));

export const pathExists = (graph: Wired, fromId: string, toId: string): boolean =>
  reachableFrom(graph, [fromId]).has(toId);

/** Nodes of the first cycle, in order. */
export const findCycle = (graph: Wired, starts: Iterable<string>): string[] | undefined =>
  walk(graph, starts).cycle;
