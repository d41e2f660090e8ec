import type { ChangedConnection, DefinedConnection } from '../../../contract/entities/changeset.ts';
import type { Template } from '../../../contract/entities/template.ts';
import { type Draft, emptyDraft } from '../../../graph/draft.ts';
import { getTemplateIcon } from '../../components/template-icon.ts';
import { toVersionChanges } from '../../components/version-changes/changes.ts';
import { indexProperties } from '../../components/version-changes/field-lines.ts';
import { mergeDrafts } from '../../components/version-changes/union-draft.ts';
import type { Change } from '../../components/widgets/change-list/types.ts';
import { formatExact } from '../../lib/format.ts';

const NODE = 'connection';
const LABELS: Record<string, string> = { lines: 'Lines', bytes: 'Bytes' };

/** Lookup tables are compared as text. */
function compareLookups({ change, beforeConnection, afterConnection }: ChangedConnection): Change[] {
  const kind = ({ create: 'added', update: 'changed', delete: 'removed' } as const)[change];
  const show = (value: unknown) => (value === undefined ? undefined : formatExact(Number(value)));
  const lines = Object.entries(LABELS).flatMap(([name, label]) => {
    const [before, after] = [show(beforeConnection.config[name]), show(afterConnection.config[name])];
    return before === after ? [] : [{ label, before, after }];
  });
  const title = afterConnection.name || beforeConnection.name;
  return [{ key: NODE, kind, title, note: 'Lookup table', icon: 'table', lines }];
}
const toConnectionDraft = (kind: 'SOURCE' | 'SINK', one: DefinedConnection): Draft =>
  one.name === ''
    ? emptyDraft('')
    : { ...emptyDraft(''), nodes: { [NODE]: { id: NODE, nodeType: kind, templateName: '', ...one } } };

/** A pull request's changes to one source or destination. A new secret is only marked as new. */
export function compareConnections(file: ChangedConnection, templates: readonly Template[]): Change[] {
  const { kind, change, beforeConnection, afterConnection, newSecrets } = file;
  if (kind === 'LOOKUP') return compareLookups(file);
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
