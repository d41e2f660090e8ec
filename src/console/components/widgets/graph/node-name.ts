import { counted } from '../../../../contract/values.ts';
import { formatFigure } from '../../../lib/format.ts';
import type { DiffMark, GraphMarks, GraphNodeView, GraphView } from './types.ts';

const formatNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const describeChange = (change: number): string => {
  const flat = Math.abs(change) < 0.05 ? 0 : change;
  const text = `${Math.abs(flat).toFixed(1).replace(/\.0$/, '')} percent`;
  return flat < 0 ? `minus ${text}` : flat > 0 ? `plus ${text}` : 'unchanged in size';
};

/** `−54.0%`, `+0.8%`. */
export function formatChange(change: number): string {
  if (Math.abs(change) < 0.05) return '0.0%';
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(1)}%`;
}

/** A card's mark; a comparison with another version precedes unsaved edits. */
export function getCardMark(
  node: GraphNodeView,
  diff: DiffMark | undefined,
): 'New' | 'Changed' | 'Removed' | undefined {
  if (diff === 'added' || (!diff && node.state === 'new')) return 'New';
  if (diff === 'removed') return 'Removed';
  return diff === 'changed' || node.state === 'changed' ? 'Changed' : undefined;
}

export const MARK_SIGNS = { New: '+', Changed: '~', Removed: '−' } as const;

/** Good health appears only in the accessible name. */
export const getNodeTrouble = ({ health }: GraphNodeView): GraphNodeView['health'] =>
  health?.tone === 'err' || health?.tone === 'warn' ? health : undefined;

type Facts = GraphView &
  Pick<GraphMarks, 'predicted' | 'diff'> & {
    /** Ids in the order of the flow. */
    order: readonly string[];
  };

function describe(
  node: GraphNodeView,
  around: { place: string; inputs: number; next: readonly string[] },
  facts: Facts,
) {
  const parts = [node.typeLabel, node.title, around.place];
  const mark = getCardMark(node, facts.diff?.nodes[node.id]);
  if (mark) parts.push(mark.toLowerCase());
  if (node.disabled) parts.push('disabled');
  if (node.throughput) parts.push(formatFigure(node.throughput));
  if (node.change !== undefined) parts.push(describeChange(node.change));
  const predicted = facts.predicted?.[node.id];
  if (predicted !== undefined) parts.push(`predicted ${describeChange(predicted)}`);
  if (node.health) parts.push(node.health.label.toLowerCase());
  if (node.errors) parts.push(counted(node.errors.count, node.errors.level === 'err' ? 'error' : 'warning'));
  if (node.problem) parts.push(node.problem);
  if (node.kind !== 'source') parts.push(counted(around.inputs, 'input'));
  if (node.kind === 'sink') return parts.join(', ');
  parts.push(counted(around.next.length, 'output'));
  parts.push(around.next.length > 0 ? `connected to ${formatNames(around.next)}` : 'connected to nothing');
  return parts.join(', ');
}

/**
 * Accessible names, such as `Filter, Drop debug, 2 of 4, 12.3 MB/s, minus 31 percent, 1 input, 1 output,
 * connected to Archive`.
 */
export function buildNodeNames(facts: Facts): ReadonlyMap<string, string> {
  const { nodes, edges, order } = facts;
  const titles = new Map(nodes.map((one) => [one.id, one.title]));
  const inputs = new Map<string, number>();
  const next = new Map<string, string[]>();
  for (const { from, to, output } of edges) {
    inputs.set(to, (inputs.get(to) ?? 0) + 1);
    const title = titles.get(to) ?? to;
    const names = next.get(from) ?? [];
    names.push(output ? `${title} by ${output}` : title);
    next.set(from, names);
  }
  const places = new Map(order.map((id, index) => [id, `${index + 1} of ${order.length}`]));
  return new Map(
    nodes.map((node) => {
      const around = {
        place: places.get(node.id) ?? '',
        inputs: inputs.get(node.id) ?? 0,
        next: next.get(node.id) ?? [],
      };
      return [node.id, describe(node, around, facts)];
    }),
  );
}
