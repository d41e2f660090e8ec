import type { core, ZodType } from 'zod';
import type { Shape } from './shape.ts';

type AnyDef = core.$ZodTypes['_zod']['def'];

/** Schemas that a schema stands in: one that stands in itself is held against its first level alone. */
type Around = ReadonlySet<core.$ZodType>;

const defOf = (schema: core.$ZodType): AnyDef => (schema as core.$ZodTypes)._zod.def;

/** Takes the optional wrappers off; there are two where a partial object has an optional field. */
function required(schema: core.$ZodType): core.$ZodType {
  const def = defOf(schema);
  return def.type === 'optional' ? required(def.innerType) : schema;
}

const fields = (def: core.$ZodObjectDef, around: Around): { [key: string]: Shape } =>
  Object.fromEntries(
    Object.entries(def.shape).map(([key, schema]) => {
      const inner = required(schema);
      return [inner === schema ? key : `${key}?`, shape(inner, around)];
    }),
  );

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

function shape(schema: core.$ZodType, outer: Around): Shape {
  if (outer.has(schema)) return 'any';
  const around = new Set([...outer, schema]);
  const def = defOf(schema);
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
      return def.type;
    case 'unknown':
      return 'any';
    case 'array':
      return { list: shape(def.element, around) };
    case 'record':
      return { map: shape(def.valueType, around) };
    case 'enum':
      return { one: Object.values(def.entries) };
    case 'literal':
      return { one: def.values.filter(isPlain) };
    case 'union':
      return { or: def.options.map((one) => shape(one, around)) };
    case 'nullable':
      return { null: shape(def.innerType, around) };
    case 'object':
      return { is: fields(def, around) };
    // A count may come as a number too; its readers take both.
    case 'pipe':
      return shape(def.in, around);
    default:
      throw new Error(`an answer's schema of type '${def.type}' has no shape yet: add it to shape-of.ts`);
  }
}

/** The shape of an answer's schema: its structure, without formats and limits. */
export const shapeOf = (schema: ZodType): Shape => shape(schema, new Set());
