import { PatternError } from './error.ts';

export type Piece = {
  readonly source: string;
  /** How often the linear engine copies its innermost part. */
  readonly factor: number;
  readonly captures: boolean;
  readonly repeatable: boolean;
};

/** V8's limit for the product of nested repetition counts. */
const MAX_FACTOR = 16;
const MAX_COUNT = 1000;

const counted = (source: string, min: number, max: number, lazy: string): string => {
  if (min === 0 && max === Number.POSITIVE_INFINITY) return `${source}*${lazy}`;
  if (min === 1 && max === Number.POSITIVE_INFINITY) return `${source}+${lazy}`;
  if (min === 0 && max === 1) return `${source}?${lazy}`;
  if (min === max) return min === 1 ? source : `${source}{${min}}`;
  return max === Number.POSITIVE_INFINITY ? `${source}{${min},}${lazy}` : `${source}{${min},${max}}${lazy}`;
};

/** Splits counts over the limit into smaller ones. @throws PatternError */
export function repeat(piece: Piece, min: number, max: number, lazy: string): Piece {
  const finite = max !== Number.POSITIVE_INFINITY;
  if (min > MAX_COUNT || (finite && max > MAX_COUNT))
    throw new PatternError(`A repetition count is over ${MAX_COUNT}; use * or + instead`);
  const copies = finite ? max : min + 1;
  if (piece.factor * Math.max(copies, min) <= MAX_FACTOR || copies === 0)
    return {
      ...piece,
      source: counted(piece.source, min, max, lazy),
      factor: piece.factor * Math.max(copies, 1),
    };
  if (piece.captures)
    throw new PatternError(
      `Nested repetitions around a capturing group come to more than ${MAX_FACTOR}; use (?:…) or smaller counts`,
    );
  const chunk = Math.max(1, Math.floor(MAX_FACTOR / piece.factor));
  let source = '';
  for (let left = min; left > 0; left -= chunk)
    source += counted(piece.source, Math.min(left, chunk), Math.min(left, chunk), '');
  if (!finite) source += `${piece.source}*${lazy}`;
  else
    for (let left = max - min; left > 0; left -= chunk)
      source += counted(piece.source, 0, Math.min(left, chunk), lazy);
  // Grouped, so that a following quantifier applies to all pieces.
  return {
    source: `(?:${source})`,
    factor: piece.factor * Math.min(chunk, Math.max(copies, 1)),
    captures: false,
    repeatable: true,
  };
}
