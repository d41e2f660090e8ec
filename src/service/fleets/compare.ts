import { OPAMP_METRICS_PATH } from '../../contract/limits.ts';
import { isRecord } from '../../contract/values.ts';

const KINDS = ['receivers', 'processors', 'exporters', 'connectors', 'extensions'];
const NUMBER = String.raw`\d+(?:\.\d+)?`;
const UNITS_MS: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
const DURATION = new RegExp(`^(?:${NUMBER}(?:ns|us|µs|ms|s|m|h))+$`);

type Path = readonly string[];

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0);

function readDuration(value: unknown): number | undefined {
  if (typeof value !== 'string' || !DURATION.test(value)) return undefined;
  let sum = 0;
  for (const [, amount, unit] of value.matchAll(/(\d+(?:\.\d+)?)([a-zµ]+)/g))
    sum += Number(amount) * (UNITS_MS[unit ?? ''] ?? 0);
  return sum;
}

/** Equal in meaning; unreported values cannot differ. */
function isSame(effective: unknown, assigned: unknown, path: Path): boolean {
  if (isNothing(assigned)) return isNothing(effective) || isRecord(effective);
  if (effective === '[REDACTED]') return true;
  if (typeof assigned === 'string' && assigned.includes('${')) return true;
  const [ran, meant] = [readDuration(effective), readDuration(assigned)];
  if (ran !== undefined && ran === meant) return true;
  // Values of some types are reported as {}.
  if (isRecord(effective)) return isNothing(effective) && !isRecord(assigned) && !Array.isArray(assigned);
  if (isRecord(assigned)) return false;
  // Levels are reported capitalized.
  const isLevel = path[0] === 'service' && path.at(-1) === 'level';
  const fold = (value: unknown) => (isLevel ? String(value).toLowerCase() : String(value));
  return fold(effective) === fold(assigned);
}

function isAddition(value: unknown, path: Path): boolean {
  if (isNothing(value)) return false;
  const [section = '', name = '', third] = path;
  if (path.length === 1) return true;
  if (KINDS.includes(section)) return path.length === 2;
  if (section !== 'service') return true;
  if (name === 'telemetry') return third === 'metrics' && path.at(-1) === 'readers';
  return name === 'extensions' || name === 'pipelines';
}

/** Unreported settings: zeros, and switches of enabled parts. Other defaults are reported. */
const isUntold = (meant: unknown, path: Path): boolean =>
  KINDS.includes(path[0] ?? '') &&
  path.length > 2 &&
  (meant === false ||
    meant === 0 ||
    meant === '' ||
    readDuration(meant) === 0 ||
    (meant === true && path.at(-1) === 'enabled'));

/** Collectors report maps such as headers as name-value lists. */
function readPairs(list: unknown[]): unknown {
  const pairs = list.filter(isRecord).filter((pair) => 'name' in pair && 'value' in pair);
  return pairs.length < list.length
    ? list
    : Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
}

function align(told: unknown, assigned: unknown, path: Path): unknown {
  const effective = Array.isArray(told) && isRecord(assigned) ? readPairs(told) : told;
  if (isSame(effective, assigned, path)) return assigned;
  if (Array.isArray(effective) && Array.isArray(assigned) && effective.length === assigned.length)
    return effective.map((item, index) => align(item, assigned[index], path));
  if (!isRecord(effective)) return effective;
  const known = isRecord(assigned) ? assigned : {};
  const aligned: Record<string, unknown> = {};
  for (const name of Object.keys({ ...known, ...effective })) {
    const [value, meant] = [effective[name], known[name]];
    const at = [...path, name];
    if (name in known) {
      // An empty setting enables a part, an empty section nothing.
      const isEmpty = isNothing(meant) && (at.length === 1 || at[0] === 'service');
      if (name in effective || isEmpty) aligned[name] = align(value, meant, at);
      else if (isUntold(meant, at)) aligned[name] = meant;
    } else if (isAddition(value, at)) {
      // Defaults inside unassigned sections are dropped too.
      const isSection = isRecord(value) && (at.length === 1 || at[1] === 'telemetry');
      const kept = isSection ? align(value, {}, at) : value;
      if (!isNothing(kept)) aligned[name] = kept;
    }
  }
  return aligned;
}

const dropFrom = (list: unknown, isDropped: (item: unknown) => boolean): unknown =>
  Array.isArray(list) ? list.filter((item) => !isDropped(item)) : list;

/** Removes the supervisor's extension and the agent's metrics exporter. */
function withoutSupervisor(effective: Record<string, unknown>, assigned: unknown): Record<string, unknown> {
  const extensions = isRecord(effective.extensions) ? effective.extensions : {};
  const service = isRecord(effective.service) ? effective.service : {};
  const telemetry = isRecord(service.telemetry) ? service.telemetry : {};
  const metrics = isRecord(telemetry.metrics) ? telemetry.metrics : {};
  const isOwn = (reader: unknown) => JSON.stringify(reader).includes(`${OPAMP_METRICS_PATH}"`);
  const { opamp, ...others } = extensions;
  const isAssigned = isRecord(assigned) && isRecord(assigned.extensions) && 'opamp' in assigned.extensions;
  return {
    ...effective,
    extensions: isAssigned ? extensions : others,
    service: {
      ...service,
      extensions: isAssigned ? service.extensions : dropFrom(service.extensions, (id) => id === 'opamp'),
      telemetry: { ...telemetry, metrics: { ...metrics, readers: dropFrom(metrics.readers, isOwn) } },
    },
  };
}

/**
 * Aligns a reported configuration with the assigned one for comparison: drops unassigned defaults, which
 * agents report, and the supervisor's additions. Unassigned components and pipelines stay.
 */
export const alignEffective = (effective: unknown, assigned: unknown): unknown =>
  isRecord(effective) ? align(withoutSupervisor(effective, assigned), assigned, []) : effective;
