import type * as z from 'zod/mini';
import { safeParse } from 'zod/mini';
import { DEFINITION_FORMAT, FORMER_DEFINITION_FORMAT } from '../../contract/calls/exchange.ts';
import { requireFieldsIn } from '../../contract/condition-upgrade.ts';
import { alertSectionSchema } from './alert-rule-format.ts';
import {
  destinationSectionSchema,
  documentSchema,
  ENTRY_KEYS,
  ENTRY_SCHEMAS,
  type EntryKey,
  fileSectionSchema,
  lookupSectionSchema,
  pipelineSectionSchema,
  type RefText,
  sourceSectionSchema,
} from './format.ts';
import {
  type ConnectionDefinition,
  formatKey,
  type NodeDefinition,
  type Placed,
  type PlacedDefinition,
  type PlacedPipeline,
  type Ref,
} from './model.ts';
import type { Problems } from './problems.ts';
import type { Path } from './yaml/parse.ts';

function check<T extends z.ZodMiniType>(
  problems: Problems,
  path: Path,
  schema: T,
  value: unknown,
): z.output<T> | undefined {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  problems.addIssues(path, result.error);
  return undefined;
}

const SECTIONS = { sources: 'SOURCE', destinations: 'SINK' } as const;

function readConnections(
  problems: Problems,
  section: keyof typeof SECTIONS,
  list: unknown[],
): Placed<ConnectionDefinition>[] {
  const schema = section === 'sources' ? sourceSectionSchema : destinationSectionSchema;
  const kind = SECTIONS[section];
  const names = new Set<string>();
  return list.flatMap((value, index) => {
    const path = [section, index];
    const one = check(problems, path, schema, value);
    if (!one) return [];
    if (names.has(one.name)) problems.add([...path, 'name'], 'unique', `'${one.name}' appears twice`);
    names.add(one.name);
    return [{ path, what: { kind, archive: '', ...one } }];
  });
}

const findKey = (value: unknown): EntryKey | undefined =>
  typeof value === 'object' && value !== null
    ? ENTRY_KEYS.find((key) => Object.hasOwn(value, key))
    : undefined;

type Entry = {
  path: Path;
  node: NodeDefinition;
  to: RefText[];
  outputs: Record<string, RefText[]> | undefined;
};

function readEntry(problems: Problems, path: Path, value: unknown): Entry | undefined {
  const key = findKey(value);
  if (!key) {
    problems.add(path, 'entry', `An entry begins with ${ENTRY_KEYS.join(', ')}, followed by its name`);
    return undefined;
  }
  const base = { notes: '', disabled: false, to: [] };
  if (key === 'destination') {
    const entry = check(problems, path, ENTRY_SCHEMAS.destination, value);
    if (!entry) return undefined;
    const { destination: name, notes = '', disabled = false } = entry;
    return { path, to: [], outputs: undefined, node: { ...base, nodeType: 'SINK', name, notes, disabled } };
  }
  if (key === 'source') {
    const entry = check(problems, path, ENTRY_SCHEMAS.source, value);
    if (!entry) return undefined;
    const { source: name, notes = '', to = [], outputs } = entry;
    return { path, to, outputs, node: { ...base, nodeType: 'SOURCE', name, notes } };
  }
  const entry = check(problems, path, ENTRY_SCHEMAS.transform, value);
  if (!entry) return undefined;
  const {
    transform: name,
    notes = '',
    disabled = false,
    to = [],
    outputs,
    type,
    description,
    config,
  } = entry;
  const own = { type, description, config };
  return { path, to, outputs, node: { nodeType: 'TRANSFORM', name, notes, disabled, to: [], own } };
}

/** Adds edges by name; a destination named only by an edge becomes a node. */
function connect(problems: Problems, entries: Entry[]): { node: NodeDefinition; path: Path }[] {
  const nodes = new Map(entries.map(({ node, path }) => [formatKey(node), { node, path }]));
  const isTransform = (name: string) => nodes.has(formatKey({ nodeType: 'TRANSFORM', name }));
  const readRef = (text: RefText, path: Path): Ref => {
    const ref: Ref =
      typeof text !== 'string'
        ? { nodeType: 'SINK', name: text.destination.trim() }
        : { nodeType: isTransform(text.trim()) ? 'TRANSFORM' : 'SINK', name: text.trim() };
    if (ref.nodeType === 'SINK' && !nodes.has(formatKey(ref)))
      nodes.set(formatKey(ref), { path, node: { ...ref, notes: '', disabled: false, to: [] } });
    return ref;
  };
  const readRefs = (list: RefText[], path: Path) =>
    list.map((text, index) => readRef(text, [...path, index]));
  for (const { node, path, to, outputs } of entries) {
    if (!outputs || Object.keys(outputs).length === 0) {
      node.to = readRefs(to, [...path, 'to']);
      continue;
    }
    if (to.length > 0)
      problems.add(
        [...path, 'to'],
        'to_and_outputs',
        'Give either to or outputs: the outputs lead to the nodes',
      );
    node.outputs = Object.fromEntries(
      Object.entries(outputs)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([output, list]) => [output, readRefs(list, [...path, 'outputs', output])]),
    );
    const all = Object.values(node.outputs).flat();
    node.to = [...new Map(all.map((ref) => [formatKey(ref), ref])).values()];
  }
  return [...nodes.values()];
}

