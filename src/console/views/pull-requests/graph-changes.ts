import type { DefinedPipeline } from '../../../contract/calls/exchange.ts';
import type { ChangedConnection, DefinedConnection } from '../../../contract/entities/changeset.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { type Draft, emptyDraft, type NodeMeta } from '../../../graph/draft.ts';
import { getTemplateIcon } from '../../components/template-icon.ts';
import { toVersionChanges } from '../../components/version-changes/changes.ts';
import { indexProperties } from '../../components/version-changes/field-lines.ts';
import { mergeDrafts, type Union } from '../../components/version-changes/union-draft.ts';
import type { Change } from '../../components/widgets/change-list/types.ts';

type Named = { nodeType: string; name: string };
type DefinedNode = DefinedPipeline['nodes'][number];
const keyOf = ({ nodeType, name }: Named): string => `${nodeType} ${name}`;
const toIds = (refs: readonly Named[]) => refs.map(keyOf);

function toMeta({ disabled, notes, outputs }: DefinedNode): NodeMeta {
  const named = Object.entries(outputs ?? {}).map(([name, refs]) => [name, toIds(refs)]);
  return { disabled, notes, ...(outputs ? { outputs: Object.fromEntries(named) } : {}) };
}

/** In a text nodes go by their names, so a renamed one is another. */
const toDraft = ({ name, description, nodes }: DefinedPipeline): Draft => ({
  ...emptyDraft(name),
  description,
  nodes: Object.fromEntries(
    nodes.map((node) => {
      const { nodeType, name: title, description: text, templateId, templateName, config } = node;
      const id = keyOf(node);
      return [id, { id, nodeType, name: title, description: text, templateId, templateName, config }];
    }),
  ),
  edges: Object.fromEntries(nodes.map((node) => [keyOf(node), { nodeIds: toIds(node.to) }])),
  meta: Object.fromEntries(nodes.map((node) => [keyOf(node), toMeta(node)])),
});

const NODE = 'connection';
const toConnectionDraft = (kind: ChangedConnection['kind'], one: DefinedConnection): Draft =>
  one.name === ''
    ? emptyDraft('')
    : { ...emptyDraft(''), nodes: { [NODE]: { id: NODE, nodeType: kind, templateName: '', ...one } } };

/** What a pull request changes in one source or destination. A new secret shows that it is new, and no more. */
export function compareConnections(
  { kind, change, beforeConnection, afterConnection, newSecrets }: ChangedConnection,
  templates: readonly Template[],
): Change[] {
  const { diff, draft } = mergeDrafts(
    toConnectionDraft(kind, beforeConnection),
    toConnectionDraft(kind, afterConnection),
  );
  const [known] = toVersionChanges(diff, draft.nodes, templates);
  const { name: title, templateId } = afterConnection;
  const template = templates.find(({ id }) => id === templateId);
  const properties = indexProperties(template);
  const secrets =
    change === 'update'
      ? newSecrets.map((field) => ({
          label: properties.get(field)?.label ?? field,
          before: 'set, not shown',
          after: 'another one, not shown',
        }))
      : [];
  if (known) return [{ ...known, note: template?.name ?? known.note, lines: [...known.lines, ...secrets] }];
  const note = template?.name ?? templateId;
  const icon = getTemplateIcon(templateId, kind);
  return secrets.length > 0 ? [{ key: NODE, kind: 'changed', title, note, icon, lines: secrets }] : [];
}

function listDetailChanges(before: DefinedPipeline, after: DefinedPipeline): Change[] {
  // There is no pipeline on one side: its nodes say it.
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

/** What a pull request changes in one pipeline, as versions are compared. */
export function compareDefined(
  before: DefinedPipeline,
  after: DefinedPipeline,
  templates: readonly Template[],
): { union: Union; changes: Change[] } {
  const union = mergeDrafts(toDraft(before), toDraft(after));
  const changes = [
    ...listDetailChanges(before, after),
    ...toVersionChanges(union.diff, union.draft.nodes, templates),
  ];
  return { union, changes };
}
