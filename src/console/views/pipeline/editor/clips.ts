import { type Clip, clipOf } from '../../../../graph/copies.ts';
import type { Draft, DraftNode } from '../../../../graph/draft.ts';
import { toPlacedNode } from './additions.ts';
import { findFormProblems } from './form-problems.ts';
import { removeSecrets } from './secrets.ts';
import type { Catalogue } from './use-catalogue.ts';

const formatOf = ({ templates }: Catalogue, node: DraftNode) =>
  templates.find(({ nodeType, id }) => nodeType === node.nodeType && id === node.templateId)?.configFormat;

/** Copies nodes without their secrets. */
export function cleanClip(draft: Draft, ids: readonly string[], catalogue: Catalogue): Clip {
  const clip = clipOf(draft, ids);
  const nodes = clip.nodes.map((node) => ({
    ...node,
    config: removeSecrets(formatOf(catalogue, node), node.config),
  }));
  return { ...clip, nodes };
}

type Fitted = { node: DraftNode; reason?: undefined } | { node?: undefined; reason: string };

function fitNode(node: DraftNode, draft: Draft, catalogue: Catalogue): Fitted {
  if (node.nodeType === 'TRANSFORM') {
    const format = formatOf(catalogue, node);
    if (!format) return { reason: `'${node.name}' is of a type that this service does not have` };
    const problems = findFormProblems(format, node.config, catalogue.siteVersion);
    return { node: problems.length > 0 ? { ...node, formProblems: problems } : node };
  }
  if (draft.nodes[node.id]) return { node };
  if (node.nodeType === 'SOURCE') {
    const other = Object.values(draft.nodes).find(({ nodeType }) => nodeType === 'SOURCE');
    if (other) return { reason: `'${node.name}': the pipeline has the source '${other.name}'` };
  }
  const kind = node.nodeType === 'SOURCE' ? 'source' : 'sink';
  const known = (kind === 'source' ? catalogue.sources : catalogue.sinks).find(({ id }) => id === node.id);
  return known
    ? { node: { ...toPlacedNode(kind, known), id: known.id } }
    : { reason: `'${node.name}' is not in this site` };
}

export function fitClipToDraft(
  clip: Clip,
  draft: Draft,
  catalogue: Catalogue,
): { clip: Clip; leftOut: string[] } {
  const fitted = clip.nodes.map((node) => fitNode(node, draft, catalogue));
  const nodes = fitted.flatMap(({ node }) => node ?? []);
  const ids = new Set(nodes.map(({ id }) => id));
  const kept = (list: readonly string[]): string[] => list.filter((id) => ids.has(id));
  const edges = Object.entries(clip.edges).flatMap(([id, to]): [string, string[]][] =>
    ids.has(id) ? [[id, kept(to)]] : [],
  );
  const meta = Object.entries(clip.meta).flatMap(([id, { outputs, ...marks }]) => {
    if (!ids.has(id)) return [];
    const left = Object.entries(outputs ?? {}).map(([output, to]) => [output, kept(to)]);
    return [[id, outputs ? { ...marks, outputs: Object.fromEntries(left) } : marks]];
  });
  return {
    clip: { nodes, edges: Object.fromEntries(edges), meta: Object.fromEntries(meta) },
    leftOut: fitted.flatMap(({ reason }) => reason ?? []),
  };
}
