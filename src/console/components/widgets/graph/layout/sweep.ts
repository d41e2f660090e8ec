import type { SugiNode } from 'd3-dag';

const SWEEPS = 8;

function countCrossingsBetween<N, L>(
  upper: readonly SugiNode<N, L>[],
  lower: readonly SugiNode<N, L>[],
): number {
  const places = new Map(lower.map((node, index) => [node, index]));
  const counts = new Array<number>(lower.length + 1).fill(0);
  let total = 0;
  let seen = 0;
  for (const node of upper) {
    const ends = [...node.children()].flatMap((child) => places.get(child) ?? []);
    for (const end of ends) {
      let passed = 0;
      for (let at = end + 1; at > 0; at -= at & -at) passed += counts[at] ?? 0;
      total += seen - passed;
    }
    for (const end of ends) {
      seen += 1;
      for (let at = end + 1; at <= lower.length; at += at & -at) counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  return total;
}

export const countCrossings = <N, L>(layers: readonly SugiNode<N, L>[][]): number =>
  layers.reduce((sum, layer, index) => sum + countCrossingsBetween(layers[index - 1] ?? [], layer), 0);

/** Sorts a layer by the mean position of neighbors in a sorted one; nodes without any keep their place. */
function sortBy<N, L>(
  layer: SugiNode<N, L>[],
  sorted: readonly SugiNode<N, L>[],
  neighbours: (node: SugiNode<N, L>) => Iterable<SugiNode<N, L>>,
) {
  const places = new Map(sorted.map((node, index) => [node, index]));
  const middles = new Map(
    layer.map((node, index) => {
      const around = [...neighbours(node)].flatMap((one) => places.get(one) ?? []);
      const own = (index * sorted.length) / layer.length;
      const sum = around.reduce((total, place) => total + place, 0);
      return [node, around.length > 0 ? sum / around.length : own];
    }),
  );
  layer.sort((a, b) => (middles.get(a) ?? 0) - (middles.get(b) ?? 0));
}

/** Barycenter sweeps down and up; keeps the best order. */
export function sweepLayers<N, L>(layers: SugiNode<N, L>[][]): void {
  let best = layers.map((layer) => [...layer]);
  let fewest = countCrossings(layers);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    if (sweep % 2 === 0) {
      for (let at = 1; at < layers.length; at++)
        sortBy(layers[at] ?? [], layers[at - 1] ?? [], (node) => node.parents());
    } else {
      for (let at = layers.length - 2; at >= 0; at--)
        sortBy(layers[at] ?? [], layers[at + 1] ?? [], (node) => node.children());
    }
    const crossings = countCrossings(layers);
    if (crossings < fewest) {
      fewest = crossings;
      best = layers.map((layer) => [...layer]);
    }
  }
  for (const [index, order] of best.entries()) layers[index]?.splice(0, order.length, ...order);
}

const getEnds = <L>({ data }: SugiNode<{ id: string }, L>): { from?: string; to: string } =>
  data.role === 'node'
    ? { to: data.node.data.id }
    : { from: data.link.source.data.id, to: data.link.target.data.id };

/** Sorts layers so that a node's branches follow the rank of its edges. */
export function sortByBranches<L>(
  layers: readonly SugiNode<{ id: string }, L>[][],
  rankOf: (from: string, to: string) => number,
): void {
  const order = new Map<SugiNode<{ id: string }, L>, number>();
  const visit = (node: SugiNode<{ id: string }, L>) => {
    if (order.has(node)) return;
    order.set(node, order.size);
    const from = getEnds(node);
    const rank = (child: typeof node) => rankOf(from.from ?? from.to, getEnds(child).to);
    for (const child of [...node.children()].sort((a, b) => rank(a) - rank(b))) visit(child);
  };
  for (const layer of layers) for (const node of layer) visit(node);
  for (const layer of layers) layer.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
}
