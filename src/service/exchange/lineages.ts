import type { Services } from '../services.ts';
import type { TransformRow } from '../store/schema.ts';
import { toPipelineDefinition } from './collect.ts';
import { formatKey, type NodeDefinition } from './model.ts';
import { isSameTransform, type PlannedPipeline } from './plan.ts';

type Fresh = { name: string; own: NonNullable<NodeDefinition['own']> };
type Fits = (row: TransformRow, one: Fresh) => boolean;

const UNKNOWN = '?';

/** Neighbors of each transform by name; names unknown to `called` are unknown. */
function listPlaces(nodes: readonly NodeDefinition[], called: (key: string) => string): Map<string, string> {
  const named = (keys: readonly string[]) => keys.map(called).sort();
  return new Map(
    nodes.map((node) => {
      const key = formatKey(node);
      const before = nodes.filter((other) => other.to.some((ref) => formatKey(ref) === key)).map(formatKey);
      return [node.name, JSON.stringify([named(before), named(node.to.map(formatKey))])];
    }),
  );
}

/** Adds pairs that fit only each other. */
function pairUp(
  gone: readonly TransformRow[],
  fresh: readonly Fresh[],
  fits: Fits,
  pairs: Map<string, TransformRow>,
) {
  const taken = new Set(pairs.values());
  const rows = gone.filter((row) => !taken.has(row));
  const open = fresh.filter(({ name }) => !pairs.has(name));
  for (const one of open) {
    const [row, ...others] = rows.filter((candidate) => fits(candidate, one));
    if (!row || others.length > 0) continue;
    if (open.filter((other) => fits(row, other)).length === 1) pairs.set(one.name, row);
  }
}

/**
 * Lineages of renamed transforms by new name: unchanged otherwise, or changed in the place of one of their
 * type. Ambiguous ones are omitted.
 */
export function matchRenamed(
  services: Services,
  { stored, what, configs }: PlannedPipeline,
): Map<string, string> {
  if (!stored) return new Map();
  const own = what.nodes.flatMap(({ name, own: defined }) => (defined ? [{ name, own: defined }] : []));
  const names = new Set(own.map(({ name }) => name));
  const known = new Set(stored.transforms.map(({ name }) => name));
  const gone = stored.transforms.filter(({ name }) => !names.has(name));
  const fresh = own.filter(({ name }) => !known.has(name));
  const pairs = new Map<string, TransformRow>();
  pairUp(
    gone,
    fresh,
    (row, one) => isSameTransform(services, row, one.own, configs.get(one.name) ?? {}),
    pairs,
  );

  const keyOfTransform = (name: string) => formatKey({ nodeType: 'TRANSFORM', name });
  const isGone = new Set(gone.map(({ name }) => keyOfTransform(name)));
  const formerly = new Map(fresh.map(({ name }) => [keyOfTransform(name), pairs.get(name)?.name]));
  const paired = new Set([...pairs.values()].map(({ name }) => keyOfTransform(name)));
  const before = listPlaces(toPipelineDefinition(services, stored).nodes, (key) =>
    isGone.has(key) && !paired.has(key) ? UNKNOWN : key,
  );
  const after = listPlaces(what.nodes, (key) => {
    if (!formerly.has(key)) return key;
    const name = formerly.get(key);
    return name === undefined ? UNKNOWN : keyOfTransform(name);
  });
  const standsThere: Fits = (row, one) =>
    row.template_id === one.own.type && before.get(row.name) === after.get(one.name);
  pairUp(gone, fresh, standsThere, pairs);
  return new Map([...pairs].map(([name, row]) => [name, row.lineage_id]));
}
