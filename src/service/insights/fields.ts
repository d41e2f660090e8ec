import {
  DISTINCT_MAX,
  FIELDS_MAX,
  type FieldInsight,
  type FieldType,
  TOP_VALUES_MAX,
} from '../../contract/entities/insights.ts';
import { isRecord } from '../../contract/values.ts';
import { formatPath, type Json, type SeenEvent } from './events.ts';

export type FieldFacts = {
  names: readonly string[];
  path: string;
  presence: number;
  types: Partial<Record<FieldType, number>>;
  bytes: number;
  values: Map<string, number>;
  isCapped: boolean;
  isLeaf: boolean;
};

const MAX_DEPTH = 32;
const SHOWN_VALUE_LENGTH = 120;

function findType(value: unknown): FieldType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** In compact JSON, with colon and comma. */
const countJsonBytes = (name: string, value: unknown): number =>
  Buffer.byteLength(JSON.stringify(name)) + Buffer.byteLength(JSON.stringify(value)) + 2;

export function collectFieldFacts(events: readonly SeenEvent[]): Map<string, FieldFacts> {
  const facts = new Map<string, FieldFacts>();
  const findFacts = (names: readonly string[], isLeaf: boolean): FieldFacts => {
    const path = formatPath(names);
    const known = facts.get(path);
    if (known) return known;
    const made = {
      names,
      path,
      presence: 0,
      types: {},
      bytes: 0,
      values: new Map(),
      isCapped: false,
      isLeaf,
    };
    facts.set(path, made);
    return made;
  };
  /** `text`: a text event, whose single field it fills. */
  const walk = (object: Json, above: readonly string[], text?: string): void => {
    for (const [name, value] of Object.entries(object)) {
      const names = [...above, name];
      const isInner = isRecord(value) && Object.keys(value).length > 0 && names.length < MAX_DEPTH;
      const one = findFacts(names, !isInner);
      const type = findType(value);
      one.presence++;
      one.types[type] = (one.types[type] ?? 0) + 1;
      one.bytes += text === undefined ? countJsonBytes(name, value) : Buffer.byteLength(text);
      if (isInner) {
        one.isLeaf = false;
        walk(value, names);
        continue;
      }
      const shown = toText(value);
      const count = one.values.get(shown);
      if (count !== undefined || one.values.size < DISTINCT_MAX) one.values.set(shown, (count ?? 0) + 1);
      else one.isCapped = true;
    }
  };
  for (const { fields, isText } of events) walk(fields, [], isText ? toText(fields.message) : undefined);
  return facts;
}

const shortenValue = (text: string): string =>
  text.length > SHOWN_VALUE_LENGTH ? `${text.slice(0, SHOWN_VALUE_LENGTH)}…` : text;

const toInsight = (one: FieldFacts): FieldInsight => ({
  path: one.path,
  presence: one.presence,
  types: one.types,
  distinct: one.isLeaf ? one.values.size : null,
  topValues: one.isLeaf
    ? [...one.values]
        .sort(([, a], [, b]) => b - a)
        .slice(0, TOP_VALUES_MAX)
        .map(([value, count]) => ({ value: shortenValue(value), count }))
    : [],
  bytes: one.bytes,
});

export function toFieldInsights(facts: ReadonlyMap<string, FieldFacts>): {
  fields: FieldInsight[];
  otherFields: number;
} {
  const largest = [...facts.values()].sort((a, b) => b.bytes - a.bytes);
  return {
    fields: largest.slice(0, FIELDS_MAX).map(toInsight),
    otherFields: Math.max(0, largest.length - FIELDS_MAX),
  };
}
