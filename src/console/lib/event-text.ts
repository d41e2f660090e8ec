export type EventFields = Record<string, unknown>;

const encoder = new TextEncoder();

export const countUtf8Bytes = (text: string): number => encoder.encode(text).length;

export const isFields = (value: unknown): value is EventFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of an object event; undefined for a raw line. */
export function parseEventFields(event: string): EventFields | undefined {
  if (!/^\s*\{/.test(event)) return undefined;
  try {
    const value: unknown = JSON.parse(event);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
