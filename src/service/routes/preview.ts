import type { PreviewRequest } from '../../engine/port.ts';
import type { CallContext, Handlers } from '../http/call-context.ts';
import { invalid } from '../http/input.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import { type Draft, readDraft, toRunRefusal } from '../preview/draft.ts';
import { readVersionDraft } from '../preview/gate.ts';
import { toOutcome } from '../preview/outcome.ts';
import { runTests } from '../preview/sample-tests.ts';
import { parseEvents, requireSample } from '../preview/samples.ts';
import { notFound, requireSite } from '../require.ts';

type Events = Pick<PreviewRequest, 'events' | 'origins' | 'startNodeId'>;

/** From the body or the named sample, with their node. */
async function eventsToRun(
  { body, tx }: Pick<CallContext<'previewPipeline'>, 'body' | 'tx'>,
  draft: Draft,
): Promise<Events> {
  const { events, origins, sampleId, startNodeId } = body;
  if ((events === undefined) === (sampleId === undefined)) {
    const message = 'is needed, or sampleId, and not both';
    throw invalid([{ field: 'events', rule: 'one_of', message }]);
  }
  if (startNodeId !== undefined && !draft.nodes.some((node) => node.id === startNodeId)) {
    throw invalid([{ field: 'startNodeId', rule: 'unknown_node', message: 'is not in the graph' }]);
  }
  if (sampleId === undefined) return { events: events ?? [], origins, startNodeId };
  const sample = await requireSample(tx, sampleId);
  if (sample.site_id !== body.siteId) throw notFound('sample', sampleId);
  const left = sample.start_component_id;
  if (startNodeId !== undefined || left === '') return { events: parseEvents(sample), startNodeId };
  const start = draft.nodes.find((node) => node.componentId === left);
  if (!start) {
    const message = 'is of a node that is not in the graph; name another one as startNodeId';
    throw invalid([{ field: 'sampleId', rule: 'unknown_node', message }]);
  }
  return { events: parseEvents(sample), startNodeId: start.id };
}

export const previewHandlers = {
  previewPipeline: async ({ body, tx, services }) => {
    const { siteId, pipelineId, graph, resultNodeIds } = body;
    await requireSite(tx, siteId);
    if (pipelineId !== undefined && (await requirePipeline(tx, pipelineId)).site_id !== siteId)
      throw notFound('pipeline', pipelineId);
    const draft = await readDraft(services, tx, graph, { siteId, pipelineId });
    const events = await eventsToRun({ body, tx }, draft);
    try {
      const run = () => services.engine.preview({ ...draft, ...events, resultNodeIds });
      return toOutcome(await services.apart.inTurn('draft', run), draft);
    } catch (error) {
      throw toRunRefusal(error);
    }
  },

  runSampleTests: async ({ body, tx, services }) => {
    const pipeline = await requirePipeline(tx, body.pipelineId);
    const { graph, graphVersion = pipeline.latest_graph_version } = body;
    const place = { siteId: pipeline.site_id, pipelineId: pipeline.id };
    if (!graph && !(await tx.versions.find(pipeline.id, graphVersion)))
      throw notFound('graph version', String(graphVersion));
    try {
      const draft = graph
        ? await readDraft(services, tx, graph, place)
        : await readVersionDraft(services, pipeline, graphVersion);
      return { results: await runTests(services, draft, await tx.samples.tests(pipeline.id)) };
    } catch (error) {
      throw toRunRefusal(error);
    }
  },
} satisfies Pick<Handlers, 'previewPipeline' | 'runSampleTests'>;
