import * as z from 'zod/mini';
import { configSchema } from '../entities/common.ts';
import { edgesSchema, metaInfoSchema } from '../entities/pipeline.ts';
import {
  captureSchema,
  eventsSchema,
  originsSchema,
  SAMPLE_EVENTS_MAX,
  sampleInputSchema,
  samplePatchSchema,
  sampleSchema,
  sampleSummarySchema,
} from '../entities/sample.ts';
import { NODE_TYPES } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { GRAPH_MAX_NODES } from '../limits.ts';
import { defineCall, reads, writes } from './define.ts';

export const CAPTURE_SECONDS_MAX = 300;
export const DIFFERENCES_SHOWN = 50;

const nodeIdSchema = z.string().check(z.minLength(1), z.maxLength(64));

/** Unsaved nodes have temporary ids (`new-1`). */
export const draftGraphSchema = z.strictObject({
  nodes: z
    .record(
      nodeIdSchema,
      z.strictObject({
        nodeType: z.enum(NODE_TYPES),
        name: z.string(),
        templateId: z.string(),
        config: configSchema,
      }),
    )
    .check(
      z.refine(
        (nodes) => Object.keys(nodes).length <= GRAPH_MAX_NODES,
        `A graph holds at most ${GRAPH_MAX_NODES} nodes`,
      ),
    ),
  edges: edgesSchema,
  metaInfo: z._default(metaInfoSchema, {}),
});
export type DraftGraph = z.infer<typeof draftGraphSchema>;

export const PREVIEW_STATUSES = ['MODIFIED', 'UNMODIFIED', 'DROPPED', 'MERGED', 'ERROR'] as const;
export type PreviewStatus = (typeof PREVIEW_STATUSES)[number];

const previewResultSchema = z.object({
  index: z.int(),
  status: z.enum(PREVIEW_STATUSES),
  before: z.string(),
  /** Plain text, readable as the field `message`; else a JSON object. */
  isText: z.optional(z.boolean()),
  after: z.array(z.string()),
  output: z.optional(z.string()),
  message: z.optional(z.string()),
});
export type PreviewResult = z.infer<typeof previewResultSchema>;

const previewNodeSchema = z.object({
  eventsIn: z.int(),
  eventsOut: z.int(),
  eventsDropped: z.int(),
  errors: z.int(),
  bytesIn: z.int(),
  bytesOut: z.int(),
  /** Negative for growth; null without input. */
  percentOptimized: z.nullable(z.number()),
  /** One result each time an event reached the node. */
  results: z.array(previewResultSchema),
});
export type PreviewNode = z.infer<typeof previewNodeSchema>;

/** Sum over all destinations; the percentage is null without any. */
const previewTotalSchema = z.object({
  eventsIn: z.int(),
  eventsOut: z.int(),
  bytesIn: z.int(),
  bytesOut: z.int(),
  percentOptimized: z.nullable(z.number()),
});

const pipelinePath = z.object({ pipelineId: idSchema('pipeline') });
const capturePath = z.object({ captureId: idSchema('capture') });
const samplePath = z.object({ sampleId: idSchema('sample') });

