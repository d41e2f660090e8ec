import { figureText, flattenPercent } from '../format.ts';
import type { GraphNodeView, GraphView } from './types.ts';

const listOf = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const changeWords = (change: number): string => {
  const flat = flattenPercent(-change) === 0 ? 0 : change;
  const text = `${Math.abs(flat).toFixed(1).replace(/\.0$/, '')} percent`;
  return flat < 0 ? `minus ${text}` : flat > 0 ? `plus ${text}` : 'unchanged in size';
};

/** `−54.0%`, `+2.0%`: the change of volume at a node as drawn. Up to 2% of growth counts as none (R5-57). */
export function changeText(change: number): string {
  if (flattenPercent(-change) === 0 || Math.abs(change) < 0.05) return '0.0%';
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(1)}%`;
}

/**
 * The full accessible name, the same in the drawing and in the outline:
 * `Filter, Drop debug, 12.3 MB/s, minus 31 percent, connected to Archive`.
 */
export function nodeName(node: GraphNodeView, { nodes, edges }: GraphView): string {
  const titles = new Map(nodes.map((one) => [one.id, one.title]));
  const next = edges.filter((edge) => edge.from === node.id).map((edge) => titles.get(edge.to) ?? edge.to);
  const parts = [node.typeLabel, node.title];
  if (node.state) parts.push(node.state === 'new' ? 'new' : 'changed');
  if (node.disabled) parts.push('disabled');
  if (node.throughput) parts.push(figureText(node.throughput));
  if (node.change !== undefined) parts.push(changeWords(node.change));
  if (node.errors) {
    const word = node.errors.level === 'err' ? 'error' : 'warning';
    parts.push(`${node.errors.count} ${word}${node.errors.count === 1 ? '' : 's'}`);
  }
  if (node.problem) parts.push(node.problem);
  if (next.length > 0) parts.push(`connected to ${listOf(next)}`);
  else if (node.kind !== 'sink') parts.push('connected to nothing');
  return parts.join(', ');
}
