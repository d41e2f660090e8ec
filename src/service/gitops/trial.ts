import type { DefinedPipeline } from '../../contract/calls/exchange.ts';
import type { DraftGraph } from '../../contract/calls/preview.ts';
import type { Edges, MetaInfo } from '../../contract/entities/pipeline.ts';
import { listDefinedPipelines } from '../exchange/defined.ts';
import { type Draft, readDraft } from '../preview/draft.ts';
import { requirePassing } from '../preview/gate.ts';
import type { Services } from '../services.ts';
import type { TransformRow } from '../store/schema.ts';

const makeKey = (one: { nodeType: string; name: string }): string => `${one.nodeType} ${one.name}`;

/** By ids; transforms keep those stored under their name, so that samples find them. */
function toGraph({ nodes }: DefinedPipeline, transforms: readonly TransformRow[]): DraftGraph {
  const stored = new Map(transforms.map((row) => [row.name, row]));
  const ids = new Map<string, string>();
  for (const [index, node] of nodes.entries()) {
    const row = node.nodeType === 'TRANSFORM' ? stored.get(node.name) : undefined;
    const known = row?.template_id === node.templateId ? row.id : node.id;
    ids.set(makeKey(node), known || `new-${index}`);
  }
  const toIds = (refs: DefinedPipeline['nodes'][number]['to']) =>
    refs.flatMap((ref) => ids.get(makeKey(ref)) ?? []);
  const graph: DraftGraph = { nodes: {}, edges: {} as Edges, metaInfo: {} as MetaInfo };
  for (const node of nodes) {
    const id = ids.get(makeKey(node)) ?? '';
    const { nodeType, name, templateId, config, disabled, outputs, to } = node;
    graph.nodes[id] = { nodeType, name, templateId, config };
    if (to.length > 0) graph.edges[id] = { nodeIds: toIds(to) };
    const ways = outputs && Object.entries(outputs).map(([output, refs]) => [output, toIds(refs)] as const);
    graph.metaInfo[id] = {
      ...(disabled ? { disabled } : {}),
      ...(ways ? { outputs: Object.fromEntries(ways) } : {}),
    };
  }
  return graph;
}

type Place = { pipelineId: string; siteId: string; transforms: readonly TransformRow[] };

/**
 * The requested pipeline for the engine.
 * @param place `transforms`: as stored now
 * @throws ContractError VALIDATION_FAILED
 */
export async function readTrialDraft(
  services: Services,
  text: string,
  { pipelineId, siteId, transforms }: Place,
): Promise<Draft | undefined> {
  const [pipeline] = await listDefinedPipelines(services, services.store, text, siteId);
  if (!pipeline) return undefined;
  const graph = toGraph(pipeline, transforms);
  return readDraft(services, services.store, graph, { siteId, pipelineId });
}

/**
 * Runs pinned samples through the requested pipeline, as a deployment would.
 * @throws ContractError ACTION_REFUSED naming the first failing sample and difference
 */
export async function requirePassingSamples(services: Services, text: string, place: Place): Promise<void> {
  const rows = await services.store.samples.tests(place.pipelineId);
  if (rows.length === 0) return;
  const draft = await readTrialDraft(services, text, place);
  if (draft) await requirePassing(services, draft, rows, ', and raise the change again');
}
