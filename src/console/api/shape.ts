/**
 * What an answer looks like, as plain data: made from the contract's schemas when the console is built, so
 * that the schemas and their library stay out of the page. A key that ends in `?` may be missing.
 */
export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'any'
  | { list: Shape }
  | { map: Shape }
  | { one: readonly (string | number | boolean)[] }
  | { or: readonly Shape[] }
  | { null: Shape }
  | { is: { readonly [key: string]: Shape } };

/** An answer that does not have its shape; `path` says where. */
export class ShapeError extends Error {
  constructor(path: string) {
    super(`the answer is not as agreed at '${path}'`);
    this.name = 'ShapeError';
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function firstMisfit(entries: Iterable<[string | number, Shape, unknown]>): string | undefined {
  for (const [key, shape, value] of entries) {
    const misfit = misfitOf(shape, value);
    if (misfit !== undefined) return misfit === '' ? String(key) : `${key}.${misfit}`;
  }
  return undefined;
}

function* fieldsOf(fields: { readonly [key: string]: Shape }, value: Record<string, unknown>) {
  for (const [key, shape] of Object.entries(fields)) {
    const isOptional = key.endsWith('?');
    const name = isOptional ? key.slice(0, -1) : key;
    if (!isOptional || value[name] !== undefined)
      yield [name, shape, value[name]] as [string, Shape, unknown];
  }
}

/** Where a value first differs from its shape: '' for the value itself, undefined when it fits. */
export function misfitOf(shape: Shape, value: unknown): string | undefined {
  if (shape === 'any') return undefined;
  if (typeof shape === 'string') return typeof value === shape ? undefined : '';
  if ('is' in shape) return isRecord(value) ? firstMisfit(fieldsOf(shape.is, value)) : '';
  if ('list' in shape)
    return Array.isArray(value) ? firstMisfit(value.map((item, at) => [at, shape.list, item])) : '';
  if ('map' in shape)
    return isRecord(value)
      ? firstMisfit(Object.entries(value).map(([key, item]) => [key, shape.map, item]))
      : '';
  if ('null' in shape) return value === null ? undefined : misfitOf(shape.null, value);
  if ('one' in shape) return shape.one.some((one) => one === value) ? undefined : '';
  return shape.or.some((one) => misfitOf(one, value) === undefined) ? undefined : '';
}

/** @throws ShapeError where the value first differs. */
export function mustFit(shape: Shape, value: unknown): void {
  const misfit = misfitOf(shape, value);
  if (misfit !== undefined) throw new ShapeError(misfit);
}
