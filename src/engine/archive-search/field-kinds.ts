/** What values of a field are, a bit for each; of null there is none. */
export const KINDS = {
  text: 1,
  boolean: 2,
  /** An object or a list. */
  nested: 4,
  whole: 8,
  fraction: 16,
  /** A whole number beyond 64 bits, beyond what a double holds exactly, and beyond 128 bits. */
  wide: 32,
  rounded: 64,
  huge: 128,
} as const;

const NUMBERS = KINDS.whole | KINDS.fraction | KINDS.wide | KINDS.rounded | KINDS.huge;

/** A double holds every whole number of this many digits exactly. */
export const EXACT_LENGTH = 15;
const EXACT_MAX = 2n ** 53n;
const isWithin = (value: bigint, bits: bigint): boolean =>
  value >= -(2n ** (bits - 1n)) && value < 2n ** (bits - 1n);

/** @param text of a JSON number without fraction and exponent */
export function findWholeKinds(text: string): number {
  const value = BigInt(text);
  return (
    KINDS.whole |
    (isWithin(value, 64n) ? 0 : KINDS.wide) |
    (value > EXACT_MAX || value < -EXACT_MAX ? KINDS.rounded : 0) |
    (isWithin(value, 128n) ? 0 : KINDS.huge)
  );
}

/** The type of SQL that fits values of all these kinds, and loses nothing. */
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
