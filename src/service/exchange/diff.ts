import type { DefinitionChange } from '../../contract/calls/exchange.ts';
import { isSecretSet } from '../../contract/entities/common.ts';
import { connectionValue, pipelineValue } from './canonical.ts';
import type { ConnectionDefinition, PipelineDefinition } from './model.ts';

type Fields = Record<string, unknown>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const listsOfRecords = (a: unknown, b: unknown): a is unknown[] =>
  Array.isArray(a) && Array.isArray(b) && [...a, ...b].every(isRecord);

/** Every field that differs; texts, numbers and lists of those count as one field. */
function changesBetween(before: unknown, after: unknown, field: string): DefinitionChange[] {
  if (same(before, after)) return [];
  const inside = (name: string | number) => (field === '' ? `${name}` : `${field}.${name}`);
  if (isRecord(before) && isRecord(after) && !isSecretSet(before) && !isSecretSet(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => changesBetween(before[name], after[name], inside(name)));
  }
  if (listsOfRecords(before, after) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }).flatMap((_, index) =>
      changesBetween(before[index], after[index], inside(index)),
    );
  }
  return [
    {
      field,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      ...(isSecretSet(before) || isSecretSet(after) ? { secret: true } : {}),
    },
  ];
}

const without = (value: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));

/** @param secrets names of secrets that get another value; their values are not told. */
export const connectionChanges = (
  before: ConnectionDefinition,
  after: ConnectionDefinition,
  secrets: readonly string[],
): DefinitionChange[] => [
  ...changesBetween(without(connectionValue(before), 'name'), without(connectionValue(after), 'name'), ''),
  ...secrets.map((name) => ({ field: `config.${name}`, secret: true })),
];

const KINDS = ['source', 'transform', 'destination'] as const;

/** Entries of a graph by what people call them. */
function labelled(graph: unknown): Fields {
  const entries = Array.isArray(graph) ? graph.filter(isRecord) : [];
  return Object.fromEntries(
    entries.map((entry) => {
      const kind = KINDS.find((key) => key in entry) ?? 'transform';
      const name = String(entry[kind]);
      // There is one source, so that another one is a change of it.
      if (kind === 'source') return ['[source]', entry];
      return [kind === 'transform' ? `[${name}]` : `[${kind} ${name}]`, without(entry, kind)];
    }),
  );
}

/** Fields of a pipeline and of its graph: `graph.[Parse].config.field`. */
export function pipelineChanges(before: PipelineDefinition, after: PipelineDefinition): DefinitionChange[] {
  const tree = (one: PipelineDefinition) => {
    const value = pipelineValue(one);
    return { ...without(value, 'graph'), graph: labelled(value.graph) };
  };
  return changesBetween(tree(before), tree(after), '');
}
