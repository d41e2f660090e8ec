import { diffWordsWithSpace } from 'diff';
import { isRecord } from '../../../../contract/values.ts';
import { countUtf8Bytes, type EventFields, parseEventFields } from '../../../lib/event-text.ts';

export type TextPart = { text: string; kind: 'same' | 'added' | 'removed' };

/** One line before and after; undefined where a side has no such line. */
export type EventRow = {
  /** Unique within the event. */
  key: string;
  depth: number;
  kind: 'same' | 'added' | 'removed' | 'changed';
  /** Field name; brackets of an object have none. */
  name?: string;
  /** Outermost first. */
  path?: readonly string[];
  type: 'text' | 'string' | 'other' | 'bracket';
  before?: readonly TextPart[];
  after?: readonly TextPart[];
};

/** Longer values are cut on screen. */
const SHOWN_LENGTH = 2000;
const cut = (text: string): string =>
  text.length <= SHOWN_LENGTH
    ? text
    : `${text.slice(0, SHOWN_LENGTH)}… ${countUtf8Bytes(text.slice(SHOWN_LENGTH)).toLocaleString('en-US')} B more`;

const toWholePart = (text: string, kind: TextPart['kind'] = 'same'): TextPart[] => [
  { text: cut(text), kind },
];

export function diffTexts(before: string, after: string): { before: TextPart[]; after: TextPart[] } {
  if (before === after) return { before: toWholePart(before), after: toWholePart(after) };
  const changes =
    Math.max(before.length, after.length) > SHOWN_LENGTH ? [] : diffWordsWithSpace(before, after);
  const kept = changes.filter(({ added, removed }) => !added && !removed);
  if (!kept.some(({ value }) => /\w/.test(value)))
    return { before: toWholePart(before, 'removed'), after: toWholePart(after, 'added') };
  const side = (other: 'added' | 'removed'): TextPart[] =>
    changes
      .filter((change) => !change[other])
      .map(({ value, added, removed }) => ({
        text: value,
        kind: added ? 'added' : removed ? 'removed' : 'same',
      }));
  return { before: side('added'), after: side('removed') };
}

const getValueType = (value: unknown): EventRow['type'] => (typeof value === 'string' ? 'string' : 'other');

const formatEventValue = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'null';
  return typeof value === 'object' && value !== null ? spaceJson(text) : text;
};

/** Adds spaces to compact JSON, outside strings. */
const spaceJson = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (token) => {
    if (token === '{') return '{ ';
    if (token === '}') return ' }';
    return token === ',' || token === ':' ? `${token} ` : token;
  });

const buildPathKey = (path: readonly string[]): string => JSON.stringify(path);

function listValueRows(path: readonly string[], name: string, before: unknown, after: unknown): EventRow[] {
  const text = { before: formatEventValue(before), after: formatEventValue(after) };
  const depth = path.length - 1;
  const row = { key: buildPathKey(path), depth, name, path };
  if (text.before === text.after)
    return [
      {
        ...row,
        kind: 'same',
        type: getValueType(after),
        before: toWholePart(text.before),
        after: toWholePart(text.after),
      },
    ];
  if (isRecord(before) && isRecord(after))
    return [
      { ...row, kind: 'same', type: 'bracket', before: toWholePart('{'), after: toWholePart('{') },
      ...listFieldRows(before, after, path),
      {
        key: `${buildPathKey(path)}}`,
        depth,
        kind: 'same',
        type: 'bracket',
        before: toWholePart('}'),
        after: toWholePart('}'),
      },
    ];
  return [{ ...row, kind: 'changed', type: getValueType(after), ...diffTexts(text.before, text.after) }];
}

/** Output order; removed fields precede their replacements. */
function listFieldRows(before: EventFields, after: EventFields, outer: readonly string[]): EventRow[] {
  const depth = outer.length;
  const rows: EventRow[] = [];
  const left = new Set(Object.keys(before));
  const takeGone = () => {
    for (const name of left) {
      if (Object.hasOwn(after, name)) return;
      left.delete(name);
      const type = getValueType(before[name]);
      const text = toWholePart(formatEventValue(before[name]));
      const path = [...outer, name];
      rows.push({ key: buildPathKey(path), depth, name, path, kind: 'removed', type, before: text });
    }
  };
  for (const [name, value] of Object.entries(after)) {
    takeGone();
    const path = [...outer, name];
    if (left.delete(name)) rows.push(...listValueRows(path, name, before[name], value));
    else {
      const row = { key: buildPathKey(path), depth, name, path };
      rows.push({
        ...row,
        kind: 'added',
        type: getValueType(value),
        after: toWholePart(formatEventValue(value)),
      });
    }
  }
  takeGone();
  return rows;
}

/**
 * Diff rows of an event. Two raw lines are compared by words; otherwise fields are, with a raw line as the
 * field `message`. Without `after` the event was dropped.
 */
export function diffEventRows(before: string, after: string | undefined): EventRow[] {
  const fieldsBefore = parseEventFields(before);
  const fieldsAfter = after === undefined ? undefined : parseEventFields(after);
  if (!fieldsBefore && !fieldsAfter) {
    const row = { key: 'text', depth: 0, type: 'text' as const };
    if (after === undefined) return [{ ...row, kind: 'removed', before: toWholePart(before) }];
    return [{ ...row, kind: before === after ? 'same' : 'changed', ...diffTexts(before, after) }];
  }
  const from = fieldsBefore ?? { message: before };
  if (after === undefined)
    return Object.entries(from).map(([name, value]) => ({
      key: name,
      depth: 0,
      name,
      kind: 'removed',
      type: getValueType(value),
      before: toWholePart(formatEventValue(value)),
    }));
  return listFieldRows(from, fieldsAfter ?? { message: after }, []);
}

export type FieldBytes = { name: string; bytes: number };

/** Largest first; negative is saved. */
export function diffFieldBytes(before: string, after: string): FieldBytes[] {
  const from = parseEventFields(before);
  const to = parseEventFields(after);
  if (!from || !to) return [];
  const size = (fields: EventFields, name: string): number =>
    Object.hasOwn(fields, name) ? countUtf8Bytes(`${JSON.stringify({ [name]: fields[name] })}`) - 1 : 0;
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .map((name) => ({ name, bytes: size(to, name) - size(from, name) }))
    .filter(({ bytes }) => bytes !== 0)
    .sort((a, b) => Math.abs(b.bytes) - Math.abs(a.bytes));
}
