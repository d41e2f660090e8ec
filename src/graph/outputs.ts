import { listOutputNames, listRouteNames, UNMATCHED_OUTPUT } from '../contract/route-outputs.ts';
import type { Draft, DraftNode, NodeMeta } from './draft.ts';

type Outputs = Readonly<Record<string, readonly string[]>>;

/** Key of an output whose name is empty or a duplicate. */
const placeholder = (index: number): string => ` ${index}`;

export const isUnnamed = (output: string): boolean => output.startsWith(' ');

export const outputTitle = (output: string): string =>
  isUnnamed(output) ? `output ${Number(output) + 1}` : output;

/** In order; undefined without named outputs. A key is the name unless that is empty or a duplicate. */
export function outputKeysOf(node: DraftNode | undefined): string[] | undefined {
  if (node?.nodeType !== 'TRANSFORM') return undefined;
  const names = listOutputNames(node.templateId, node.config);
  return names?.map((name, index) =>
    name === '' || names.indexOf(name) !== index ? placeholder(index) : name,
  );
}

export function targetsOf(
  { meta }: { readonly meta: Readonly<Record<string, Pick<NodeMeta, 'outputs'>>> },
  id: string,
  output: string,
): readonly string[] {
  const { outputs } = meta[id] ?? {};
  return (outputs && Object.hasOwn(outputs, output) && outputs[output]) || [];
}

/** Empty without named outputs. */
export const outputsTo = (draft: Draft, fromId: string, toId: string): string[] =>
  (outputKeysOf(draft.nodes[fromId]) ?? []).filter((output) =>
    targetsOf(draft, fromId, output).includes(toId),
  );

/** The first unconnected output, else the one for unmatched events. */
export function openOutput(draft: Draft, id: string): string | undefined {
  const keys = outputKeysOf(draft.nodes[id]);
  if (!keys) return undefined;
  const loose = keys.find((output) => targetsOf(draft, id, output).length === 0);
  return loose ?? (keys.includes(UNMATCHED_OUTPUT) ? UNMATCHED_OUTPUT : keys[0]);
}

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

/** By name, the rest by position. */
function formerKeys(before: readonly string[], after: readonly string[]): Map<string, string> {
  const same = new Map(after.filter((key) => before.includes(key)).map((key) => [key, key]));
  if (before.length !== after.length) return same;
  const gone = before.filter((key) => !after.includes(key));
  const come = after.filter((key) => !before.includes(key));
  return new Map([...same, ...come.map((key, index): [string, string] => [key, gone[index] ?? key])]);
}

/** Renamed outputs keep their connections, removed ones lose them. */
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

const listRoutes = (config: Config): unknown[] => (Array.isArray(config.routes) ? config.routes : []);

/** −1 for none. */
const placeOf = (config: Config, output: string): number =>
  isUnnamed(output) ? Number(output) : listRouteNames(config).indexOf(output);

/** The new route matches nothing until it has a condition. */
export const withRoute = (config: Config, name: string): Record<string, unknown> => ({
  ...config,
  routes: [...listRoutes(config), { name }],
});

export const withRouteNamed = (config: Config, output: string, name: string): Record<string, unknown> => {
  const at = placeOf(config, output);
  const routes = listRoutes(config).map((route, index) =>
    index === at && typeof route === 'object' ? { ...route, name } : route,
  );
  return { ...config, routes };
};

/** Without an output for them, unmatched events are dropped. */
export const withoutRoute = (config: Config, output: string): Record<string, unknown> => {
  if (output === UNMATCHED_OUTPUT) return { ...config, unmatched: 'drop' };
  const at = placeOf(config, output);
  return { ...config, routes: listRoutes(config).filter((_, index) => index !== at) };
};

/** Undefined when allowed. */
export function outputNameRefusal(config: Config, name: string, former?: string): string | undefined {
  const wanted = name.trim();
  if (wanted === '') return 'An output needs a name';
  if (wanted === UNMATCHED_OUTPUT) return `'${UNMATCHED_OUTPUT}' is the output of all other events`;
  const isTaken = wanted !== former && listRouteNames(config).includes(wanted);
  return isTaken ? `There is an output '${wanted}' already` : undefined;
}
