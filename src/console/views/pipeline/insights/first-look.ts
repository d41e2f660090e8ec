import { type Draft, successorsOf } from '../../../../../machines/pipeline-editor/index.ts';

const parses = (draft: Draft, id: string): boolean =>
  draft.nodes[id]?.templateId.startsWith('parse_') === true && !draft.meta[id]?.disabled;

/**
 * The node whose events are looked at first: the nearest one that parses them, since before it they are text
 * whose fields no transform sees; the source where none does.
 */
export function firstLook(draft: Draft): string | undefined {
  const source = Object.values(draft.nodes).find((node) => node.nodeType === 'SOURCE');
  if (!source) return undefined;
  const seen = [source.id];
  // Grows while it is walked: the nearest nodes come first.
  for (const id of seen) {
    if (parses(draft, id)) return id;
    for (const next of successorsOf(draft, id)) if (!seen.includes(next)) seen.push(next);
  }
  return source.id;
}
