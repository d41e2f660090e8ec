/** Value types of a field as bits; null has none. */
export const KINDS = {
  text: 1,
  boolean: 2,
  nested: 4,
  whole: 8,
  fraction: 16,
  /** Integers beyond 64 bits, beyond a double's exact range, and beyond 128 bits. */
  wide: 32,
  rounded: 64,
  huge: 128,
} as const;

const NUMBERS = KINDS.whole | KINDS.fraction | KINDS.wide | KINDS.rounded | KINDS.huge;

/** A double holds every integer of this many digits exactly. */
export const EXACT_LENGTH = 15;
const EXACT_MAX = 2n ** 53n;
const isWithin = (value: bigint, bits: bigint): boolean =>
  value >= -(2n ** (bits - 1n)) && value < 2n ** (bits - 1n);

/** @param text of a JSON integer without exponent */
export function findWholeKinds(text: string): number {
  const value = BigInt(text);
  return (
    KINDS.whole |
    (isWithin(value, 64n) ? 0 : KINDS.wide) |
    (value > EXACT_MAX || value < -EXACT_MAX ? KINDS.rounded : 0) |
    (isWithin(value, 128n) ? 0 : KINDS.huge)
  );
}

/** The SQL type that holds values of all these kinds without loss. */
export function chooseFieldType(kinds: number): string {
  const has = (some: number) => (kinds & some) !== 0;
  const hasOnly = (some: number) => has(some) && (kinds & ~some) === 0;
  if (hasOnly(NUMBERS)) {
    if (has(KINDS.fraction)) return has(KINDS.rounded) ? 'varchar' : 'double';
    return has(KINDS.huge) ? 'varchar' : has(KINDS.wide) ? 'hugeint' : 'bigint';
  }
  if (hasOnly(KINDS.boolean)) return 'boolean';
  return hasOnly(KINDS.nested) ? 'json' : 'varchar';
}
