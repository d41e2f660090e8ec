/** True for objects other than arrays and null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** `1 node`, `2 nodes`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
