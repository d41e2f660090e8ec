/** Reference implementation of a batch's operations. */
export type Fields = Record<string, unknown>;
type Names = readonly string[];

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const holds = (value: unknown, name: string): value is Fields =>
  isFields(value) && Object.hasOwn(value, name);

function put(fields: Fields, name: string, value: unknown): void {
  Object.defineProperty(fields, name, { value, enumerable: true, writable: true, configurable: true });
}

export function getField(fields: unknown, names: Names): unknown {
  let value = fields;
  for (const name of names) {
    if (!holds(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

export function canPlace(fields: unknown, names: Names): boolean {
  let value = fields;
  for (const name of names.slice(0, -1)) {
    if (!holds(value, name)) return true;
    value = value[name];
    if (!isFields(value)) return false;
  }
  return true;
}

export function placeField(fields: Fields, names: Names, value: unknown): boolean {
  if (!canPlace(fields, names)) return false;
  let target = fields;
  for (const name of names.slice(0, -1)) {
    if (!holds(target, name)) put(target, name, {});
    target = target[name] as Fields;
  }
  put(target, names.at(-1) ?? '', value);
  return true;
}

export function removeField(fields: Fields, names: Names): boolean {
  const parent = getField(fields, names.slice(0, -1));
  const last = names.at(-1) ?? '';
  return holds(parent, last) && delete parent[last];
}

export function keepFields(fields: Fields, paths: readonly Names[]): Fields {
  const result: Fields = {};
  for (const name of Object.keys(fields)) {
    const below = paths.filter((path) => path[0] === name).map((path) => path.slice(1));
    if (below.length === 0) continue;
    const value = fields[name];
    if (below.some((path) => path.length === 0)) put(result, name, value);
    else if (isFields(value)) {
      const inner = keepFields(value, below);
      if (Object.keys(inner).length > 0) put(result, name, inner);
    }
  }
  return result;
}
