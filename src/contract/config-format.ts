import * as z from 'zod/mini';
import { ASSET_TYPES, type AssetType } from './enums.ts';

/** A component's form, generated from its zod schema so that validation, form and reference agree. */
export const PROPERTY_KINDS = [
  'text',
  'multiline',
  'code',
  'integer',
  'number',
  'boolean',
  'choice',
  'list',
  'map',
  'secret',
  'condition',
  'pattern',
  'grok',
  'field',
  'fields',
  'path',
  'object',
  'objects',
  'asset',
] as const;
export type PropertyKind = (typeof PROPERTY_KINDS)[number];

/** When one of these changes, a stored secret must be entered again. */
export const SECRET_BINDINGS = ['address', 'security', 'bucket', 'issuer'] as const;
export type SecretBinding = (typeof SECRET_BINDINGS)[number];

export type ConfigProperty = {
  name: string;
  label: string;
  kind: PropertyKind;
  required: boolean;
  /** Shown outside Advanced. */
  essential?: boolean | undefined;
  help?: string | undefined;
  placeholder?: string | undefined;
  unit?: string | undefined;
  default?: unknown;
  options?: { value: string; label: string }[] | undefined;
  min?: number | undefined;
  max?: number | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  /** Applies only while another property has one of these values. */
  visibleWhen?: { property: string; oneOf: (string | boolean)[] } | undefined;
  assetTypes?: AssetType[] | undefined;
  bindsSecrets?: SecretBinding | undefined;
  minSiteVersion?: string | undefined;
  maxSiteVersion?: string | undefined;
  /** Properties of an `object`, or of each entry of `objects`. */
  objStructure?: ConfigProperty[] | undefined;
  linkedConfigFormats?: LinkedConfigFormat[] | undefined;
};

/**
 * While the property's value is in `oneOf`, these properties apply too. Their values are stored beside its
 * own.
 */
export type LinkedConfigFormat = { oneOf: (string | boolean)[]; configFormat: ConfigFormat };
export type ConfigGroup = { name: string; label: string; properties: ConfigProperty[] };
export type ConfigFormat = { config_groups: ConfigGroup[] };

export const getEntryNoun = (property: ConfigProperty): string =>
  property.label.toLowerCase().replace(/s$/, '');

export const configPropertySchema: z.ZodMiniType<ConfigProperty> = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(PROPERTY_KINDS),
  required: z.boolean(),
  essential: z.optional(z.boolean()),
  help: z.optional(z.string()),
  placeholder: z.optional(z.string()),
  unit: z.optional(z.string()),
  default: z.optional(z.unknown()),
  options: z.optional(z.array(z.object({ value: z.string(), label: z.string() }))),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  minLength: z.optional(z.number()),
  maxLength: z.optional(z.number()),
  visibleWhen: z.optional(
    z.object({ property: z.string(), oneOf: z.array(z.union([z.string(), z.boolean()])) }),
  ),
  assetTypes: z.optional(z.array(z.enum(ASSET_TYPES))),
  bindsSecrets: z.optional(z.enum(SECRET_BINDINGS)),
  minSiteVersion: z.optional(z.string()),
  maxSiteVersion: z.optional(z.string()),
  get objStructure() {
    return z.optional(z.array(configPropertySchema));
  },
  get linkedConfigFormats() {
    return z.optional(z.array(linkedConfigFormatSchema));
  },
});

const configGroupSchema: z.ZodMiniType<ConfigGroup> = z.object({
  name: z.string(),
  label: z.string(),
  properties: z.array(configPropertySchema),
});

export const configFormatSchema: z.ZodMiniType<ConfigFormat> = z.object({
  config_groups: z.array(configGroupSchema),
});

const linkedConfigFormatSchema: z.ZodMiniType<LinkedConfigFormat> = z.object({
  oneOf: z.array(z.union([z.string(), z.boolean()])),
  configFormat: configFormatSchema,
});

/** Compares digits only: `1.10.0` is 1100. */
const versionNumber = (version: string): number => Number(version.replace(/\D/g, '') || '0');

/** Properties for a site version. Bounds are inclusive; later duplicates are dropped. */
export function applicableProperties(properties: ConfigProperty[], siteVersion: string): ConfigProperty[] {
  const version = versionNumber(siteVersion);
  const seen = new Set<string>();
  return properties.filter((property) => {
    const tooOld = property.minSiteVersion !== undefined && version < versionNumber(property.minSiteVersion);
    const tooNew = property.maxSiteVersion !== undefined && version > versionNumber(property.maxSiteVersion);
    if (tooOld || tooNew || seen.has(property.name)) return false;
    seen.add(property.name);
    return true;
  });
}

