/** Identifiers that a value names, from the outside in and each once: as texts and as keys, down to a depth. */
export function namedIds(value: unknown, depth: number, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    if (/^[1-9]\d{17}$/.test(value)) found.add(value);
  } else if (typeof value === 'object' && value !== null && depth > 0) {
    for (const [key, inner] of Object.entries(value)) {
      namedIds(key, 0, found);
      namedIds(inner, depth - 1, found);
    }
  }
  return found;
}
