import { assign, fromPromise, setup } from 'xstate';
import {
  areGraphsDifferent,
  captureFailure,
  replaceSample,
  toCapturedSample,
  toCaptureRequest,
  toPreviewFailure,
} from './preview.facts.ts';
import type {
  Capture,
  CaptureRequest,
  PreviewContext,
  PreviewEvent,
  PreviewFailure,
  PreviewGraph,
  PreviewOutcome,
  PreviewSample,
} from './preview.types.ts';

export type CaptureRead = {
  capture: Capture;
  events: readonly string[];
  /** Per event: JSON text of `@origin`. */
  origins?: readonly string[] | undefined;
};
export type RunInput = { sample: PreviewSample; graph: PreviewGraph };

export const CAPTURE_POLL_MS = 1000;
/** Debounce of runs while the draft is being edited. */
export const RERUN_AFTER_MS = 400;

const rejectUnprovided = (name: string) => () => Promise.reject(new Error(`provide ${name}`));
const toFailureParams =
  (part: PreviewFailure['part']) =>
  ({ event }: { event: { error: unknown } }) => ({ part, error: event.error });
const readBy = ({ event }: { event: { output: CaptureRead } }) => event.output;
const captureEnded = [
  {
    guard: { type: 'hasEvents', params: readBy },
    target: '#preview.running',
    actions: { type: 'takeCaptured', params: readBy },
  },
  { target: '#preview.failed', actions: { type: 'failCapture', params: readBy } },
] as const;
const captureFailed = {
  target: '#preview.failed',
  actions: { type: 'fail', params: toFailureParams('capture') },
} as const;
const getCaptureId = (capture: Capture | undefined): string => capture?.id ?? '';

/**
 * Runs the graph on chosen events, again after each change. Answers for an older graph or sample are dropped.
 */
