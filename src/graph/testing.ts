import { type Draft, type DraftNode, emptyDraft } from './draft.ts';
import type { Edited } from './edits.ts';

export const node = (
  id: string,
  nodeType: DraftNode['nodeType'] = 'TRANSFORM',
  over: Partial<DraftNode> = {},
): DraftNode => ({ id, nodeType, name: id, templateId: 'filter', config: {}, ...over });

const rule = (value: string) => ({ match: 'all', rules: [{ field: 'level', operator: 'equals', value }] });

/** Includes the output for unmatched events. */
export const routeNode = (id: string, ...names: string[]): DraftNode =>
  node(id, 'TRANSFORM', {
    templateId: 'route',
    config: { routes: names.map((name) => ({ name, match: rule(name) })), unmatched: 'output' },
  });

/** Throws when the edit was refused. */
export const must = (edited: Edited): Draft => {
  if (edited.draft === undefined) throw new Error(edited.error);
  return edited.draft;
};

export const edgesOf = (draft: Draft): string[] =>
  Object.entries(draft.edges)
    .flatMap(([from, { nodeIds }]) => nodeIds.map((to) => `${from}>${to}`))
    .toSorted();

export const draftOf = (nodes: readonly DraftNode[], edges: Record<string, string[]>): Draft => ({
  ...emptyDraft('logs'),
  nodes: Object.fromEntries(nodes.map((one) => [one.id, one])),
  edges: Object.fromEntries(Object.entries(edges).map(([from, nodeIds]) => [from, { nodeIds }])),
});

/** source → a → sink */
export const line: Draft = draftOf([node('source', 'SOURCE'), node('a'), node('sink', 'SINK')], {
  source: ['a'],
  a: ['sink'],
});

/** source → route, by `errors` to x and by `unmatched` to y. */
export const routed: Draft = {
  ...draftOf([node('source', 'SOURCE'), routeNode('route', 'errors'), node('x', 'SINK'), node('y', 'SINK')], {
    source: ['route'],
    route: ['x', 'y'],
  }),
  meta: { route: { outputs: { errors: ['x'], unmatched: ['y'] } } },
};
