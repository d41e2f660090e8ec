import { activeProperties, type ConfigProperty, defaultValues, type SecretBinding } from './config-format.ts';
import { type Config, isSecretSet } from './entities/common.ts';

const NOUNS: Record<SecretBinding, string> = {
  address: 'address',
  bucket: 'bucket',
  issuer: 'issuer',
  security: 'security of the connection',
};

type Bound = { binding: SecretBinding; value: string };

/** Paths and queries may change: the receiver stays the same. */
function toBound(binding: SecretBinding, value: unknown): Bound {
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
  const given = isList ? value.map((one) => one.trim()).join(', ') : value;
  const text = typeof given === 'string' ? given.trim() : (JSON.stringify(given) ?? '');
  const url = binding === 'address' ? URL.parse(text) : null;
  return { binding, value: url && url.origin !== 'null' ? url.origin : text };
}

function readBound(properties: readonly ConfigProperty[], config: Config): Map<string, Bound> {
  const values = { ...defaultValues([...properties]), ...config };
  return new Map(
    activeProperties(properties, values).flatMap(({ property: { name, bindsSecrets } }) =>
      bindsSecrets ? [[name, toBound(bindsSecrets, values[name])]] : [],
    ),
  );
}

const listAddress = (bound: ReadonlyMap<string, Bound>): string =>
  [...bound.values()]
    .filter(({ binding }) => binding === 'address' || binding === 'issuer')
    .map(({ value }) => value)
    .join(':');

/** Destination without paths; empty without one. */
export const describeAddress = (properties: readonly ConfigProperty[], config: Config): string =>
  listAddress(readBound(properties, config));

const lowerFirst = (label: string): string =>
  /^.[A-Z]/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

/** Why stored secrets must be entered again; undefined when they are kept. */
export function describeBindingChange(
  properties: readonly ConfigProperty[],
  before: Config,
  after: Config,
): ((label: string) => string) | undefined {
  const [former, now] = [readBound(properties, before), readBound(properties, after)];
  const names = [...new Set([...former.keys(), ...now.keys()])];
  const changed = names.filter((name) => former.get(name)?.value !== now.get(name)?.value);
  const bindings = changed.flatMap((name) => (former.get(name) ?? now.get(name))?.binding ?? []);
  const binding = (['issuer', 'address', 'bucket', 'security'] as const).find((one) =>
    bindings.includes(one),
  );
  if (!binding) return undefined;
  const isMoved = binding === 'address' || binding === 'issuer';
  const what = `The ${NOUNS[binding]} changed${isMoved ? ` to ${listAddress(now)}` : ''}`;
  const given = listAddress(former);
  const since = given === '' ? '' : `, since it was given for ${given}`;
  return (label) => `${what}: enter the ${lowerFirst(label)} again${since}`;
}

export type KeptSecrets = {
  problems: { field: string; message: string }[];
  dropped: string[];
};

/**
 * A kept secret stays bound to the address it is sent to, and to how that is verified. Shared by service and
 * forms.
 * @param before the stored configuration, secrets masked or sealed
 * @param after as sent: `{set: true}` keeps a secret
 */
export function checkKeptSecrets(
  properties: readonly ConfigProperty[],
  before: Config,
  after: Config,
): KeptSecrets {
  const reason = describeBindingChange(properties, before, after);
  const kept = properties.filter(
    ({ name, kind }) => kind === 'secret' && before[name] !== undefined && isSecretSet(after[name]),
  );
  if (!reason || kept.length === 0) return { problems: [], dropped: [] };
  const values = { ...defaultValues([...properties]), ...after };
  const active = new Set(activeProperties(properties, values).map(({ property }) => property.name));
  const [asked, dropped] = [
    kept.filter(({ name }) => active.has(name)),
    kept.filter(({ name }) => !active.has(name)),
  ];
  return {
    problems: asked.map(({ name, label }) => ({ field: name, message: reason(label) })),
    dropped: dropped.map(({ name }) => name),
  };
}
