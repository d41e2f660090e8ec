import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from '../../../machines/pipeline-lifecycle/index.ts';
import type { Measured } from '../../contract/assistant.ts';
import type { DraftGraph } from '../../contract/calls/preview.ts';
import type { Graph } from '../../contract/entities/pipeline.ts';
import type { Capture } from '../../contract/entities/sample.ts';
import { SAMPLE_MAX_BYTES } from '../../contract/entities/sample.ts';
import { ContractError } from '../../contract/errors.ts';
import type { Step } from './steps.ts';
import { type KnownPipeline, type Part, type Tools, toRange } from './tools.ts';

const EVENTS_MAX = 200;
const CAPTURE_SECONDS = 2;
const LOOK_MS = 50;
const HOUR_SECONDS = 3600;

type Events = { events: string[]; origins: string[] };

const NONE: Omit<Measured, 'reason'> = {
  eventCount: 0,
  eventsBefore: 0,
  eventsAfter: 0,
  bytesBefore: 0,
  bytesAfter: 0,
};
const because = (reason: string): Measured => ({ ...NONE, reason });

export function addStepsToGraph({ nodes, edges, metaInfo }: DraftGraph, steps: readonly Step[]): DraftGraph {
  const isSink = (id: string) => nodes[id]?.nodeType === 'SINK';
  const last = Object.keys(edges).find((id) => edges[id]!.nodeIds.some(isSink));
  if (last === undefined) return { nodes, edges, metaInfo };
  const makeId = (index: number) => `new-${index + 1}`;
  const { nodeIds } = edges[last]!;
  const ends = nodeIds.filter(isSink);
  const added = steps.map(({ name, type, config }) => ({
    nodeType: 'TRANSFORM' as const,
    name,
    templateId: type,
    config,
  }));
  return {
    nodes: { ...nodes, ...Object.fromEntries(added.map((node, index) => [makeId(index), node])) },
    edges: {
      ...edges,
      [last]: { nodeIds: [...nodeIds.filter((id) => !isSink(id)), makeId(0)] },
      ...Object.fromEntries(
        added.map((_, index) => [
          makeId(index),
          { nodeIds: index + 1 < added.length ? [makeId(index + 1)] : ends },
        ]),
      ),
    },
    metaInfo,
  };
}

const toDraftGraph = ({ nodes, edges, metaInfo }: Graph): DraftGraph => ({
  nodes: Object.fromEntries(
    Object.entries(nodes).map(([id, { nodeType, name, templateId, config }]) => [
      id,
      { nodeType, name, templateId, config },
    ]),
  ),
  edges,
  metaInfo,
});

function cutToLimits(events: readonly string[], origins: readonly string[]): Events {
  let bytes = 0;
  const kept = events.slice(0, EVENTS_MAX).findIndex((text) => {
    bytes += Buffer.byteLength(text);
    return bytes > SAMPLE_MAX_BYTES;
  });
  const count = kept < 0 ? EVENTS_MAX : kept;
  return { events: events.slice(0, count), origins: origins.slice(0, count) };
}

/** Events that left the source: those captured within the hour, else of the next two seconds. */
async function* captureEvents(
  pipeline: KnownPipeline,
  componentId: string,
  { call, may }: Tools,
): AsyncGenerator<Part, Events | string, undefined> {
  const granted = may('getCapture');
  if (granted !== true) return `it takes captured events, and ${granted}`;
  const path = { pipelineId: pipeline.id };
  const kept = (await call('listCaptures', { path })).data.captures.find(
    (one) => one.componentId === componentId && one.eventCount > 0,
  );
  let capture: Capture | undefined = kept;
  if (!kept) {
    if (!isRunning(pipeline)) return 'the pipeline does not run, and no captured events are kept';
    yield { metadata: { step: `Captured events of '${pipeline.name}' for up to ${CAPTURE_SECONDS} s` } };
    const body = { pipelineId: pipeline.id, componentId, limit: EVENTS_MAX, seconds: CAPTURE_SECONDS };
    capture = (await call('startCapture', { body })).data.capture;
    for (let waited = 0; capture.state === 'RUNNING' && waited < CAPTURE_SECONDS * 1000; waited += LOOK_MS) {
      await delay(LOOK_MS);
      capture = (await call('getCapture', { path: { captureId: capture.id } })).data.capture;
    }
    if (capture.state === 'RUNNING')
      capture = (await call('stopCapture', { path: { captureId: capture.id }, body: {} })).data.capture;
  }
  const { data } = await call('getCapture', { path: { captureId: capture!.id } });
  if (data.events.length === 0) return 'no events arrived to capture';
  return cutToLimits(data.events, data.origins ?? []);
}

async function readLastHour(
  { id }: Pick<KnownPipeline, 'id'>,
  { call, siteId, now }: Tools,
): Promise<number | undefined> {
  const query = {
    siteId,
    pipelineIds: [id],
    metricType: 'EVENTS_BYTES' as const,
    ...toRange(now(), HOUR_SECONDS),
  };
  const { data } = await call('getPipelineSummaries', { query });
  const bytes = Number(data.pipelineSummaries[id]?.totalOutputDataBytes ?? 0);
  return bytes > 0 ? bytes : undefined;
}

/**
 * Measures savings by running captured events through the newest version with and without the steps. Sends
 * nothing.
 * @returns `eventCount` 0 with a reason when it cannot be measured
 */
export async function* measureSteps(
  pipeline: KnownPipeline,
  steps: readonly Step[],
  tools: Tools,
): AsyncGenerator<Part, Measured, undefined> {
  const { call, siteId } = tools;
  try {
    const path = { pipelineId: pipeline.id, graphVersion: String(pipeline.latestGraphVersion) };
    const { graph } = (await call('getGraph', { path })).data;
    const source = Object.entries(graph.nodes).find(([, { nodeType }]) => nodeType === 'SOURCE');
    if (!source) return because('it has no source');
    const [startNodeId, { componentId }] = source;
    const taken = yield* captureEvents(pipeline, componentId, tools);
    if (typeof taken === 'string') return because(taken);
    yield { metadata: { step: `Ran ${taken.events.length} captured events through both versions` } };
    const before = toDraftGraph(graph);
    const versions = [before, addStepsToGraph(before, steps)];
    const [bytesLastHour, [old, next]] = await Promise.all([
      readLastHour(pipeline, tools),
      Promise.all(
        versions.map(async (draft) => {
          const body = {
            siteId,
            pipelineId: pipeline.id,
            graph: draft,
            startNodeId,
            ...taken,
            resultNodeIds: [],
          };
          return (await call('previewPipeline', { body })).data.total;
        }),
      ),
    ]);
    return {
      eventCount: taken.events.length,
      eventsBefore: old!.eventsOut,
      eventsAfter: next!.eventsOut,
      bytesBefore: old!.bytesOut,
      bytesAfter: next!.bytesOut,
      bytesIn: old!.bytesIn,
      ...(bytesLastHour === undefined ? {} : { bytesLastHour }),
      reason: '',
    };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return because(`the preview refused: ${error.message}`);
  }
}
