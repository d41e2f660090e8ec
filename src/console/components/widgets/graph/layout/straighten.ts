import type { SugiNode, SugiSeparation } from 'd3-dag';

const ROUNDS = 6;
/** Weight of a straight long edge relative to a card. */
const BEND_WEIGHT = 6;

type Wish = { at: number; weight: number };

/**
 * Positions nearest to the wishes (weighted least squares) with minimum distances, by pool adjacent violators
 * in one pass. `gaps[i]` lies between `i - 1` and `i`.
 */
export function keepApart(wishes: readonly Wish[], gaps: readonly number[]): number[] {
  const offsets: number[] = [];
  let offset = 0;
  for (let index = 0; index < wishes.length; index++) {
    offset += index === 0 ? 0 : (gaps[index] ?? 0);
    offsets.push(offset);
  }
  const blocks: { at: number; weight: number; count: number }[] = [];
  for (const [index, { at, weight }] of wishes.entries()) {
    let block = { at: at - (offsets[index] ?? 0), weight, count: 1 };
    for (let former = blocks.at(-1); former && former.at > block.at; former = blocks.at(-1)) {
      blocks.pop();
      const sum = former.weight + block.weight;
      block = {
        at: (former.at * former.weight + block.at * block.weight) / sum,
        weight: sum,
        count: former.count + block.count,
      };
    }
    blocks.push(block);
  }
  const pooled = blocks.flatMap(({ at, count }) => new Array<number>(count).fill(at));
  return pooled.map((at, index) => at + (offsets[index] ?? 0));
}

const isBend = <N, L>(node: SugiNode<N, L>): boolean => node.data.role === 'link';

function computeWish<N, L>(node: SugiNode<N, L>, around: readonly SugiNode<N, L>[]): Wish {
  if (around.length === 0) return { at: node.x, weight: 0.1 };
  const weights = around.map((one) => (isBend(node) && isBend(one) ? BEND_WEIGHT : 1));
  const weight = weights.reduce((sum, one) => sum + one, 0);
  const at = around.reduce((sum, one, index) => sum + one.x * (weights[index] ?? 1), 0) / weight;
  return { at, weight };
}

/** Moves each node toward the middle of its neighbors. */
export function straighten<N, L>(layers: SugiNode<N, L>[][], separation: SugiSeparation<N, L>): number {
  const settle = (layer: readonly SugiNode<N, L>[], around: (node: SugiNode<N, L>) => SugiNode<N, L>[]) => {
    const wishes = layer.map((node) => computeWish(node, around(node)));
    const places = keepApart(
      wishes,
      layer.map((node, index) => separation(layer[index - 1], node)),
    );
    for (const [index, node] of layer.entries()) node.x = places[index] ?? 0;
  };
  for (const layer of layers) {
    let at = 0;
    for (const [index, node] of layer.entries()) {
      at += index === 0 ? 0 : separation(layer[index - 1], node);
      node.x = at;
    }
    for (const node of layer) node.x -= at / 2;
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const layer of layers) settle(layer, (node) => [...node.parents()]);
    for (const layer of layers.toReversed()) settle(layer, (node) => [...node.children()]);
  }
  for (const layer of layers) settle(layer, (node) => [...node.parents(), ...node.children()]);
  const left = (layer: readonly SugiNode<N, L>[]) => (layer[0]?.x ?? 0) - separation(undefined, layer[0]);
  const least = Math.min(...layers.map(left));
  for (const node of layers.flat()) node.x -= least;
  return Math.max(...layers.map((layer) => (layer.at(-1)?.x ?? 0) + separation(layer.at(-1), undefined)));
}
