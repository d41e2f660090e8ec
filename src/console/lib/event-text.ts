import { isRecord } from '../../contract/values.ts';

export type EventFields = Record<string, unknown>;

const encoder = new TextEncoder();

export const countUtf8Bytes = (text: string): number => encoder.encode(text).length;

/** Fields of an object event; undefined for a raw line. */
export function parseEventFields(event: string): EventFields | undefined {
  if (!/^\s*\{/.test(event)) return undefined;
  try {
    const value: unknown = JSON.parse(event);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
