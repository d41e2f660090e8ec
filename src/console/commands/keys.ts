/** Keys of a command as a list. */
export const splitKeys = (keys: string | readonly string[] | undefined): readonly string[] =>
  keys === undefined ? [] : typeof keys === 'string' ? [keys] : keys;
