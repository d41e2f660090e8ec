import { isRunning } from '../../../machines/pipeline-lifecycle/index.ts';
import { isSavingTemplate, SUGGEST_EVENT_MAX_LENGTH } from '../../contract/calls/suggestions.ts';
import { FINDINGS_EVENTS_MIN } from '../../contract/entities/insights.ts';
import type { Graph } from '../../contract/entities/pipeline.ts';
import {
  LOOK_EVENTS,
  LOOK_PIPELINES_MAX,
  type LookPlace,
  type Recommendation,
  type Recommendations,
} from '../../contract/entities/recommendations.ts';
import type { Capture } from '../../contract/entities/sample.ts';
import { readGraphEntity } from '../pipelines/graphs.ts';
import { toStateEntity } from '../pipelines/pipelines.ts';
import type { Captures } from '../preview/captures.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { ANALYSE, TRY } from './jobs.ts';

const ANALYSES_AT_ONCE = 6;
/** Cached results of all sites; the oldest is dropped. */
const REMEMBERED_MAX = 1000;

type Found = Pick<
  Recommendation,
  | 'findingId'
  | 'kind'
  | 'title'
  | 'detail'
  | 'templateId'
  | 'eventCount'
  | 'bytesBefore'
  | 'bytesAfter'
  | 'capturedAt'
>;
type Looked = { captureId: string; componentId: string; found: Found[] };

/** By pipeline and deployed version. Outlives the few stored captures. */
type Memory = { looked: Map<string, Looked>; graphs: Map<string, Graph> };
const memories = new WeakMap<Captures, Memory>();

function getMemory(captures: Captures): Memory {
  const known = memories.get(captures) ?? { looked: new Map(), graphs: new Map() };
  memories.set(captures, known);
  return known;
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > REMEMBERED_MAX && oldest !== undefined) map.delete(oldest);
}

/** The nearest parser after the source, since transforms see no fields in text; else the source. */
export function findPlace({ nodes, edges, metaInfo }: Graph): { id: string; name: string } | undefined {
  const source = Object.values(nodes).find(({ nodeType }) => nodeType === 'SOURCE');
  if (!source) return undefined;
  const seen = [source.id];
  // `seen` grows during the loop.
  for (const id of seen) {
    const node = nodes[id];
    if (node?.templateId.startsWith('parse_') && !metaInfo[id]?.disabled)
      return { id: node.componentId, name: node.name };
    for (const next of edges[id]?.nodeIds ?? []) if (!seen.includes(next)) seen.push(next);
  }
  return { id: source.componentId, name: source.name };
}

const nameComponent = ({ nodes }: Graph, componentId: string): string =>
  Object.values(nodes).find((node) => node.componentId === componentId)?.name ?? '';

/** A capture's findings, each measured with its own step. */
async function analyse({ apart, captures }: Services, { id, startedAt }: Capture): Promise<Found[]> {
  const captured = captures.find(id);
  if (!captured) return [];
  const at = [...captured.events.keys()]
    .filter((index) => captured.events[index]!.length <= SUGGEST_EVENT_MAX_LENGTH)
    .slice(0, LOOK_EVENTS);
  const events = at.map((index) => captured.events[index]!);
  const isText = at.map((index) => captured.isText[index] === true);
  const { findings } = await apart.run(ANALYSE, { events, isText });
  const steps = findings.flatMap(({ id: title, change: { templateId, config } }) =>
    isSavingTemplate(templateId) ? [{ templateId, title, config }] : [],
  );
  if (steps.length === 0) return [];
  const tried = await apart.run(TRY, { events, isText, steps });
  return tried.flatMap(({ title: findingId, bytes }) => {
    const finding = findings.find((one) => one.id === findingId);
    if (!finding || !bytes) return [];
    const { kind, title, detail, change } = finding;
    return {
      ...{ findingId, kind, title, detail, templateId: change.templateId },
      ...{ eventCount: events.length, bytesBefore: bytes.before, bytesAfter: bytes.after },
      capturedAt: startedAt,
    };
  });
}

const getShare = ({ bytesBefore, bytesAfter }: Found): number => 1 - bytesAfter / Math.max(1, bytesBefore);

/** Savings at a site's running pipelines, from captured events. */
export async function listRecommendations(
  services: Services,
  tx: Repositories,
  siteId: string,
): Promise<Recommendations> {
  const { captures } = services;
  const { looked, graphs } = getMemory(captures);
  const names = new Map((await tx.pipelines.names({ siteIds: [siteId] })).map(({ id, name }) => [id, name]));
  const running = (await tx.pipelines.states({ siteIds: [siteId] })).map(toStateEntity).filter(isRunning);
  const readGraph = async (id: string, version: number) => {
    const key = `${id}/${version}`;
    const known = graphs.get(key);
    if (known) return known;
    const row = await tx.versions.find(id, version);
    const graph = row && (await readGraphEntity(services, tx, row));
    if (graph) remember(graphs, key, graph);
    return graph;
  };
  const recommendations: Recommendation[] = [];
  const next: LookPlace[] = [];
  let [lookedAtCount, pendingCount, analyses] = [0, 0, 0];
  for (const { id, deployedGraphVersion } of running) {
    const key = `${id}/${deployedGraphVersion}`;
    const pipelineName = names.get(id) ?? '';
    const newest = captures
      .list(id)
      .find(({ state, eventCount }) => state === 'RUNNING' || eventCount >= FINDINGS_EVENTS_MIN);
    if (newest && newest.state !== 'RUNNING' && looked.get(key)?.captureId !== newest.id) {
      if (analyses < ANALYSES_AT_ONCE) {
        analyses++;
        const { id: captureId, componentId } = newest;
        remember(looked, key, { captureId, componentId, found: await analyse(services, newest) });
      } else if (!looked.has(key)) {
        pendingCount++;
        continue;
      }
    }
    const known = looked.get(key);
    if (!known && newest?.state === 'RUNNING') pendingCount++;
    if (known) {
      lookedAtCount++;
      if (known.found.length === 0) continue;
      const graph = await readGraph(id, deployedGraphVersion);
      const { componentId } = known;
      const place = { pipelineId: id, pipelineName, componentId };
      const componentName = graph ? nameComponent(graph, componentId) : '';
      recommendations.push(...known.found.map((one) => ({ ...place, componentName, ...one })));
    } else if (newest === undefined && next.length < LOOK_PIPELINES_MAX) {
      const graph = await readGraph(id, deployedGraphVersion);
      const place = graph && findPlace(graph);
      if (place)
        next.push({ pipelineId: id, pipelineName, componentId: place.id, componentName: place.name });
    }
  }
  return {
    recommendations: recommendations.toSorted((a, b) => getShare(b) - getShare(a)),
    runningCount: running.length,
    lookedAtCount,
    pendingCount,
    next,
  };
}
