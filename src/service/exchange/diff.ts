import type { DefinitionChange } from '../../contract/calls/exchange.ts';
import { isSecretSet } from '../../contract/entities/common.ts';
import { isRecord } from '../../contract/values.ts';
import { toConnectionValue, toPipelineValue } from './canonical.ts';
import type { ConnectionDefinition, PipelineDefinition } from './model.ts';

type Fields = Record<string, unknown>;

const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const areListsOfRecords = (a: unknown, b: unknown): a is unknown[] =>
  Array.isArray(a) && Array.isArray(b) && [...a, ...b].every(isRecord);

/** Texts, numbers and lists of them count as one field. */
function listChanges(before: unknown, after: unknown, field: string): DefinitionChange[] {
  if (isSameValue(before, after)) return [];
  const inside = (name: string | number) => (field === '' ? `${name}` : `${field}.${name}`);
  if (isRecord(before) && isRecord(after) && !isSecretSet(before) && !isSecretSet(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => listChanges(before[name], after[name], inside(name)));
  }
  if (areListsOfRecords(before, after) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }).flatMap((_, index) =>
      listChanges(before[index], after[index], inside(index)),
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

/** @param secrets names of changed secrets; values stay hidden */
export const listConnectionChanges = (
  before: ConnectionDefinition,
  after: ConnectionDefinition,
  secrets: readonly string[],
): DefinitionChange[] => [
  ...listChanges(without(toConnectionValue(before), 'name'), without(toConnectionValue(after), 'name'), ''),
  ...secrets.map((name) => ({ field: `config.${name}`, secret: true })),
];

export const listRuleChanges = (before: unknown, after: unknown): DefinitionChange[] =>
  listChanges(before, after, '');

const KINDS = ['source', 'transform', 'destination'] as const;

function labelEntries(graph: unknown): Fields {
  const entries = Array.isArray(graph) ? graph.filter(isRecord) : [];
  return Object.fromEntries(
    entries.map((entry) => {
      const kind = KINDS.find((key) => key in entry) ?? 'transform';
      const name = String(entry[kind]);
      // A pipeline has one source, so another one is a change of it.
      if (kind === 'source') return ['[source]', entry];
      return [kind === 'transform' ? `[${name}]` : `[${kind} ${name}]`, without(entry, kind)];
    }),
  );
}

export function listPipelineChanges(
  before: PipelineDefinition,
  after: PipelineDefinition,
): DefinitionChange[] {
  const tree = (one: PipelineDefinition) => {
    const value = toPipelineValue(one);
    return { ...without(value, 'graph'), graph: labelEntries(value.graph) };
  };
  return listChanges(tree(before), tree(after), '');
}
