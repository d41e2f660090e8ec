import { outputNamesOf, routeNamesOf, UNMATCHED_OUTPUT } from '../../src/contract/route-outputs.ts';
import type { Draft, DraftNode } from './draft.ts';

type Outputs = Readonly<Record<string, readonly string[]>>;

/** Stands for the name of an output that has none yet, or one that stands before it too. */
const placeholder = (index: number): string => ` ${index}`;

export const isUnnamed = (output: string): boolean => output.startsWith(' ');

/** What people read: an output without a usable name by its place. */
export const outputTitle = (output: string): string =>
  isUnnamed(output) ? `output ${Number(output) + 1}` : output;

/**
 * Keys of a node's outputs in their order, each once; undefined when its events all leave the same way. A
 * key is the output's name wherever it has a usable one.
 */
export function outputKeysOf(node: DraftNode | undefined): string[] | undefined {
  if (node?.nodeType !== 'TRANSFORM') return undefined;
  const names = outputNamesOf(node.templateId, node.config);
  return names?.map((name, index) =>
    name === '' || names.indexOf(name) !== index ? placeholder(index) : name,
  );
}

/** Ids of the nodes an output leads to. */
export const targetsOf = (draft: Draft, id: string, output: string): readonly string[] =>
  draft.meta[id]?.outputs?.[output] ?? [];

/** The outputs of one node that lead to another, in their order; none when it has no named outputs. */
export const outputsTo = (draft: Draft, fromId: string, toId: string): string[] =>
  (outputKeysOf(draft.nodes[fromId]) ?? []).filter((output) =>
    targetsOf(draft, fromId, output).includes(toId),
  );

/** Where a connection goes that names no output: the first that leads nowhere, else that of unmatched events. */
export function openOutput(draft: Draft, id: string): string | undefined {
  const keys = outputKeysOf(draft.nodes[id]);
  if (!keys) return undefined;
  const loose = keys.find((output) => targetsOf(draft, id, output).length === 0);
  return loose ?? (keys.includes(UNMATCHED_OUTPUT) ? UNMATCHED_OUTPUT : keys[0]);
}

/** The draft with other outputs of a node; its edges follow from them. */
export function withOutputs(draft: Draft, id: string, outputs: Outputs): Draft {
  const used = Object.fromEntries(
    Object.entries(outputs).flatMap(([output, to]): [string, string[]][] =>
      to.length > 0 ? [[output, [...to]]] : [],
    ),
  );
  const { outputs: _former, ...rest } = draft.meta[id] ?? {};
  const nodeIds = [...new Set(Object.values(used).flat())];
  const { [id]: _edge, ...edges } = draft.edges;
  return {
    ...draft,
    edges: nodeIds.length > 0 ? { ...edges, [id]: { nodeIds } } : edges,
    meta: { ...draft.meta, [id]: nodeIds.length > 0 ? { ...rest, outputs: used } : rest },
  };
}

/** For each output after a change the one it was before. Names decide; what is left is paired by its place. */
function formerKeys(before: readonly string[], after: readonly string[]): Map<string, string> {
  const same = new Map(after.filter((key) => before.includes(key)).map((key) => [key, key]));
  if (before.length !== after.length) return same;
  const gone = before.filter((key) => !after.includes(key));
  const come = after.filter((key) => !before.includes(key));
  return new Map([...same, ...come.map((key, index): [string, string] => [key, gone[index] ?? key])]);
}

/** After another configuration of a node: renamed outputs keep their connections, removed ones lose them. */
export function followOutputs(draft: Draft, before: DraftNode, after: DraftNode): Draft {
  const [former, keys] = [outputKeysOf(before), outputKeysOf(after)];
  if (!former || !keys || former.join('\n') === keys.join('\n')) return draft;
  const from = formerKeys(former, keys);
  const outputs = keys.map((key): [string, readonly string[]] => {
    const old = from.get(key);
    return [key, old === undefined ? [] : targetsOf(draft, after.id, old)];
  });
  return withOutputs(draft, after.id, Object.fromEntries(outputs));
}

type Config = Readonly<Record<string, unknown>>;

const routesOf = (config: Config): unknown[] => (Array.isArray(config.routes) ? config.routes : []);

/** Place of a route by the key of its output; −1 when there is none. */
const placeOf = (config: Config, output: string): number =>
  isUnnamed(output) ? Number(output) : routeNamesOf(config).indexOf(output);

/** A configuration with one route more, which matches nothing until its condition is written. */
export const withRoute = (config: Config, name: string): Record<string, unknown> => ({
  ...config,
  routes: [...routesOf(config), { name }],
});

/** A configuration in which a route has another name. */
export const withRouteNamed = (config: Config, output: string, name: string): Record<string, unknown> => {
  const at = placeOf(config, output);
  const routes = routesOf(config).map((route, index) =>
    index === at && typeof route === 'object' ? { ...route, name } : route,
  );
  return { ...config, routes };
};

/** A configuration without a route; without the output of unmatched events these are dropped. */
export const withoutRoute = (config: Config, output: string): Record<string, unknown> => {
  if (output === UNMATCHED_OUTPUT) return { ...config, unmatched: 'drop' };
  const at = placeOf(config, output);
  return { ...config, routes: routesOf(config).filter((_, index) => index !== at) };
};

/** Why an output cannot have this name, or undefined. */
export function outputNameRefusal(config: Config, name: string, former?: string): string | undefined {
  const wanted = name.trim();
  if (wanted === '') return 'An output needs a name';
  if (wanted === UNMATCHED_OUTPUT) return `'${UNMATCHED_OUTPUT}' is the output of all other events`;
  const isTaken = wanted !== former && routeNamesOf(config).includes(wanted);
  return isTaken ? `There is an output '${wanted}' already` : undefined;
}
