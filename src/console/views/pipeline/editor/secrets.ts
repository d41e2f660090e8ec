import {
  type ConfigFormat,
  type ConfigProperty,
  linkedProperties,
  listProperties,
} from '../../../../contract/config-format.ts';

type Config = Record<string, unknown>;

const isConfig = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function clean(properties: readonly ConfigProperty[], config: Config): Config {
  const known = new Map(properties.map((property) => [property.name, property]));
  for (const property of properties)
    for (const linked of linkedProperties(property, config[property.name])) known.set(linked.name, linked);
  const kept = Object.entries(config).flatMap(([name, value]): [string, unknown][] => {
    const { kind, objStructure = [] } = known.get(name) ?? {};
    if (kind === 'secret') return [];
    if (kind === 'object' && isConfig(value)) return [[name, clean(objStructure, value)]];
    if (kind === 'objects' && Array.isArray(value))
      return [[name, value.map((one) => (isConfig(one) ? clean(objStructure, one) : one))]];
    return [[name, value]];
  });
  return Object.fromEntries(kept);
}

/** Removes write-only values, so that the configuration can be stored or copied. */
export const removeSecrets = (format: ConfigFormat | undefined, config: Config): Config =>
  clean(listProperties(format), config);
