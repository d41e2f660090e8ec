import type { LogRow } from '../entities/log-search.ts';
import { parseExactJson } from '../exact-json.ts';

export type EventField = {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  /** Undefined for an object or list, whose members follow. */
  readonly value: string | undefined;
  readonly type: 'text' | 'number' | 'other' | 'group';
  readonly size: number;
};

const FIELDS_MAX = 500;

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
const typeOf = (value: unknown): EventField['type'] =>
  typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'other';

function collect(
  value: unknown,
  path: string,
  name: string,
  depth: number,
  found: EventField[],
  max = FIELDS_MAX,
): void {
  if (found.length >= max) return;
  if (typeof value !== 'object' || value === null) {
    found.push({ path, name, depth, value: toText(value), type: typeOf(value), size: 0 });
    return;
  }
  const members = Object.entries(value);
  if (depth >= 0) found.push({ path, name, depth, value: undefined, type: 'group', size: members.length });
  for (const [key, member] of members) {
    // Elements of a list count as the field itself.
    const inner = Array.isArray(value) ? path : path === '' ? key : `${path}.${key}`;
    collect(member, inner, key, depth + 1, found, max);
  }
}

function parseEvent({ text, metadata }: LogRow): unknown {
  if (metadata.isText) return { message: text };
  try {
    return parseExactJson(text);
  } catch {
    return { message: text };
  }
}

/** Fields as a tree, in event order; at most 500. */
export function listEventFields(row: LogRow, max = FIELDS_MAX): EventField[] {
  const found: EventField[] = [];
  collect(parseEvent(row), '', '', -1, found, max);
  return found;
}

export function listMetadataFields({ metadata }: LogRow): EventField[] {
  const { received, source, sourceId, origin } = metadata;
  const found: EventField[] = [];
  const known = { '@received': received, '@source': source, '@sourceId': sourceId };
  for (const [path, value] of Object.entries(known)) collect(value, path, path, 0, found);
  if (origin !== '') collect(JSON.parse(origin), '@origin', '@origin', 0, found);
  return found;
}

export function createFieldReader(row: LogRow): (path: string) => string | undefined {
  let ofEvent: EventField[] | undefined;
  const readEvent = () => {
    ofEvent ??= listEventFields(row, Number.POSITIVE_INFINITY);
    return ofEvent;
  };
  return (path) => {
    const all = path.startsWith('@') ? listMetadataFields(row) : readEvent();
    const values = all.filter((field) => field.path === path && field.value !== undefined);
    return values.length === 0 ? undefined : values.map(({ value }) => value).join(', ');
  };
}
