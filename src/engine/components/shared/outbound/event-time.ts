import type { Batch } from '../../../event/batch.ts';
import { parsePath } from '../../../event/path.ts';

const NUMBER = /^(\d{1,19})(?:\.(\d+))?$/;
const FRACTION = /:\d{2}[.,](\d+)/;
const ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/** The digit count determines the unit, from seconds to nanoseconds. */
const getUnit = (digits: number): bigint =>
  digits <= 11 ? 1_000_000_000n : digits <= 14 ? 1_000_000n : digits <= 17 ? 1000n : 1n;

/** Unix nanoseconds of a number (unit by its size) or an ISO 8601 text; null otherwise. */
export function parseNanos(text: string): bigint | null {
  const number = NUMBER.exec(text);
  if (number) {
    const [, whole = '', fraction = ''] = number;
    const unit = getUnit(whole.length);
    const part = (BigInt(fraction.slice(0, 9).padEnd(9, '0')) * unit) / 1_000_000_000n;
    return BigInt(whole) * unit + part;
  }
  if (!DATE_TIME.test(text)) return null;
  const ms = Date.parse(ZONE.test(text) ? text : `${text}Z`);
  if (Number.isNaN(ms)) return null;
  const fraction = FRACTION.exec(text)?.[1] ?? '';
  const seconds = BigInt(Math.floor(ms / 1000));
  return seconds * 1_000_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
}

export type TimeReader = (batch: Batch, event: number) => bigint | null;

export function timeReader(field: string): TimeReader {
  const path = parsePath(field);
  return (batch, event) => {
    const member = batch.get(event, path);
    return member < 0 ? null : parseNanos(batch.text(member));
  };
}

export const nowNanos = (): bigint => BigInt(Date.now()) * 1_000_000n;
export const toDate = (nanos: bigint): Date => new Date(Number(nanos / 1_000_000n));
