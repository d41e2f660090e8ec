import { isRecord } from '../../../../contract/values.ts';

const DEFAULT_FIELD = 'message';

const getMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Splits `a.b.c`; `\.` is a dot and `\\` a backslash within a name. */
const splitFieldPath = (path: string): string[] =>
  (path.match(/(?:\\.|[^.\\])+/g) ?? []).map((name) => name.replace(/\\(.)/g, '$1'));

const getValueAt = (event: string, field: string): unknown =>
  splitFieldPath(field).reduce<unknown>((inside, name) => getMember(inside, name), parseJson(event));

/** Raw text counts as the field `message`. Undefined if the event has no text at the path. */
export function readSample(event: string, field = DEFAULT_FIELD): string | undefined {
  const value = getValueAt(event, field);
  if (typeof value === 'string') return value;
  return field === DEFAULT_FIELD ? event : undefined;
}

/** The value a rule compares with, as text. Undefined if the event has no such field. */
export function readComparedValue(event: string, field: string): string | undefined {
  const value = getValueAt(event, field);
  return value === undefined || typeof value === 'string' ? readSample(event, field) : JSON.stringify(value);
}

/** Newest first. */
export const listFieldSamples = (events: readonly { text: string }[], field: string | undefined): string[] =>
  events.flatMap((event) => readSample(event.text, field || DEFAULT_FIELD) ?? []).reverse();

/** Newest first. */
export const listComparedValues = (events: readonly { text: string }[], field: string): string[] =>
  events.flatMap((event) => readComparedValue(event.text, field) ?? []).reverse();

/** Events of a node that lack a field. Plain text has only `message`. */
export function countMissing(
  events: readonly { before: string; isText?: boolean | undefined }[],
  field: string,
): { missing: number; all: number } {
  const isMissing = ({ before, isText }: (typeof events)[number]) =>
    isText ? field !== DEFAULT_FIELD : getValueAt(before, field) === undefined;
  return { missing: events.filter(isMissing).length, all: events.length };
}

/** Deeper or further paths must be typed. */
const PATH_DEPTH_MAX = 5;
const PATHS_MAX = 300;

const escapeName = (name: string): string => name.replace(/[.\\]/g, '\\$&');

/** Paths of all fields, including objects. Plain text has `message`. */
export function listFieldPaths(events: readonly { text: string }[]): string[] {
  const paths = new Set<string>();
  const visit = (value: object, before: string, depth: number) => {
    for (const [name, inside] of Object.entries(value) as [string, unknown][]) {
      if (name === '' || paths.size >= PATHS_MAX) continue;
      const path = `${before}${escapeName(name)}`;
      paths.add(path);
      if (isRecord(inside) && depth < PATH_DEPTH_MAX) visit(inside, `${path}.`, depth + 1);
    }
  };
  for (const { text } of events) {
    const event = parseJson(text);
    if (isRecord(event)) visit(event, '', 1);
    else paths.add(DEFAULT_FIELD);
  }
  return [...paths];
}
