import { listProperties } from '../../contract/config-format.ts';
import { type Config, isSecretSet, SECRET_SET } from '../../contract/entities/common.ts';
import type { NodeType } from '../../contract/enums.ts';
import { isRecord } from '../../contract/values.ts';
import type { Catalogue } from '../catalogue.ts';

/** A header of any name may hold an API key. */
const HEADERS = 'headers';
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

const isPlain = (header: string): boolean => PLAIN_HEADERS.includes(header.toLowerCase());

export function findSecretPlaces(catalogue: Catalogue, nodeType: NodeType, type: string) {
  const fields = catalogue.secretFields(type);
  const properties = listProperties(catalogue.findTemplate(nodeType, type)?.configFormat);
  const hasHeaders = properties.some(({ name, kind }) => name === HEADERS && kind === 'map');

  /** Replaces each secret; undefined keeps it. */
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
    /** A text for each mask, for the component's schema. */
    fill: (config: Config): Config => change(config, (value) => (isSecretSet(value) ? 'x' : undefined)),
    /** Secrets with another value; added and removed ones show as fields. */
    others: (before: Config, after: Config): string[] => {
      const former = all(before);
      return [...all(after)].flatMap(([place, value]) =>
        former.has(place) && former.get(place) !== value ? place : [],
      );
    },
    at: (config: Config | undefined, path: readonly string[]): unknown =>
      config && all(config).get(path.join('.')),
  };
}
