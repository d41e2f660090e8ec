import { createHash } from 'node:crypto';
import { DEFINITION_FORMAT } from '../../contract/calls/exchange.ts';
import { type ConfigProperty, linkedProperties, listProperties } from '../../contract/config-format.ts';
import type { Config } from '../../contract/entities/common.ts';
import type { NodeType } from '../../contract/enums.ts';
import { isRecord } from '../../contract/values.ts';
import type { Catalogue } from '../catalogue.ts';
import { type AlertDefinition, toAlertValue } from './alert-rule-format.ts';
import {
  type ConnectionDefinition,
  compareNames,
  type Definition,
  formatKey,
  type NodeDefinition,
  type PipelineDefinition,
  type Ref,
} from './model.ts';
import { findSecretPlaces } from './secrets.ts';

const sortEntries = <T>(record: Record<string, T>): [string, T][] =>
  Object.entries(record).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** Form order first, then alphabetical. */
function orderNodes(properties: readonly ConfigProperty[], values: Config): Config {
  const known = new Map<string, ConfigProperty>();
  const collect = (list: readonly ConfigProperty[]) => {
    for (const property of list) {
      if (known.has(property.name)) continue;
      known.set(property.name, property);
      collect(linkedProperties(property, values[property.name]));
    }
  };
  collect(properties);
  const names = [...known.keys()].filter((name) => name in values);
  const rest = sortEntries(values).filter(([name]) => !known.has(name));
  const own = names.map((name) => [name, orderValue(known.get(name), values[name])] as const);
  return Object.fromEntries([...own, ...rest]);
}

function orderValue(property: ConfigProperty | undefined, value: unknown): unknown {
  if (property?.kind === 'map' && isRecord(value)) return Object.fromEntries(sortEntries(value));
  const structure = property?.objStructure;
  if (!structure) return value;
  if (Array.isArray(value)) return value.map((one) => (isRecord(one) ? orderNodes(structure, one) : one));
  return isRecord(value) ? orderNodes(structure, value) : value;
}

/**
 * Orders keys and masks secrets, so that equal configurations have equal text. An invalid one is only
 * ordered.
 * @param open secrets in clear, or masked
 */
export function normalizeConfig(
  catalogue: Catalogue,
  nodeType: NodeType,
  type: string,
  open: Config,
): Config {
  const { mask, fill } = findSecretPlaces(catalogue, nodeType, type);
  // The component's schema needs a text instead of the mask.
  const check = catalogue.validateConfig(nodeType, type, fill(open));
  const config = JSON.parse(JSON.stringify(mask(check.config ?? open))) as Config;
  return orderNodes(listProperties(catalogue.findTemplate(nodeType, type)?.configFormat), config);
}

/** Topological order; ties by edge order, then name. */
export function sortByFlow(nodes: readonly NodeDefinition[]): NodeDefinition[] {
  const named = new Map(nodes.map((node) => [formatKey(node), node]));
  const waiting = new Map([...named.keys()].map((key) => [key, 0]));
  const targets = (node: NodeDefinition) => node.to.map(formatKey).filter((key) => named.has(key));
  for (const node of named.values())
    for (const key of targets(node)) waiting.set(key, (waiting.get(key) ?? 0) + 1);
  const queue = [...named.values()].filter((node) => waiting.get(formatKey(node)) === 0).sort(compareNames);
  const order: NodeDefinition[] = [];
  for (let node = queue.shift(); node; node = queue.shift()) {
    order.push(node);
    for (const key of targets(node)) {
      const left = (waiting.get(key) ?? 0) - 1;
      waiting.set(key, left);
      const next = named.get(key);
      if (left === 0 && next) queue.push(next);
    }
  }
  return order;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  value === false ||
  (isRecord(value) && Object.keys(value).length === 0) ||
  (Array.isArray(value) && value.length === 0);

const dropEmpty = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));

export function toConnectionValue(one: ConnectionDefinition): Record<string, unknown> {
  const { name, type, description, status, archive, config } = one;
  const shown = status === 'ACTIVE' ? '' : status;
  return { name, type, ...dropEmpty({ description, status: shown, archive, config }) };
}

function toGraphValue(nodes: readonly NodeDefinition[]): Record<string, unknown>[] {
  const transforms = new Set(nodes.flatMap((node) => (node.nodeType === 'TRANSFORM' ? [node.name] : [])));
  const toRefValue = (ref: Ref) =>
    ref.nodeType === 'SINK' && transforms.has(ref.name) ? { destination: ref.name } : ref.name;
  return sortByFlow(nodes).flatMap((node): Record<string, unknown>[] => {
    const { nodeType, name, notes, disabled, own } = node;
    if (nodeType === 'SINK')
      return notes || disabled ? [{ destination: name, ...dropEmpty({ notes, disabled }) }] : [];
    const outputs = node.outputs
      ? Object.fromEntries(sortEntries(node.outputs).map(([output, refs]) => [output, refs.map(toRefValue)]))
      : undefined;
    const ways = outputs ? { outputs } : { to: node.to.map(toRefValue) };
    if (nodeType === 'SOURCE') return [{ source: name, ...dropEmpty({ notes }), ...dropEmpty(ways) }];
    const { type = '', description = '', config = {} } = own ?? {};
    const settings = dropEmpty({ description, notes, disabled, config });
    return [{ transform: name, type, ...settings, ...dropEmpty(ways) }];
  });
}

export const toPipelineValue = ({
  name,
  description,
  nodes,
}: PipelineDefinition): Record<string, unknown> => ({
  name,
  ...dropEmpty({ description, graph: toGraphValue(nodes) }),
});

export function toDefinitionValue(
  { connections, pipelines }: Definition,
  alerts: readonly AlertDefinition[] = [],
): Record<string, unknown> {
  const toSection = (kind: ConnectionDefinition['kind']) =>
    connections
      .filter((one) => one.kind === kind)
      .sort(compareNames)
      .map(toConnectionValue);
  return {
    format: DEFINITION_FORMAT,
    ...dropEmpty({
      sources: toSection('SOURCE'),
      destinations: toSection('SINK'),
      pipelines: [...pipelines].sort(compareNames).map(toPipelineValue),
      alerts: alerts.map(toAlertValue),
    }),
  };
}

/** Equal definitions have equal numbers, for ETags. */
export function computeFingerprint(value: unknown): number {
  const digest = createHash('sha256').update(JSON.stringify(value)).digest('hex');
  // 48 bits fit a double exactly.
  return Number.parseInt(digest.slice(0, 12), 16);
}
