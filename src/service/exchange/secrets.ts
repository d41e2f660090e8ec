import { propertiesIn } from '../../contract/config-format.ts';
import { type Config, isSecretSet, SECRET_SET } from '../../contract/entities/common.ts';
import type { NodeType } from '../../contract/enums.ts';
import type { Catalogue } from '../catalogue.ts';

/** Headers of requests: a key of an API may stand in one of any name. */
const HEADERS = 'headers';
/** Headers that say how something is sent, and never by whom. */
const PLAIN_HEADERS: readonly string[] = [
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-language',
  'content-type',
  'user-agent',
];

type Values = Record<string, unknown>;

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPlain = (header: string): boolean => PLAIN_HEADERS.includes(header.toLowerCase());

/** Where the secrets of a component of this type stand: in fields, and in the headers it sends. */
export function secretPlaces(catalogue: Catalogue, nodeType: NodeType, type: string) {
  const fields = catalogue.secretFields(type);
  const properties = propertiesIn(catalogue.templateOf(nodeType, type)?.configFormat);
  const hasHeaders = properties.some(({ name, kind }) => name === HEADERS && kind === 'map');

  /** Each secret of the configuration as `change` gives it; undefined leaves it as it is. */
  const change = (config: Config, to: (value: unknown, path: readonly string[]) => unknown): Config => {
    const inside = (values: Values, isSecret: (name: string) => boolean, path: readonly string[]): Values =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => {
          if (value === undefined || !isSecret(name)) return [name, value];
          return [name, to(value, [...path, name]) ?? value];
        }),
      );
    const changed = inside(config, (name) => fields.includes(name), []);
    const headers = changed[HEADERS];
    if (!hasHeaders || !isRecord(headers)) return changed;
    return { ...changed, [HEADERS]: inside(headers, (name) => !isPlain(name), [HEADERS]) };
  };

  const all = (config: Config): Map<string, unknown> => {
    const found = new Map<string, unknown>();
    change(config, (value, path) => {
      found.set(path.join('.'), value);
      return undefined;
    });
    return found;
  };

  return {
    change,
    mask: (config: Config): Config => change(config, () => SECRET_SET),
    /** A text in the place of each mask, for the component to look at. */
    fill: (config: Config): Config => change(config, (value) => (isSecretSet(value) ? 'x' : undefined)),
    /** Secrets that were set and get another value; one that is new or goes shows as a field. */
    others: (before: Config, after: Config): string[] => {
      const former = all(before);
      return [...all(after)].flatMap(([place, value]) =>
        former.has(place) && former.get(place) !== value ? place : [],
      );
    },
    /** The secret at that place. */
    at: (config: Config | undefined, path: readonly string[]): unknown =>
      config && all(config).get(path.join('.')),
  };
}
