import {
  DISTINCT_MAX,
  FIELDS_MAX,
  type FieldInsight,
  type FieldType,
  TOP_VALUES_MAX,
} from '../../contract/entities/insights.ts';
import { isObject, type Json, pathText, type SeenEvent } from './events.ts';

/** What was seen of a field; `values` counts texts of values until there are too many. */
export type FieldFacts = {
  names: readonly string[];
  path: string;
  presence: number;
  types: Partial<Record<FieldType, number>>;
  bytes: number;
  values: Map<string, number>;
  /** Values were left uncounted. */
  isCapped: boolean;
  isLeaf: boolean;
};

const MAX_DEPTH = 32;
const SHOWN_VALUE_LENGTH = 120;

function typeOf(value: unknown): FieldType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Facts of every field of the events, objects among them, by path. */
export function fieldFacts(events: readonly SeenEvent[]): Map<string, FieldFacts> {
  const facts = new Map<string, FieldFacts>();
  const factsOf = (names: readonly string[], isLeaf: boolean): FieldFacts => {
    const path = pathText(names);
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
  const walk = (object: Json, above: readonly string[]): void => {
    for (const [name, value] of Object.entries(object)) {
      const names = [...above, name];
      const isInner = isObject(value) && Object.keys(value).length > 0 && names.length < MAX_DEPTH;
      const one = factsOf(names, !isInner);
      const type = typeOf(value);
      one.presence++;
      one.types[type] = (one.types[type] ?? 0) + 1;
      // Name and value as compact JSON, with the colon and the comma that go with them.
      one.bytes += Buffer.byteLength(JSON.stringify(name)) + Buffer.byteLength(JSON.stringify(value)) + 2;
      if (isInner) {
        one.isLeaf = false;
        walk(value, names);
        continue;
      }
      const text = textOf(value);
      const count = one.values.get(text);
      if (count !== undefined || one.values.size < DISTINCT_MAX) one.values.set(text, (count ?? 0) + 1);
      else one.isCapped = true;
    }
  };
  for (const event of events) walk(event.fields, []);
  return facts;
}

const shownValue = (text: string): string =>
  text.length > SHOWN_VALUE_LENGTH ? `${text.slice(0, SHOWN_VALUE_LENGTH)}…` : text;

const insightOf = (one: FieldFacts): FieldInsight => ({
  path: one.path,
  presence: one.presence,
  types: one.types,
  distinct: one.isLeaf ? one.values.size : null,
  topValues: one.isLeaf
    ? [...one.values]
        .sort(([, a], [, b]) => b - a)
        .slice(0, TOP_VALUES_MAX)
        .map(([value, count]) => ({ value: shownValue(value), count }))
    : [],
  bytes: one.bytes,
});

/** The fields as they are answered, the largest first. */
export function fieldInsights(facts: ReadonlyMap<string, FieldFacts>): {
  fields: FieldInsight[];
  otherFields: number;
} {
  const largest = [...facts.values()].sort((a, b) => b.bytes - a.bytes);
  return {
    fields: largest.slice(0, FIELDS_MAX).map(insightOf),
    otherFields: Math.max(0, largest.length - FIELDS_MAX),
  };
}
