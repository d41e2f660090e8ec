import { defineModel } from '../model.ts';
import { previewMachine } from './preview.machine.ts';
import type { Capture, PreviewGraph, PreviewOutcome, PreviewSample } from './preview.types.ts';

const NODE_ID = '100000000000000001';

const graphThatKeeps = (value: string): PreviewGraph => ({
  nodes: {
    [NODE_ID]: { nodeType: 'TRANSFORM', name: 'keep', templateId: 'filter', config: { value } },
  },
  edges: {},
  metaInfo: {},
  components: {},
});

export const MODEL_GRAPHS = { before: graphThatKeeps('error'), after: graphThatKeeps('notice') } as const;

export const MODEL_SAMPLES = {
  pasted: { origin: 'pasted', name: 'Pasted events', events: ['a', 'b'], startComponentId: '' },
  saved: {
    origin: 'saved',
    name: 'Health probes',
    events: ['c'],
    startComponentId: '',
    sampleId: '710000000000000001',
  },
} satisfies Record<string, PreviewSample>;

export const MODEL_CAPTURE: Capture = {
  id: '720000000000000001',
  pipelineId: '300000000000000001',
  componentId: '200000000000000001',
  limit: 100,
  seconds: 60,
  startedAt: '2026-11-21T12:00:00Z',
  startedBy: 'Mara Hollis',
  state: 'RUNNING',
  reason: '',
  eventCount: 1,
};

export const MODEL_OUTCOME: PreviewOutcome = {
  nodes: {
    [NODE_ID]: {
      eventsIn: 2,
      eventsOut: 1,
      eventsDropped: 1,
      errors: 0,
      bytesIn: 2,
      bytesOut: 1,
      percentOptimized: 50,
      results: [
        { index: 0, status: 'UNMODIFIED', before: 'a', after: ['a'] },
        { index: 1, status: 'DROPPED', before: 'b', after: [] },
      ],
    },
  },
  total: { eventsIn: 2, eventsOut: 1, bytesIn: 2, bytesOut: 1, percentOptimized: 50 },
  elapsedMilliseconds: 3,
};

const ended = (state: Capture['state'], events: string[]) => ({
  capture: { ...MODEL_CAPTURE, state, eventCount: events.length },
  events,
});

export const previewModel = defineModel({
  name: 'preview',
  machine: previewMachine,
  input: { graph: MODEL_GRAPHS.before },
  vocabulary: [
    { type: 'graph.changed', graph: MODEL_GRAPHS.before },
    { type: 'graph.changed', graph: MODEL_GRAPHS.after },
    { type: 'sample.chosen', sample: MODEL_SAMPLES.pasted },
    { type: 'sample.open', sampleId: MODEL_SAMPLES.saved.sampleId },
    {
      type: 'sample.saved',
      sampleId: MODEL_SAMPLES.saved.sampleId,
      name: MODEL_SAMPLES.saved.name,
      events: MODEL_SAMPLES.pasted.events,
    },
    {
      type: 'capture.start',
      request: { componentId: MODEL_CAPTURE.componentId, where: 'web', limit: 100, seconds: 60 },
    },
    { type: 'capture.join', capture: MODEL_CAPTURE, where: 'web' },
    { type: 'capture.stop' },
    { type: 'run.again' },
    { type: 'failure.dismissed' },
    { type: 'preview.end' },
    { type: 'xstate.done.actor.start', output: MODEL_CAPTURE },
    { type: 'xstate.error.actor.start', error: new Error('The pipeline does not run.') },
    { type: 'xstate.after.pollInterval.preview.capturing.waiting' },
    { type: 'xstate.done.actor.read', output: ended('RUNNING', ['a']) },
    { type: 'xstate.done.actor.read', output: ended('DONE', ['a', 'b']) },
    { type: 'xstate.done.actor.read', output: ended('DONE', []) },
    {
      type: 'xstate.done.actor.read',
      output: { capture: { ...MODEL_CAPTURE, state: 'DONE', eventCount: 2 }, events: [] },
    },
    { type: 'xstate.error.actor.read', error: new Error('The capture is gone.') },
    { type: 'xstate.done.actor.stop', output: ended('STOPPED', ['a']) },
    { type: 'xstate.done.actor.stop', output: ended('STOPPED', []) },
    { type: 'xstate.error.actor.stop', error: new Error('The capture is gone.') },
    { type: 'xstate.done.actor.load', output: MODEL_SAMPLES.saved },
    { type: 'xstate.error.actor.load', error: new Error('The sample is gone.') },
    { type: 'xstate.after.rerunDelay.preview.stale' },
    { type: 'xstate.done.actor.run', output: MODEL_OUTCOME },
    { type: 'xstate.error.actor.run', error: new Error("'keep': Value is missing.") },
  ],
  key: ({ value, context: { sample, outcome, failure, graph, capture } }) =>
    [
      JSON.stringify(value),
      sample?.origin ?? '-',
      outcome ? 'outcome' : '-',
      failure?.part ?? '-',
      graph === MODEL_GRAPHS.before ? 'before' : 'after',
      capture ? 'capture' : '-',
    ].join(' '),
});
