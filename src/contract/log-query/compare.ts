/** Of bounded length: the time of reading one grows with its square. */
const WHOLE = /^-?\d{1,100}$/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : undefined;
}

/**
 * Compares the value of a field with what a query names: numbers by their value, other texts by their characters.
 * @returns negative, 0 or positive; undefined when they cannot be compared
 */
export function compareValues(value: unknown, operand: string): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  // Doubles would take them for equal.
  if (typeof value === 'string' && WHOLE.test(value) && WHOLE.test(operand))
    return Number(BigInt(value) - BigInt(operand));
  const [a, b] = [toNumber(value), toNumber(operand)];
  if (a !== undefined && b !== undefined) return a - b;
  if (typeof value !== 'string' || b !== undefined) return undefined;
  return value < operand ? -1 : value > operand ? 1 : 0;
}

/** No value lies between the two. A number beside another text has no order, as values of both kinds may lie there. */
export function isInverted(from: string, to: string): boolean {
  if ((toNumber(from) === undefined) !== (toNumber(to) === undefined)) return false;
  return (compareValues(from, to) ?? 0) > 0;
}