export const previewCalls = {
  startCapture: defineCall({
    method: 'POST',
    path: '/v1/pipeline/capture',
    summary: 'Capture the next events that leave a node of a running pipeline.',
    access: { kind: 'resource', resource: 'PIPELINES', type: 'READ', grant: 'LIVE_CAPTURE' },
    body: z.strictObject({
      pipelineId: idSchema('pipeline'),
      componentId: nodeIdSchema,
      limit: z._default(z.int().check(z.minimum(1), z.maximum(SAMPLE_EVENTS_MAX)), 100),
      seconds: z._default(z.int().check(z.minimum(1), z.maximum(CAPTURE_SECONDS_MAX)), 60),
      /**
       * On Collectors, one restarts with a tap and again without it, so the caller must allow it. The capture
       * ends 10 s after the last `getCapture`.
       */
      mayRestart: z._default(z.boolean(), false),
    }),
    response: z.object({ capture: captureSchema }),
  }),
  listCaptures: defineCall({
    method: 'GET',
    path: '/v1/pipeline/{pipelineId}/captures',
    summary: 'Captures of a pipeline that are still kept, newest first.',
    access: reads('PIPELINES'),
    pathParameters: pipelinePath,
    response: z.object({ captures: z.array(captureSchema) }),
  }),
  getCapture: defineCall({
    method: 'GET',
    path: '/v1/capture/{captureId}',
    summary: 'A capture with the events captured so far.',
    access: { kind: 'resource', resource: 'PIPELINES', type: 'READ', grant: 'LIVE_CAPTURE' },
    pathParameters: capturePath,
    response: z.object({
      capture: captureSchema,
      events: z.array(z.string()),
      /** Per event, as `@origin`; empty when unknown. */
      origins: z.optional(z.array(z.string())),
    }),
  }),
  stopCapture: defineCall({
    method: 'POST',
    path: '/v1/capture/{captureId}/stop',
    summary: 'End a capture; its events are kept.',
    access: { kind: 'resource', resource: 'PIPELINES', type: 'READ', grant: 'LIVE_CAPTURE' },
    pathParameters: capturePath,
    response: z.object({ capture: captureSchema }),
  }),
  listSamples: defineCall({
    method: 'GET',
    path: '/v1/pipeline/{pipelineId}/samples',
    summary: 'Samples of a pipeline by name, without their events.',
    access: reads('PIPELINES'),
    pathParameters: pipelinePath,
    response: z.object({ samples: z.array(sampleSummarySchema) }),
  }),
  getSample: defineCall({
    method: 'GET',
    path: '/v1/sample/{sampleId}',
    summary: 'A sample with its events and what is expected of them.',
    access: reads('PIPELINES'),
    pathParameters: samplePath,
    response: z.object({ sample: sampleSchema }),
    etag: true,
  }),
  createSample: defineCall({
    method: 'POST',
    path: '/v1/sample',
    summary: 'Keep events of a pipeline as a sample.',
    access: writes('PIPELINES'),
    body: z.strictObject({ sample: sampleInputSchema }),
    response: z.object({ id: z.string(), revision: z.int() }),
    idempotent: true,
  }),
  updateSample: defineCall({
    method: 'PATCH',
    path: '/v1/sample',
    summary: 'Change a sample, pin it, or set what is expected of its events.',
    access: writes('PIPELINES'),
    body: z.strictObject({ sample: samplePatchSchema }),
    response: z.object({ revision: z.int() }),
    ifMatch: 'revision',
  }),
  deleteSample: defineCall({
    method: 'DELETE',
    path: '/v1/sample/{sampleId}',
    summary: 'Delete a sample.',
    access: writes('PIPELINES'),
    pathParameters: samplePath,
    response: z.object({}),
  }),
  previewPipeline: defineCall({
    method: 'POST',
    path: '/v1/pipeline/preview',
    summary:
      'Run a draft on sample events, separately from what is deployed: per node the events in and out. Nothing is sent anywhere.',
    access: reads('PIPELINES'),
    changesNothing: true,
    body: z.strictObject({
      siteId: idSchema('site'),
      pipelineId: z.optional(idSchema('pipeline')),
      graph: draftGraphSchema,
      /** Events enter as this node's output; the source's by default. */
      startNodeId: z.optional(nodeIdSchema),
      events: z.optional(eventsSchema),
      origins: z.optional(originsSchema),
      sampleId: z.optional(idSchema('sample')),
      /** All by default. Counts always cover all nodes. */
      resultNodeIds: z.optional(z.array(nodeIdSchema).check(z.maxLength(GRAPH_MAX_NODES))),
    }),
    response: z.object({
      nodes: z.record(z.string(), previewNodeSchema),
      total: previewTotalSchema,
      elapsedMilliseconds: z.number(),
    }),
  }),
  runSampleTests: defineCall({
    method: 'POST',
    path: '/v1/pipeline/sample-tests',
    summary: 'Run the pinned samples of a pipeline as its tests, on a draft or on a saved version.',
    access: reads('PIPELINES'),
    changesNothing: true,
    body: z.strictObject({
      pipelineId: idSchema('pipeline'),
      graph: z.optional(draftGraphSchema),
      /** Newest when neither graph nor version is given. */
      graphVersion: z.optional(z.int().check(z.minimum(1))),
    }),
    response: z.object({
      results: z.array(
        z.object({
          sampleId: z.string(),
          name: z.string(),
          passed: z.boolean(),
          differences: z.array(
            z.object({
              componentId: z.string(),
              index: z.int(),
              expected: z.array(z.string()),
              actual: z.array(z.string()),
            }),
          ),
          problem: z.optional(z.string()),
        }),
      ),
    }),
  }),
};
export type PreviewOutcome = z.output<typeof previewCalls.previewPipeline.response>;
export type SampleTestResult = z.output<typeof previewCalls.runSampleTests.response>['results'][number];
