/**
 * [Optimal string alignment distance](https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance):
 * insertions, deletions, replacements, swaps of neighbors.
 */
export function computeDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  // Rows are reused: a sentence is compared with thousands of names.
  let beforeLast: number[] = [];
  let last: number[] = [];
  let current: number[] = [];
  for (let column = 0; column <= b.length; column++) last.push(column);
  for (let row = 1; row <= a.length; row++) {
    current[0] = row;
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let value = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + cost);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        value = Math.min(value, beforeLast[column - 2]! + 1);
      current[column] = value;
      least = Math.min(least, value);
    }
    if (least > most) return most + 1;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[b.length]!;
}

/** None up to three letters, then one in five. */
export const countAllowedTypos = (length: number): number =>
  length < 4 ? 0 : Math.max(1, Math.floor(length / 5));

export const isTypoOf = (typed: string, known: string): boolean => {
  const most = countAllowedTypos(known.length);
  return typed === known || (most > 0 && computeDistance(typed, known, most) <= most);
};
