import { parseEventFields } from '../../../lib/event-text.ts';
import { type Change, cutName } from '../editor/change.ts';
import { createRemoval } from '../insights/changes.ts';

export type EventField = {
  path: string;
  /** As a condition compares it; undefined for an object, list or null. */
  value: string | undefined;
};

/** Escapes dots and backslashes in names. */
export const formatFieldPath = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll('\\', '\\\\').replaceAll('.', '\\.')).join('.');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toComparable = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;

/** Every field of an object event, parents first; none for a line of text. */
export function listEventFields(text: string): EventField[] {
  const found: EventField[] = [];
  const walk = (fields: Record<string, unknown>, outer: readonly string[]): void => {
    for (const [name, value] of Object.entries(fields)) {
      const names = [...outer, name];
      if (name !== '') found.push({ path: formatFieldPath(names), value: toComparable(value) });
      if (name !== '' && isObject(value)) walk(value, names);
    }
  };
  walk(parseEventFields(text) ?? {}, []);
  return found;
}

export const removeField = (path: string): Change => createRemoval([path]);

export const keepOnlyField = (path: string): Change => ({
  templateId: 'keep_fields',
  name: cutName(`Keep only ${path}`),
  config: { fields: [path] },
});

export const renameField = (from: string, to: string): Change => ({
  templateId: 'rename_fields',
  name: cutName(`Rename ${from} to ${to}`),
  config: { fields: [{ from, to }] },
});

export const dropWhere = (field: string, value: string): Change => ({
  templateId: 'filter',
  name: cutName(`Drop ${field} = ${value}`),
  config: { action: 'drop', match: { match: 'all', rules: [{ field, operator: 'equals', value }] } },
});
