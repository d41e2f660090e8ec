import { createHash } from 'node:crypto';
import { DEFINITION_FORMAT } from '../../contract/calls/exchange.ts';
import { type ConfigProperty, linkedProperties, propertiesIn } from '../../contract/config-format.ts';
import type { Config } from '../../contract/entities/common.ts';
import type { NodeType } from '../../contract/enums.ts';
import type { Catalogue } from '../catalogue.ts';
import {
  byName,
  type ConnectionDefinition,
  type Definition,
  keyOf,
  type NodeDefinition,
  type PipelineDefinition,
  type Ref,
} from './model.ts';
import { secretPlaces } from './secrets.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sorted = <T>(record: Record<string, T>): [string, T][] =>
  Object.entries(record).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** Keys in the order of the form, what the form does not know after it in the order of the alphabet. */
function ordered(properties: readonly ConfigProperty[], values: Config): Config {
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
  const rest = sorted(values).filter(([name]) => !known.has(name));
  const own = names.map((name) => [name, orderedValue(known.get(name), values[name])] as const);
  return Object.fromEntries([...own, ...rest]);
}

function orderedValue(property: ConfigProperty | undefined, value: unknown): unknown {
  if (property?.kind === 'map' && isRecord(value)) return Object.fromEntries(sorted(value));
  const structure = property?.objStructure;
  if (!structure) return value;
  if (Array.isArray(value)) return value.map((one) => (isRecord(one) ? ordered(structure, one) : one));
  return isRecord(value) ? ordered(structure, value) : value;
}

/**
 * A configuration as its component reads it now, keys in one order, secrets masked: two that mean the same
 * are the same. One that the component refuses is only ordered.
 * @param open secrets in clear, or masked.
 */
export function canonicalConfig(
  catalogue: Catalogue,
  nodeType: NodeType,
  type: string,
  open: Config,
): Config {
  const { mask, fill } = secretPlaces(catalogue, nodeType, type);
  // A mask stands for a text when the component looks at it.
  const check = catalogue.validateConfig(nodeType, type, fill(open));
  const config = JSON.parse(JSON.stringify(mask(check.config ?? open))) as Config;
  return ordered(propertiesIn(catalogue.templateOf(nodeType, type)?.configFormat), config);
}

/** Nodes along the flow: each after all that lead to it, else in the order of the edges; names decide ties. */
export function inFlowOrder(nodes: readonly NodeDefinition[]): NodeDefinition[] {
  const named = new Map(nodes.map((node) => [keyOf(node), node]));
  const waiting = new Map([...named.keys()].map((key) => [key, 0]));
  const targets = (node: NodeDefinition) => node.to.map(keyOf).filter((key) => named.has(key));
  for (const node of named.values())
    for (const key of targets(node)) waiting.set(key, (waiting.get(key) ?? 0) + 1);
  const queue = [...named.values()].filter((node) => waiting.get(keyOf(node)) === 0).sort(byName);
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

/** What is empty is left out. */
const filled = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));

export function connectionValue(one: ConnectionDefinition): Record<string, unknown> {
  const { name, type, description, status, archive, config } = one;
  const shown = status === 'ACTIVE' ? '' : status;
  return { name, type, ...filled({ description, status: shown, archive, config }) };
}

function graphValue(nodes: readonly NodeDefinition[]): Record<string, unknown>[] {
  const transforms = new Set(nodes.flatMap((node) => (node.nodeType === 'TRANSFORM' ? [node.name] : [])));
  const refValue = (ref: Ref) =>
    ref.nodeType === 'SINK' && transforms.has(ref.name) ? { destination: ref.name } : ref.name;
  return inFlowOrder(nodes).flatMap((node): Record<string, unknown>[] => {
    const { nodeType, name, notes, disabled, own } = node;
    if (nodeType === 'SINK')
      return notes || disabled ? [{ destination: name, ...filled({ notes, disabled }) }] : [];
    const outputs = node.outputs
      ? Object.fromEntries(sorted(node.outputs).map(([output, refs]) => [output, refs.map(refValue)]))
      : undefined;
    const ways = outputs ? { outputs } : { to: node.to.map(refValue) };
    if (nodeType === 'SOURCE') return [{ source: name, ...filled({ notes }), ...filled(ways) }];
    const { type = '', description = '', config = {} } = own ?? {};
    const settings = filled({ description, notes, disabled, config });
    return [{ transform: name, type, ...settings, ...filled(ways) }];
  });
}

export const pipelineValue = ({ name, description, nodes }: PipelineDefinition): Record<string, unknown> => ({
  name,
  ...filled({ description, graph: graphValue(nodes) }),
});

/** The one value that stands for a definition: things by name, keys in their order, nothing empty. */
export function definitionValue({ connections, pipelines }: Definition): Record<string, unknown> {
  const section = (kind: ConnectionDefinition['kind']) =>
    connections
      .filter((one) => one.kind === kind)
      .sort(byName)
      .map(connectionValue);
  return {
    format: DEFINITION_FORMAT,
    ...filled({
      sources: section('SOURCE'),
      destinations: section('SINK'),
      pipelines: [...pipelines].sort(byName).map(pipelineValue),
    }),
  };
}

/** A number for an ETag: definitions of the same content have the same. */
export function fingerprint(value: unknown): number {
  const digest = createHash('sha256').update(JSON.stringify(value)).digest('hex');
  // 48 bits: a whole number that a double holds.
  return Number.parseInt(digest.slice(0, 12), 16);
}
