import * as z from 'zod/mini';
import { NODE_TYPES } from '../contract/enums.ts';
import { GRAPH_MAX_NODES } from '../contract/limits.ts';
import type { Clip } from './copies.ts';
import type { DraftNode, NodeMeta } from './draft.ts';

/** First entry of a copied text, followed by the format version. */
const MARKER = 'penstock';
const FORM = 'nodes/1';

const NO_NODES = 'The clipboard holds no nodes of a pipeline. Copy some in a graph first.';
const NEWER = 'These nodes were copied by a newer version of this console. Reload the page and try again.';

const idsSchema = z.array(z.string());
const nodeSchema = z.strictObject({
  id: z.string().check(z.minLength(1)),
  nodeType: z.enum(NODE_TYPES),
  name: z.string(),
  description: z.optional(z.string()),
  templateId: z.string(),
  templateName: z.optional(z.string()),
  config: z.record(z.string(), z.unknown()),
});
const markSchema = z.strictObject({
  disabled: z.optional(z.boolean()),
  notes: z.optional(z.string()),
  outputs: z.optional(z.record(z.string(), idsSchema)),
});
const clipSchema = z.strictObject({
  [MARKER]: z.literal(FORM),
  nodes: z.array(nodeSchema).check(z.minLength(1), z.maxLength(GRAPH_MAX_NODES)),
  edges: z.record(z.string(), idsSchema),
  meta: z.record(z.string(), markSchema),
});

/** Sorts keys, so that equal clips give equal texts. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, canonical(one)]),
  );
}

/** Sources and destinations lose their configuration, which belongs to the site. */
const copiedNode = (node: DraftNode, id: string): DraftNode => ({
  id,
  nodeType: node.nodeType,
  name: node.name,
  ...(node.description ? { description: node.description } : {}),
  templateId: node.templateId,
  ...(node.templateName ? { templateName: node.templateName } : {}),
  config: node.nodeType === 'TRANSFORM' ? node.config : {},
});

/** Readable JSON with numbered transforms. The caller must remove secrets first. */
export function clipText({ nodes, edges, meta }: Clip): string {
  const ids = new Map(
    nodes.map((node, index) => [node.id, node.nodeType === 'TRANSFORM' ? `node-${index + 1}` : node.id]),
  );
  const findId = (id: string): string => ids.get(id) ?? id;
  const listIds = (list: readonly string[]): string[] => list.map(findId).sort();
  const marks = Object.entries(meta).map(([id, { outputs, ...rest }]) => {
    const named = Object.entries(outputs ?? {}).map(([output, to]) => [output, listIds(to)]);
    return [findId(id), outputs ? { ...rest, outputs: Object.fromEntries(named) } : rest];
  });
  const text = {
    nodes: nodes.map((node) => canonical(copiedNode(node, findId(node.id)))),
    edges: canonical(Object.fromEntries(Object.entries(edges).map(([id, to]) => [findId(id), listIds(to)]))),
    meta: canonical(Object.fromEntries(marks)),
  };
  return `${JSON.stringify({ [MARKER]: FORM, ...text }, undefined, 2)}\n`;
}

export type ReadClip = { clip: Clip; error?: undefined } | { clip?: undefined; error: string };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const formOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, MARKER) : undefined;

const whereAndWhat = ({ issues: [issue] }: z.core.$ZodError): string =>
  issue ? `${issue.path.join('.')}: ${issue.message}` : 'it is not complete';

function strayId({ nodes, edges, meta }: Clip): string | undefined {
  const ids = new Set(nodes.map(({ id }) => id));
  const outputs = Object.values(meta).flatMap(({ outputs = {} }: NodeMeta) => Object.values(outputs).flat());
  const named = [...Object.keys(edges), ...Object.values(edges).flat(), ...Object.keys(meta), ...outputs];
  return named.find((id) => !ids.has(id));
}

/** `error`: why it cannot be pasted. */
export function readClip(text: string): ReadClip {
  const value = parse(text);
  const form = formOf(value);
  if (typeof form !== 'string' || !form.startsWith('nodes/')) return { error: NO_NODES };
  if (form !== FORM) return { error: NEWER };
  const read = z.safeParse(clipSchema, value);
  if (!read.success)
    return { error: `The nodes on the clipboard cannot be read: ${whereAndWhat(read.error)}.` };
  const { [MARKER]: _marker, ...clip } = read.data;
  const repeated = clip.nodes.find(({ id }, index) => clip.nodes.findIndex((one) => one.id === id) !== index);
  if (repeated)
    return { error: `The nodes on the clipboard cannot be read: '${repeated.id}' appears twice.` };
  const stray = strayId(clip as Clip);
  if (stray !== undefined)
    return { error: `The nodes on the clipboard cannot be read: '${stray}' is not among them.` };
  return { clip: clip as Clip };
}
