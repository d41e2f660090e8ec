const DEFAULT_FIELD = 'message';

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Names of `a.b.c`; `\.` stands for a dot in a name and `\\` for a backslash. */
const namesOf = (path: string): string[] =>
  (path.match(/(?:\\.|[^.\\])+/g) ?? []).map((name) => name.replace(/\\(.)/g, '$1'));

const valueAt = (event: string, field: string): unknown =>
  namesOf(field).reduce<unknown>((inside, name) => memberOf(inside, name), parsed(event));

/**
 * The text that a transform reads from an event, by the path of the field it is set to (`http.request`); an
 * event that is raw text reads as the one field `message`. Undefined where there is no such text.
 */
export function sampleOf(event: string, field = DEFAULT_FIELD): string | undefined {
  const value = valueAt(event, field);
  if (typeof value === 'string') return value;
  return field === DEFAULT_FIELD ? event : undefined;
}

/**
 * What a rule compares its value with: texts as they are, numbers and the like as they are written. Undefined where
 * the event has no such field.
 */
export function comparedOf(event: string, field: string): string | undefined {
  const value = valueAt(event, field);
  return value === undefined || typeof value === 'string' ? sampleOf(event, field) : JSON.stringify(value);
}

/** Texts of events for a pattern, newest first. */
export const samplesOf = (events: readonly { text: string }[], field: string | undefined): string[] =>
  events.flatMap((event) => sampleOf(event.text, field || DEFAULT_FIELD) ?? []).reverse();

/** Values of a field for a rule on it, newest first. */
export const valuesOf = (events: readonly { text: string }[], field: string): string[] =>
  events.flatMap((event) => comparedOf(event.text, field) ?? []).reverse();
