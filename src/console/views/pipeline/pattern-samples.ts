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

/**
 * The text that a transform reads from an event, by the path of the field it is set to (`http.request`); an
 * event that is raw text reads as the one field `message`. Undefined where there is no such text.
 */
export function sampleOf(event: string, field = DEFAULT_FIELD): string | undefined {
  const value = field.split('.').reduce<unknown>((inside, name) => memberOf(inside, name), parsed(event));
  if (typeof value === 'string') return value;
  return field === DEFAULT_FIELD ? event : undefined;
}

/** Texts of events for a pattern, newest first. */
export const samplesOf = (events: readonly { text: string }[], field: string | undefined): string[] =>
  events.flatMap((event) => sampleOf(event.text, field || DEFAULT_FIELD) ?? []).reverse();