/** Properties for a site version, at every depth; empty groups are dropped. */
export function narrowFormat({ config_groups: groups }: ConfigFormat, siteVersion: string): ConfigFormat {
  const narrow = (properties: ConfigProperty[]): ConfigProperty[] =>
    applicableProperties(properties, siteVersion).map((property) => ({
      ...property,
      ...(property.objStructure && { objStructure: narrow(property.objStructure) }),
      ...(property.linkedConfigFormats && {
        linkedConfigFormats: property.linkedConfigFormats.map((linked) => ({
          ...linked,
          configFormat: narrowFormat(linked.configFormat, siteVersion),
        })),
      }),
    }));
  const narrowed = groups.map((group) => ({ ...group, properties: narrow(group.properties) }));
  return { config_groups: narrowed.filter(({ properties }) => properties.length > 0) };
}

export function isPropertyVisible(property: ConfigProperty, values: Record<string, unknown>): boolean {
  const rule = property.visibleWhen;
  if (!rule) return true;
  return rule.oneOf.some((allowed) => values[rule.property] === allowed);
}

export const listProperties = (format: ConfigFormat | undefined): ConfigProperty[] =>
  format?.config_groups.flatMap((group) => group.properties) ?? [];

export function linkedProperties(property: ConfigProperty, value: unknown): ConfigProperty[] {
  const current = value ?? property.default;
  return (property.linkedConfigFormats ?? [])
    .filter(({ oneOf }) => oneOf.some((allowed) => allowed === current))
    .flatMap(({ configFormat }) => listProperties(configFormat));
}

/** `depth` counts the links to it. */
export type ActiveProperty = { property: ConfigProperty; depth: number };

/**
 * Properties that apply to these values, each followed by its linked ones. The first of a duplicate name
 * wins.
 */
export function activeProperties(
  properties: readonly ConfigProperty[],
  values: Record<string, unknown>,
  siteVersion?: string,
  /** Keeps a property regardless of `visibleWhen`. */
  keep: (property: ConfigProperty) => boolean = () => false,
): ActiveProperty[] {
  const seen = new Set<string>();
  const collect = (among: readonly ConfigProperty[], depth: number): ActiveProperty[] => {
    const fitting = siteVersion === undefined ? among : applicableProperties([...among], siteVersion);
    return fitting.flatMap((property) => {
      if (seen.has(property.name)) return [];
      seen.add(property.name);
      if (!isPropertyVisible(property, values) && !keep(property)) return [];
      const linked = linkedProperties(property, values[property.name]);
      return [{ property, depth }, ...collect(linked, depth + 1)];
    });
  };
  return collect(properties, 0);
}

/** For properties that declare none. */
export const DEFAULT_GROUP = 'general';

export type FormParts = { basic: ConfigGroup[]; advanced: ConfigGroup[] };

/**
 * Required and essential properties are basic, the others advanced; an essential one that depends on an
 * advanced one stays with it. Always required ones lead their group. Without either kind, the first group is
 * basic.
 */
export function splitAdvanced({ config_groups: groups }: ConfigFormat): FormParts {
  const all = groups.flatMap(({ properties }) => properties);
  const isBasic = ({ required, essential, visibleWhen }: ConfigProperty): boolean => {
    if (required || !essential) return required;
    const controller = all.find(({ name }) => name === visibleWhen?.property);
    return controller === undefined || isBasic(controller);
  };
  if (!all.some(isBasic)) return { basic: groups.slice(0, 1), advanced: groups.slice(1) };
  const pick = (isWanted: (property: ConfigProperty) => boolean): ConfigGroup[] =>
    groups
      .map((group) => ({ ...group, properties: group.properties.filter(isWanted) }))
      .filter(({ properties }) => properties.length > 0);
  const isFirst = ({ required, visibleWhen }: ConfigProperty): boolean =>
    required && visibleWhen === undefined;
  const basic = pick(isBasic).map((group) => ({
    ...group,
    properties: [
      ...group.properties.filter(isFirst),
      ...group.properties.filter((property) => !isFirst(property)),
    ],
  }));
  return { basic, advanced: pick((property) => !isBasic(property)) };
}

const isUnset = (value: unknown): boolean =>
  value === undefined || ['""', '[]', '{}'].includes(JSON.stringify(value));

export const isChangedFromDefault = (property: ConfigProperty, value: unknown): boolean =>
  isUnset(value) ? false : JSON.stringify(value) !== JSON.stringify(property.default);

export function defaultValues(properties: ConfigProperty[]): Record<string, unknown> {
  return Object.fromEntries(
    properties.filter((property) => property.default !== undefined).map((p) => [p.name, p.default]),
  );
}
