import { type Config, isSecretSet } from '../../contract/entities/common.ts';
import type { NodeType } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import { outputNamesOf } from '../../contract/route-outputs.ts';
import { checkGraph, type GraphToCheck, type KnownNode } from '../domain/graph-rules.ts';
import type { Services } from '../services.ts';
import { keyOf, type NodeDefinition, type PlacedPipeline } from './model.ts';
import type { Problems } from './problems.ts';
import { secretPlaces } from './secrets.ts';
import type { Path } from './yaml/parse.ts';

export type ConfigToCheck = {
  nodeType: NodeType;
  type: string;
  config: Config;
  /** Of the thing as stored, secrets in clear; undefined when there is none of this type. */
  stored: Config | undefined;
  /** Where the thing stands. */
  path: Path;
};

/** The configuration with its secrets in clear; what is wrong with it goes to `problems`. */
export function readConfig(services: Services, problems: Problems, given: ConfigToCheck): Config {
  const { nodeType, type, config, stored, path } = given;
  const { catalogue } = services;
  if (!catalogue.templateOf(nodeType, type)) {
    const [detail] = catalogue.validateConfig(nodeType, type, config).details ?? [];
    problems.add([...path, 'type'], 'unknown', detail?.message ?? `There is no type '${type}'`);
    return config;
  }
  const places = secretPlaces(catalogue, nodeType, type);
  const before = problems.found.length;
  const open = places.change(config, (value, place) => {
    if (!isSecretSet(value)) return undefined;
    const kept = places.at(stored, place);
    if (kept !== undefined) return kept;
    const message = `'${place.at(-1)}' is a secret, which is never exported: write its value in place of {set: true}`;
    problems.add([...path, 'config', ...place], 'secret_needed', message);
    return undefined;
  });
  if (problems.found.length > before) return config;
  const check = catalogue.validateConfig(nodeType, type, open);
  if (check.config) return check.config;
  problems.addDetails([...path, 'config'], check.details);
  return open;
}

const idOf = (index: number): string => `n${index}`;

/** A graph by the positions of its nodes. */
function numbered(nodes: readonly NodeDefinition[]): GraphToCheck {
  const ids = new Map(nodes.map((node, index) => [keyOf(node), idOf(index)]));
  const targets = (refs: NodeDefinition['to']) => refs.flatMap((ref) => ids.get(keyOf(ref)) ?? []);
  const edges: GraphToCheck['edges'] = {};
  const metaInfo: GraphToCheck['metaInfo'] = {};
  for (const [index, node] of nodes.entries()) {
    edges[idOf(index)] = { nodeIds: targets(node.to) };
    const outputs = Object.entries(node.outputs ?? {}).map(([name, refs]) => [name, targets(refs)]);
    metaInfo[idOf(index)] = {
      ...(node.disabled ? { disabled: true } : {}),
      ...(outputs.length > 0 ? { outputs: Object.fromEntries(outputs) } : {}),
    };
  }
  return { edges, metaInfo };
}

/**
 * The rules of a graph that is saved (R5-17 … R5-22), by name.
 * @param exists whether a source or destination of that key is stored or defined.
 */
export function checkPipelineGraph(
  problems: Problems,
  { what, path, nodePaths }: PlacedPipeline,
  exists: (key: string) => boolean,
): void {
  const before = problems.found.length;
  for (const [index, node] of what.nodes.entries()) {
    if (node.nodeType === 'TRANSFORM' || exists(keyOf(node))) continue;
    const noun = node.nodeType === 'SOURCE' ? 'source' : 'transform or destination';
    const message = `There is no ${noun} '${node.name}', neither in this definition nor in the site`;
    problems.add(nodePaths[index] ?? path, 'unknown_node', message);
  }
  if (problems.found.length > before) return;
  const known = new Map<string, KnownNode>(
    what.nodes.map(({ nodeType, name, own }, index) => {
      const outputs = own && outputNamesOf(own.type, own.config);
      return [idOf(index), { id: idOf(index), nodeType, name, outputs }];
    }),
  );
  try {
    checkGraph(numbered(what.nodes), known);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    const [detail] = error.details ?? [];
    const index = /\bn(\d+)/.exec(detail?.field ?? '')?.[1];
    const place = index === undefined ? undefined : nodePaths[Number(index)];
    problems.add(place ?? [...path, 'graph'], detail?.rule ?? 'graph', detail?.message ?? error.message);
  }
}
