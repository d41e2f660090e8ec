/** An event as it is looked at: its object, or the text as the field `message`. */
export type SeenEvent = {
  fields: Record<string, unknown>;
  bytes: number;
  isText: boolean;
  /** Text that holds a JSON object: nothing has parsed it yet, so no transform sees its fields. */
  isUnparsed: boolean;
};

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function objectOf(text: string): Json | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads captured events as transforms do: one that is text, and what is no JSON object, has the single field
 * `message`.
 * @param isText of each event; left out where it is not known.
 */
export function readEvents(texts: readonly string[], isText: readonly boolean[] = []): SeenEvent[] {
  return texts.map((text, at) => {
    const object = objectOf(text);
    const isRaw = object === undefined || isText[at] === true;
    return {
      fields: isRaw ? { message: text } : object,
      bytes: Buffer.byteLength(text),
      isText: isRaw,
      isUnparsed: isRaw && object !== undefined,
    };
  });
}

/** Names as transforms take them: `\.` is a dot in a name. */
export const pathText = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll('\\', '\\\\').replaceAll('.', '\\.')).join('.');

/** The value at names, or undefined. */
export function valueAt(fields: Json, names: readonly string[]): unknown {
  let value: unknown = fields;
  for (const name of names) {
    if (!isObject(value)) return undefined;
    value = value[name];
  }
  return value;
}
