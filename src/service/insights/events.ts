import { isRecord } from '../../contract/values.ts';
export type SeenEvent = {
  fields: Record<string, unknown>;
  bytes: number;
  isText: boolean;
  /** Text with JSON whose fields transforms cannot see yet. */
  isUnparsed: boolean;
};

export type Json = Record<string, unknown>;

function parseObject(text: string): Json | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads events like transforms: anything but a JSON object becomes the field `message`.
 * @param isText per event, when known
 */
export function readEvents(texts: readonly string[], isText: readonly boolean[] = []): SeenEvent[] {
  return texts.map((text, at) => {
    const object = parseObject(text);
    const isRaw = object === undefined || isText[at] === true;
    return {
      fields: isRaw ? { message: text } : object,
      bytes: Buffer.byteLength(text),
      isText: isRaw,
      isUnparsed: isRaw && object !== undefined,
    };
  });
}

/** Dots in names are escaped. */
export const formatPath = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll('\\', '\\\\').replaceAll('.', '\\.')).join('.');

export function readValue(fields: Json, names: readonly string[]): unknown {
  let value: unknown = fields;
  for (const name of names) {
    if (!isRecord(value)) return undefined;
    value = value[name];
  }
  return value;
}
