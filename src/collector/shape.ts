/**
 * Possible fields at a place in the graph. Must be exact: on other fields or types a Collector may differ
 * from the engine.
 */
export type FieldKind = 'text' | 'number' | 'boolean';

export type KnownField = {
  /** Several when branches set different kinds. */
  readonly kinds: readonly FieldKind[];
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