export const previewMachine = setup({
  types: { context: {} as PreviewContext, events: {} as PreviewEvent, input: {} as { graph: PreviewGraph } },
  actors: {
    start: fromPromise<Capture, CaptureRequest>(rejectUnprovided('start')),
    read: fromPromise<CaptureRead, string>(rejectUnprovided('read')),
    stop: fromPromise<CaptureRead, string>(rejectUnprovided('stop')),
    load: fromPromise<PreviewSample, string>(rejectUnprovided('load')),
    run: fromPromise<PreviewOutcome, RunInput>(rejectUnprovided('run')),
  },
  guards: {
    graphDiffers: ({ context, event }) =>
      event.type === 'graph.changed' && areGraphsDifferent(context.graph, event.graph),
    hasSample: ({ context }) => context.sample !== undefined,
    isOnScreen: ({ context, event }) =>
      event.type === 'sample.saved' && context.sample?.events === event.events,
    isShown: ({ context }) => context.outcome !== undefined,
    canRunAgain: ({ context }) => context.failure?.part === 'run' && context.sample !== undefined,
    failedToRun: ({ context, event }) =>
      context.failure?.part === 'run' &&
      event.type === 'graph.changed' &&
      areGraphsDifferent(context.graph, event.graph),
    isRunning: (_, { capture }: CaptureRead) => capture.state === 'RUNNING',
    hasEvents: ({ context }, { capture, events }: CaptureRead) =>
      captureFailure(capture, events, context.request?.where ?? '') === undefined,
  },
  actions: {
    keepGraph: assign(({ event }) => (event.type === 'graph.changed' ? { graph: event.graph } : {})),
    /** The previous events stay while new ones are captured. */
    keepGraphAndDate: assign(({ context, event }) =>
      event.type === 'graph.changed' && areGraphsDifferent(context.graph, event.graph)
        ? { graph: event.graph, outcome: undefined }
        : {},
    ),
    choose: assign(({ event }) => (event.type === 'sample.chosen' ? replaceSample(event.sample) : {})),
    seek: assign(({ event }) => ({
      failure: undefined,
      capture: event.type === 'capture.join' ? event.capture : undefined,
      opened: event.type === 'sample.open' ? event.sampleId : undefined,
      request: toCaptureRequest(event),
    })),
    nameSample: assign(({ context, event }) =>
      event.type === 'sample.saved' && context.sample
        ? {
            sample: {
              ...context.sample,
              origin: 'saved' as const,
              name: event.name,
              sampleId: event.sampleId,
            },
          }
        : {},
    ),
    keepCapture: assign((_, { capture }: { capture: Capture }) => ({ capture })),
    takeCaptured: assign(({ context }, read: CaptureRead) =>
      context.request ? replaceSample(toCapturedSample(context.request, read)) : {},
    ),
    failCapture: assign(({ context }, { capture, events }: CaptureRead) => ({
      failure: captureFailure(capture, events, context.request?.where ?? ''),
      capture: undefined,
    })),
    takeLoaded: assign((_, { sample }: { sample: PreviewSample }) => replaceSample(sample)),
    keepOutcome: assign((_, { outcome }: { outcome: PreviewOutcome }) => ({ outcome, failure: undefined })),
    fail: assign((_, { part, error }: { part: PreviewFailure['part']; error: unknown }) => ({
      failure: toPreviewFailure(part, error),
      capture: undefined,
      opened: undefined,
    })),
    forgetFailure: assign({ failure: undefined }),
    forgetAll: assign({
      sample: undefined,
      outcome: undefined,
      failure: undefined,
      capture: undefined,
      request: undefined,
      opened: undefined,
    }),
  },
  delays: { pollInterval: CAPTURE_POLL_MS, rerunDelay: RERUN_AFTER_MS },
}).createMachine({
  id: 'preview',
  context: ({ input }) => ({
    graph: input.graph,
    sample: undefined,
    outcome: undefined,
    request: undefined,
    capture: undefined,
    opened: undefined,
    failure: undefined,
  }),
  initial: 'empty',
  on: {
    'graph.changed': { guard: 'graphDiffers', actions: 'keepGraphAndDate' },
    'sample.chosen': { target: '.running', actions: 'choose', reenter: true },
    'sample.open': { target: '.opening', actions: 'seek', reenter: true },
    'sample.saved': { guard: 'isOnScreen', actions: 'nameSample' },
    'capture.start': { target: '.capturing', actions: 'seek' },
    'capture.join': { target: '.capturing.reading', actions: 'seek' },
    'preview.end': { target: '.empty', actions: 'forgetAll' },
  },
  states: {
    empty: { on: { 'preview.end': undefined } },
    capturing: {
      initial: 'starting',
      // Only one capture at a time.
      on: { 'capture.start': undefined, 'capture.join': undefined },
      states: {
        starting: {
          invoke: {
            id: 'start',
            src: 'start',
            input: ({ context }) => context.request ?? { componentId: '', where: '', limit: 1, seconds: 1 },
            onDone: {
              target: 'waiting',
              actions: { type: 'keepCapture', params: ({ event }) => ({ capture: event.output }) },
            },
            onError: captureFailed,
          },
        },
        waiting: { after: { pollInterval: 'reading' }, on: { 'capture.stop': 'stopping' } },
        reading: {
          invoke: {
            id: 'read',
            src: 'read',
            input: ({ context }) => getCaptureId(context.capture),
            onDone: [
              {
                guard: { type: 'isRunning', params: readBy },
                target: 'waiting',
                actions: { type: 'keepCapture', params: readBy },
              },
              ...captureEnded,
            ],
            onError: captureFailed,
          },
          on: { 'capture.stop': 'stopping' },
        },
        stopping: {
          invoke: {
            id: 'stop',
            src: 'stop',
            input: ({ context }) => getCaptureId(context.capture),
            onDone: captureEnded,
            onError: captureFailed,
          },
        },
      },
    },
    opening: {
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context }) => context.opened ?? '',
        onDone: {
          target: 'running',
          actions: { type: 'takeLoaded', params: ({ event }) => ({ sample: event.output }) },
        },
        onError: { target: 'failed', actions: { type: 'fail', params: toFailureParams('sample') } },
      },
    },
    running: {
      invoke: {
        id: 'run',
        src: 'run',
        input: ({ context }) => ({
          sample: context.sample ?? { origin: 'pasted', name: '', events: [], startComponentId: '' },
          graph: context.graph,
        }),
        onDone: {
          target: 'shown',
          actions: { type: 'keepOutcome', params: ({ event }) => ({ outcome: event.output }) },
        },
        onError: { target: 'failed', actions: { type: 'fail', params: toFailureParams('run') } },
      },
      on: { 'graph.changed': { guard: 'graphDiffers', target: 'stale', actions: 'keepGraph' } },
    },
    shown: {
      on: {
        'graph.changed': { guard: 'graphDiffers', target: 'stale', actions: 'keepGraph' },
        'run.again': 'running',
      },
    },
    /** Runs again when editing pauses. */
    stale: {
      after: { rerunDelay: 'running' },
      on: {
        'graph.changed': { guard: 'graphDiffers', target: 'stale', reenter: true, actions: 'keepGraph' },
        'run.again': 'running',
      },
    },
    failed: {
      on: {
        'graph.changed': [
          { guard: 'failedToRun', target: 'stale', actions: ['keepGraph', 'forgetFailure'] },
          { guard: 'graphDiffers', actions: 'keepGraphAndDate' },
        ],
        'run.again': { guard: 'canRunAgain', target: 'running', actions: 'forgetFailure' },
        'failure.dismissed': [
          { guard: 'canRunAgain', target: 'empty', actions: 'forgetAll' },
          { guard: 'isShown', target: 'shown', actions: 'forgetFailure' },
          { guard: 'hasSample', target: 'running', actions: 'forgetFailure' },
          { target: 'empty', actions: 'forgetFailure' },
        ],
      },
    },
  },
});
