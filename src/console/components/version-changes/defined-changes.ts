import type { DefinedPipeline } from '../../../contract/calls/exchange.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { type Draft, emptyDraft, type NodeMeta } from '../../../graph/draft.ts';
import type { Change } from '../widgets/change-list/types.ts';
import { toVersionChanges } from './changes.ts';
import { mergeDrafts, type Union } from './union-draft.ts';

type Named = { nodeType: string; name: string };
type DefinedNode = DefinedPipeline['nodes'][number];
const makeKey = ({ nodeType, name }: Named): string => `${nodeType} ${name}`;
const toIds = (refs: readonly Named[]) => refs.map(makeKey);

function toMeta({ disabled, notes, outputs }: DefinedNode): NodeMeta {
  const named = Object.entries(outputs ?? {}).map(([name, refs]) => [name, toIds(refs)]);
  return { disabled, notes, ...(outputs ? { outputs: Object.fromEntries(named) } : {}) };
}

/** Definitions identify nodes by name, so a renamed one is another. */
const toDraft = ({ name, description, nodes }: DefinedPipeline): Draft => ({
  ...emptyDraft(name),
  description,
  nodes: Object.fromEntries(
    nodes.map((node) => {
      const { nodeType, name: title, description: text, templateId, templateName, config } = node;
      const id = makeKey(node);
      return [id, { id, nodeType, name: title, description: text, templateId, templateName, config }];
    }),
  ),
  edges: Object.fromEntries(nodes.map((node) => [makeKey(node), { nodeIds: toIds(node.to) }])),
  meta: Object.fromEntries(nodes.map((node) => [makeKey(node), toMeta(node)])),
});

function listDetailChanges(before: DefinedPipeline, after: DefinedPipeline): Change[] {
  // The pipeline was added or removed: its nodes show it.
  if (before.name === '' || after.name === '') return [];
  const lines = (['name', 'description'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      label: field === 'name' ? 'Name' : 'Description',
      before: before[field] || undefined,
      after: after[field] || undefined,
    }));
  return lines.length === 0
    ? []
    : [{ key: 'pipeline', kind: 'changed', title: after.name, note: 'pipeline', lines }];
}

/** Merges two definitions of one pipeline; nodes are keyed by `nodeType name`. */
export const mergeDefined = (before: DefinedPipeline, after: DefinedPipeline): Union =>
  mergeDrafts(toDraft(before), toDraft(after));

/** Differences of two definitions, like those of versions. */
export function compareDefined(
  before: DefinedPipeline,
  after: DefinedPipeline,
  templates: readonly Template[],
): { union: Union; changes: Change[] } {
  const union = mergeDefined(before, after);
  const changes = [
    ...listDetailChanges(before, after),
    ...toVersionChanges(union.diff, union.draft.nodes, templates),
  ];
  return { union, changes };
}
