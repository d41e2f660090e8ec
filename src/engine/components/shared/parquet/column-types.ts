import type { SchemaElement } from 'hyparquet';
import { QUOTE } from '../../../event/bytes.ts';

/**
 * `short` fits a double exactly, `long` needs 64 bits. `text` holds any value: strings as they are, others as
 * JSON.
 */
export type ColumnKind = 'empty' | 'boolean' | 'short' | 'long' | 'double' | 'text' | 'time';

const WHOLE = /^-?(?:0|[1-9]\d*)$/;
const SHORT_DIGITS = 15;
const LONG_DIGITS = 18;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;
const LETTER_F = 0x66;
const OPENS = new Set([0x7b, 0x5b]);

export function kindOfValue(buf: Buffer, from: number, to: number): ColumnKind {
  const first = buf[from]!;
  if (first === QUOTE || OPENS.has(first)) return 'text';
  if (first === LETTER_N) return 'empty';
  if (first === LETTER_T || first === LETTER_F) return 'boolean';
  const text = buf.toString('latin1', from, to);
  if (!WHOLE.test(text)) return Number.isFinite(Number(text)) ? 'double' : 'text';
  const digits = text.startsWith('-') ? text.length - 1 : text.length;
  if (digits <= SHORT_DIGITS) return 'short';
  return digits <= LONG_DIGITS ? 'long' : 'text';
}

/** The narrowest kind that represents both without loss. */
export function widest(one: ColumnKind, other: ColumnKind): ColumnKind {
  if (one === other || other === 'empty') return one;
  if (one === 'empty') return other;
  const pair = new Set([one, other]);
  if (pair.has('short') && pair.has('long')) return 'long';
  if (pair.has('short') && pair.has('double')) return 'double';
  return 'text';
}

const ELEMENTS: Record<ColumnKind, Omit<SchemaElement, 'name'>> = {
  empty: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  boolean: { type: 'BOOLEAN' },
  short: { type: 'INT64' },
  long: { type: 'INT64' },
  double: { type: 'DOUBLE' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
};

export const toSchemaElement = (name: string, kind: ColumnKind): SchemaElement => ({
  name,
  ...ELEMENTS[kind],
  repetition_type: 'OPTIONAL',
});
