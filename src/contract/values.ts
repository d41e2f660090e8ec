export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** First free name, ignoring case: `Filter copy`, `Filter copy 2`, … from `firstNumber`. */
export function freeName(wanted: string, taken: Iterable<string>, firstNumber = 2): string {
  const names = new Set(Array.from(taken, (name) => name.trim().toLowerCase()));
  const isFree = (name: string) => !names.has(name.toLowerCase());
  if (isFree(wanted)) return wanted;
  for (let number = firstNumber; ; number += 1)
    if (isFree(`${wanted} ${number}`)) return `${wanted} ${number}`;
}
