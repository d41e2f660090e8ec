import type { AuditChange } from '../../../contract/entities/audit.ts';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { isRecord } from '../../../contract/values.ts';
import type { Change, ChangeKind, ChangeLine } from '../widgets/change-list/types.ts';

function formatRecordValue(value: unknown): string {
  // The empty time: the key does not expire, or there is no token.
  if (value === EMPTY_TIME) return 'never';
  if (typeof value === 'string') return value === '' ? '(empty)' : value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.join(', ') || '(none)';
  return JSON.stringify(value) ?? '';
}

/** Flattens nested values to dotted paths such as `config.port`. */
function flattenRecord(value: Record<string, unknown> | null, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, inner] of Object.entries(value ?? {})) {
    const name = path === '' ? key : `${path}.${key}`;
    if (isRecord(inner) && Object.keys(inner).length > 0)
      for (const [deep, text] of flattenRecord(inner, name)) found.set(deep, text);
    else found.set(name, formatRecordValue(inner));
  }
  return found;
}

const getChangeKind = ({ before, after }: AuditChange): ChangeKind =>
  before === null ? 'added' : after === null ? 'removed' : 'changed';

export const toRecordChanges = (changes: readonly AuditChange[]): Change[] =>
  changes.map((change, index) => {
    const [before, after] = [flattenRecord(change.before), flattenRecord(change.after)];
    const lines = [...new Set([...before.keys(), ...after.keys()])].map(
      (label): ChangeLine => ({ label, before: before.get(label), after: after.get(label) }),
    );
    return {
      key: `${change.entity}/${change.id}/${index}`,
      kind: getChangeKind(change),
      title: change.name === '' ? change.entity : change.name,
      note: change.entity,
      lines,
    };
  });
