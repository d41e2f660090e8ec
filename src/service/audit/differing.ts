type State = Record<string, unknown>;

const isState = (value: unknown): value is State =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Both states with what is equal in them left out, at every depth; lists are compared whole. Undefined when
 * nothing differs.
 */
export function differing(before: State, after: State): { before: State; after: State } | undefined {
  const former: State = {};
  const later: State = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const one = before[key];
    const other = after[key];
    if (isState(one) && isState(other)) {
      const inside = differing(one, other);
      if (!inside) continue;
      former[key] = inside.before;
      later[key] = inside.after;
    } else if (JSON.stringify(one) !== JSON.stringify(other)) {
      if (one !== undefined) former[key] = one;
      if (other !== undefined) later[key] = other;
    }
  }
  return Object.keys(former).length + Object.keys(later).length > 0
    ? { before: former, after: later }
    : undefined;
}
