/** Ids among texts and keys, outermost first. */
export function collectIds(value: unknown, depth: number, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    if (/^[1-9]\d{17}$/.test(value)) found.add(value);
  } else if (typeof value === 'object' && value !== null && depth > 0) {
    for (const [key, inner] of Object.entries(value)) {
      collectIds(key, 0, found);
      collectIds(inner, depth - 1, found);
    }
  }
  return found;
}
