import type { LetterLimits } from './letter-store.ts';

const MIB = 1 << 20;
const DAY_MS = 86_400_000;
const DEFAULT_MIB = 192;

/** Per pipeline: `PENSTOCK_DEAD_LETTERS_MIB` and `PENSTOCK_DEAD_LETTERS_DAYS`. */
export function letterLimits(
  { PENSTOCK_DEAD_LETTERS_MIB: mebibytes, PENSTOCK_DEAD_LETTERS_DAYS: days }: NodeJS.ProcessEnv = process.env,
): LetterLimits {
  return { maxBytes: (Number(mebibytes) || DEFAULT_MIB) * MIB, maxAgeMs: (Number(days) || 0) * DAY_MS };
}
