/**
 * Which fields the events at a place of the graph can have. Known exactly: what a Collector would do with other
 * fields, or other kinds of values, is not always what the engine does.
 */
export type FieldKind = 'text' | 'number' | 'boolean';

export type KnownField = {
  /** Several where branches of a condition set different ones. */
  readonly kinds: readonly FieldKind[];
  /** Every event has it. */
  readonly isAlways: boolean;
};

export type Shape = ReadonlyMap<string, KnownField>;

export const isText = (field: KnownField): boolean => field.kinds.every((kind) => kind === 'text');

/** @param isSure whether every event gets it */
export function withField(shape: Shape, name: string, kinds: readonly FieldKind[], isSure: boolean): Shape {
  const former = shape.get(name);
  const field: KnownField = isSure
    ? { kinds, isAlways: true }
    : {
        kinds: [...new Set([...(former?.kinds ?? []), ...kinds])],
        isAlways: former?.isAlways ?? false,
      };
  return new Map([...shape, [name, field]]);
}

/** @param isSure whether every event loses it */
export function withoutField(shape: Shape, name: string, isSure: boolean): Shape {
  const former = shape.get(name);
  if (!former) return shape;
  const next = new Map(shape);
  if (isSure) next.delete(name);
  else next.set(name, { ...former, isAlways: false });
  return next;
}
