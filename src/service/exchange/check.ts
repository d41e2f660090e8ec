import { type Config, isSecretSet } from '../../contract/entities/common.ts';
import type { NodeType } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import { describeBindingChange } from '../../contract/kept-secrets.ts';
import { listConfigProperties, SECRET_BOUND } from '../kept-secrets.ts';
import { checkGraph, type GraphToCheck, type KnownNode } from '../pipelines/graph-rules.ts';
import type { Services } from '../services.ts';
import { formatKey, type NodeDefinition, type PlacedPipeline } from './model.ts';
import type { Problems } from './problems.ts';
import { findSecretPlaces } from './secrets.ts';
import type { Path } from './yaml/parse.ts';

type ConfigToCheck = {
  nodeType: NodeType;
  type: string;
  config: Config;
  /** Secrets in clear; undefined without a stored one of this type. */
  stored: Config | undefined;
  path: Path;
  /** A disabled node may be unfinished. */
  disabled?: boolean | undefined;
};

/** Secrets in clear; faults go to `problems`. */
export function readConfig(services: Services, problems: Problems, given: ConfigToCheck): Config {
  const { nodeType, type, config, stored, path, disabled = false } = given;
  const { catalogue } = services;
  if (!catalogue.findTemplate(nodeType, type)) {
    const [detail] = catalogue.validateConfig(nodeType, type, config).details ?? [];
    problems.add([...path, 'type'], 'unknown', detail?.message ?? `There is no type '${type}'`);
    return config;
  }
  const places = findSecretPlaces(catalogue, nodeType, type);
  const before = problems.found.length;
  const properties = listConfigProperties(catalogue, nodeType, type);
  const describeChange = stored && describeBindingChange(properties, stored, config);
  const open = places.change(config, (value, place) => {
    if (!isSecretSet(value)) return undefined;
    const kept = places.at(stored, place);
    if (kept !== undefined && describeChange) {
      const [name = ''] = place.slice(-1);
      const label = properties.find((property) => property.name === name)?.label ?? `header ${name}`;
      problems.add([...path, 'config', ...place], SECRET_BOUND, describeChange(label));
      return undefined;
    }
    if (kept !== undefined) return kept;
    const message = `'${place.at(-1)}' is a secret, which is never exported: write its value in place of {set: true}`;
    problems.add([...path, 'config', ...place], 'secret_needed', message);
    return undefined;
  });
  if (problems.found.length > before) return config;
  const check = catalogue.validateConfig(nodeType, type, open);
  if (check.config) return check.config;
  if (disabled) return open;
  problems.addDetails([...path, 'config'], check.details);
  return open;
}

const findId = (index: number): string => `n${index}`;

function numberNodes(nodes: readonly NodeDefinition[]): GraphToCheck {
  const ids = new Map(nodes.map((node, index) => [formatKey(node), findId(index)]));
  const targets = (refs: NodeDefinition['to']) => refs.flatMap((ref) => ids.get(formatKey(ref)) ?? []);
  const edges: GraphToCheck['edges'] = {};
  const metaInfo: GraphToCheck['metaInfo'] = {};
  for (const [index, node] of nodes.entries()) {
    edges[findId(index)] = { nodeIds: targets(node.to) };
    const outputs = Object.entries(node.outputs ?? {}).map(([name, refs]) => [name, targets(refs)]);
    metaInfo[findId(index)] = {
      ...(node.disabled ? { disabled: true } : {}),
      ...(outputs.length > 0 ? { outputs: Object.fromEntries(outputs) } : {}),
    };
  }
  return { edges, metaInfo };
}

/**
 * Checks the graph rules by name.
 * @param exists whether a connection is stored or defined
 */
export function checkPipelineGraph(
  problems: Problems,
  { what, path, nodePaths }: PlacedPipeline,
  exists: (key: string) => boolean,
): void {
  const before = problems.found.length;
  for (const [index, node] of what.nodes.entries()) {
    if (node.nodeType === 'TRANSFORM' || exists(formatKey(node))) continue;
    const noun = node.nodeType === 'SOURCE' ? 'source' : 'transform or destination';
    const message = `There is no ${noun} '${node.name}', neither in this definition nor in the site`;
    problems.add(nodePaths[index] ?? path, 'unknown_node', message);
  }
  if (problems.found.length > before) return;
  const known = new Map<string, KnownNode>(
    what.nodes.map(({ nodeType, name, own }, index) => {
      const { type = '', config = {} } = own ?? {};
      return [findId(index), { id: findId(index), nodeType, name, templateId: type, config }];
    }),
  );
  try {
    checkGraph(numberNodes(what.nodes), known);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    const [detail] = error.details ?? [];
    const index = /\bn(\d+)/.exec(detail?.field ?? '')?.[1];
    const place = index === undefined ? undefined : nodePaths[Number(index)];
    problems.add(place ?? [...path, 'graph'], detail?.rule ?? 'graph', detail?.message ?? error.message);
  }
}
