import { z } from 'zod';
import type { ConfigFormat, ConfigProperty, PropertyKind } from '../../../contract/config-format.ts';
import { hints } from './hints.ts';

type Unwrapped = { schema: z.ZodType; required: boolean; initial: unknown };

function unwrap(schema: z.ZodType): Unwrapped {
  if (schema instanceof z.ZodOptional)
    return { ...unwrap(schema.unwrap() as z.ZodType), required: false, initial: undefined };
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return { ...unwrap(schema.unwrap() as z.ZodType), required: false, initial: schema.parse(undefined) };
  return { schema, required: true, initial: undefined };
}

function inferKind(schema: z.ZodType): PropertyKind {
  if (schema instanceof z.ZodString || schema instanceof z.ZodURL) return 'text';
  if (schema instanceof z.ZodNumber) return schema.isInt ? 'integer' : 'number';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  if (schema instanceof z.ZodEnum) return 'choice';
  if (schema instanceof z.ZodRecord) return 'map';
  if (schema instanceof z.ZodArray) return schema.element instanceof z.ZodObject ? 'objects' : 'list';
  if (schema instanceof z.ZodObject) return 'object';
  throw new Error(`A form has no input for ${schema.constructor.name}`);
}

const safe = (bound: number | null | undefined): number | undefined =>
  bound !== null && bound !== undefined && Number.isSafeInteger(bound) && Math.abs(bound) < 2 ** 53 - 1
    ? bound
    : undefined;

function bounds(schema: z.ZodType): Partial<ConfigProperty> {
  if (schema instanceof z.ZodNumber) {
    const [min, max] = [safe(schema.minValue), safe(schema.maxValue)];
    return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  }
  if (!(schema instanceof z.ZodString)) return {};
  const { minLength, maxLength } = schema;
  return { ...(minLength !== null && { minLength }), ...(maxLength !== null && { maxLength }) };
}

function structure(schema: z.ZodType): ConfigProperty[] | undefined {
  const object = schema instanceof z.ZodArray ? schema.element : schema;
  return object instanceof z.ZodObject ? toProperties(object) : undefined;
}

function toProperty(name: string, schema: z.ZodType): ConfigProperty {
  const hint = hints.get(schema);
  if (!hint) throw new Error(`Property '${name}' has no label and help`);
  const { schema: inner, required, initial } = unwrap(schema);
  const kind = hint.kind ?? inferKind(inner);
  const objStructure = kind === 'object' || kind === 'objects' ? structure(inner) : undefined;
  return {
    name,
    label: hint.label,
    kind,
    required,
    ...(hint.essential && { essential: true }),
    help: hint.help,
    ...(hint.placeholder !== undefined && { placeholder: hint.placeholder }),
    ...(hint.unit !== undefined && { unit: hint.unit }),
    ...(initial !== undefined && { default: initial }),
    ...(inner instanceof z.ZodEnum && {
      options: inner.options.map((value) => ({
        value: String(value),
        label: hint.options?.[value] ?? String(value),
      })),
    }),
    ...(inner instanceof z.ZodString &&
      hint.options && {
        options: Object.entries(hint.options).map(([value, label]) => ({ value, label })),
      }),
    ...(hint.assetTypes && { assetTypes: hint.assetTypes }),
    ...(hint.bindsSecrets && { bindsSecrets: hint.bindsSecrets }),
    ...bounds(inner),
    ...(hint.visibleWhen && { visibleWhen: hint.visibleWhen }),
    ...(objStructure && { objStructure }),
  };
}

export const toProperties = (schema: z.ZodObject): ConfigProperty[] =>
  Object.entries(schema.shape).map(([name, property]) => toProperty(name, property as z.ZodType));

/** Groups are in the order of their first property. */
export function toConfigFormat(schema: z.ZodObject): ConfigFormat {
  const groups = new Map<string, ConfigProperty[]>();
  for (const [name, property] of Object.entries(schema.shape)) {
    const label = hints.get(property as z.ZodType)?.group ?? 'General';
    groups.set(label, [...(groups.get(label) ?? []), toProperty(name, property as z.ZodType)]);
  }
  return {
    config_groups: [...groups].map(([label, properties]) => ({
      name: label.toLowerCase().replaceAll(' ', '_'),
      label,
      properties,
    })),
  };
}