function readPipeline(problems: Problems, path: Path, value: unknown): PlacedPipeline | undefined {
  const section = check(problems, path, pipelineSectionSchema, value);
  if (!section) return undefined;
  const entries: Entry[] = [];
  const seen = new Set<string>();
  for (const [index, one] of section.graph.entries()) {
    const entry = readEntry(problems, [...path, 'graph', index], one);
    if (!entry) continue;
    const key = formatKey(entry.node);
    if (seen.has(key)) problems.add(entry.path, 'unique', `'${entry.node.name}' has two entries; keep one`);
    seen.add(key);
    entries.push(entry);
  }
  const nodes = connect(problems, entries);
  const { name, description } = section;
  return {
    path,
    what: { name, description, nodes: nodes.map(({ node }) => node) },
    nodePaths: nodes.map((one) => one.path),
  };
}

const keepMeaning = ({ what, ...place }: PlacedPipeline): PlacedPipeline => ({
  ...place,
  what: {
    ...what,
    nodes: what.nodes.map(({ own, ...node }) =>
      own ? { ...node, own: { ...own, config: requireFieldsIn(own.config) } } : node,
    ),
  },
});

export function readDefinition(problems: Problems, value: unknown): PlacedDefinition {
  const nothing = { connections: [], files: [], lookups: [], pipelines: [], alerts: [] };
  const format = typeof value === 'object' && value !== null ? Reflect.get(value, 'format') : undefined;
  const isFormer = format === FORMER_DEFINITION_FORMAT;
  if (format !== DEFINITION_FORMAT && !isFormer) {
    const seen = typeof format === 'string' ? `, not '${format.slice(0, 40)}'` : '';
    problems.add(['format'], 'format', `A definition begins with 'format: ${DEFINITION_FORMAT}'${seen}`);
    return nothing;
  }
  const sections = check(problems, [], documentSchema, value);
  if (!sections) return nothing;
  const names = new Set<string>();
  const pipelines = sections.pipelines.flatMap((one, index) => {
    const path = ['pipelines', index];
    const pipeline = readPipeline(problems, path, one);
    if (!pipeline) return [];
    const { name } = pipeline.what;
    if (names.has(name)) problems.add([...path, 'name'], 'unique', `The pipeline '${name}' appears twice`);
    names.add(name);
    return [isFormer ? keepMeaning(pipeline) : pipeline];
  });
  const connections = [
    ...readConnections(problems, 'sources', sections.sources),
    ...readConnections(problems, 'destinations', sections.destinations),
  ];
  const files = sections.files.flatMap((one, index) => {
    const path = ['files', index];
    const what = check(problems, path, fileSectionSchema, one);
    return what ? [{ path, what }] : [];
  });
  const lookupNames = new Set<string>();
  const lookups = sections.lookups.flatMap((one, index) => {
    const path = ['lookups', index];
    const what = check(problems, path, lookupSectionSchema, one);
    if (!what) return [];
    if (lookupNames.has(what.name))
      problems.add([...path, 'name'], 'unique', `The lookup table '${what.name}' appears twice`);
    lookupNames.add(what.name);
    return [{ path, what }];
  });
  const ruleNames = new Set<string>();
  const alerts = sections.alerts.flatMap((one, index) => {
    const path = ['alerts', index];
    const what = check(problems, path, alertSectionSchema, one);
    if (!what) return [];
    const key = what.name.toLowerCase();
    if (ruleNames.has(key))
      problems.add([...path, 'name'], 'unique', `The alert rule '${what.name}' appears twice`);
    ruleNames.add(key);
    return [{ path, what }];
  });
  return { connections, files, lookups, pipelines, alerts };
}
