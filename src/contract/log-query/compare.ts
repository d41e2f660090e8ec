/** Bounded: parsing time grows with the square of the length. */
const WHOLE = /^-?\d{1,100}$/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : undefined;
}

/**
 * Compares numbers by value, other texts by characters.
 * @returns negative, 0 or positive; undefined when not comparable
 */
export function compareValues(value: unknown, operand: string): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  // As doubles they might be equal.
  if (typeof value === 'string' && WHOLE.test(value) && WHOLE.test(operand))
    return Number(BigInt(value) - BigInt(operand));
  const [a, b] = [toNumber(value), toNumber(operand)];
  if (a !== undefined && b !== undefined) return a - b;
  if (typeof value !== 'string' || b !== undefined) return undefined;
  return value < operand ? -1 : value > operand ? 1 : 0;
}

/** True when no value lies between the two. A number and another text have no order. */
export function isInverted(from: string, to: string): boolean {
  if ((toNumber(from) === undefined) !== (toNumber(to) === undefined)) return false;
  return (compareValues(from, to) ?? 0) > 0;
}
