/**
 * JSON's number grammar (https://datatracker.ietf.org/doc/html/rfc8259#section-6): `007` and `1.` are text.
 */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?\d+$/;

export const isNumberText = (text: string): boolean => NUMBER.test(text);

/** True for the same number; integers beyond 2^53 compare digit by digit. */
export function sameNumber(a: string, b: string): boolean {
  return compareNumbers(a, b) === 0;
}

export function compareNumbers(a: string, b: string): number {
  const x = Number(a);
  const y = Number(b);
  if (x !== y) return x < y ? -1 : 1;
  if (Math.abs(x) <= Number.MAX_SAFE_INTEGER || !INTEGER.test(a) || !INTEGER.test(b)) return 0;
  const exactA = BigInt(a);
  const exactB = BigInt(b);
  return exactA === exactB ? 0 : exactA < exactB ? -1 : 1;
}
