import { assign, fromPromise, setup } from 'xstate';
import type { DataInsights, Finding } from '../../src/contract/entities/insights.ts';
import type { Capture } from '../../src/contract/entities/sample.ts';

/** What the change of a finding does to the events, by a run of the graph with it and one without. */
export type Measured = {
  /** Events of the runs: the first of those captured, as many as one run takes. */
  events: number;
  /** Bytes that come to the change, and that leave it. */
  bytesIn: number;
  bytesOut: number;
  /** Bytes that all destinations get, without the change and with it. */
  deliveredBefore: number;
  deliveredAfter: number;
};

/** How measuring a finding ended. */
export type Measurement = { figures: Measured; error?: undefined } | { figures?: undefined; error: string };

/** What is looked at, and what came of it. */
export type InsightsContext = {
  /** The node whose output is looked at. */
  componentId: string;
  capture: Capture | undefined;
  /** Of the capture before, until the next one is told. */
  insights: DataInsights | undefined;
  /** By id of the finding, those that were measured until now. */
  measured: Readonly<Record<string, Measurement>>;
  /** Why it failed. */
  error: string | undefined;
};

export type InsightsEvent =
  | { type: 'insights.requested'; componentId: string }
  /** What came so far is enough. */
  | { type: 'insights.stopped' }
  /** Another graph is on screen: what was measured is of the one before. */
  | { type: 'graph.changed' };

export const INSIGHTS_POLL_MS = 500;

const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'Something went wrong!';

/** The finding that is measured now, or next. */
export const unmeasured = ({ insights, measured }: InsightsContext): Finding | undefined =>
  insights?.findings.find(({ id }) => measured[id] === undefined);

const NO_CHANGE: Finding['change'] = { templateId: '', name: '', config: {} };

export type MeasureInput = { captureId: string; componentId: string; change: Finding['change'] };

const unprovided = (name: string) => () => Promise.reject(new Error(`provide ${name}`));

/**
 * Looks at what flows: events are captured at a node until there are enough or the time is over, then they
 * are told by fields, patterns and findings, and what each finding saves is measured (R2.4-61).
 */
export const dataInsightsMachine = setup({
  types: { context: {} as InsightsContext, events: {} as InsightsEvent },
  actors: {
    start: fromPromise<Capture, { componentId: string }>(unprovided('start')),
    read: fromPromise<Capture, { captureId: string }>(unprovided('read')),
    stop: fromPromise<Capture, { captureId: string }>(unprovided('stop')),
    analyse: fromPromise<DataInsights, { captureId: string }>(unprovided('analyse')),
    measure: fromPromise<Measured, MeasureInput>(unprovided('measure')),
  },
  delays: { poll: INSIGHTS_POLL_MS },
  guards: {
    isRunning: (_, { capture }: { capture: Capture }) => capture.state === 'RUNNING',
    isFailed: (_, { capture }: { capture: Capture }) => capture.state === 'FAILED',
    isEmpty: (_, { capture }: { capture: Capture }) => capture.eventCount === 0,
    isAllMeasured: ({ context }) => unmeasured(context) === undefined,
  },
  actions: {
    begin: assign(({ event, context }) =>
      event.type === 'insights.requested'
        ? {
            componentId: event.componentId,
            capture: undefined,
            error: undefined,
            measured: event.componentId === context.componentId ? context.measured : {},
            insights: event.componentId === context.componentId ? context.insights : undefined,
          }
        : {},
    ),
    keep: assign((_, { capture }: { capture: Capture }) => ({ capture })),
    keepReason: assign((_, { capture }: { capture: Capture }) => ({ capture, error: capture.reason })),
    fail: assign((_, { error }: { error: unknown }) => ({ error: messageOf(error) })),
    tell: assign((_, { insights }: { insights: DataInsights }) => ({ insights, measured: {} })),
    keepMeasurement: assign(({ context }, { measurement }: { measurement: Measurement }) => {
      const finding = unmeasured(context);
      return finding ? { measured: { ...context.measured, [finding.id]: measurement } } : {};
    }),
    forgetMeasured: assign({ measured: {} }),
    forget: assign({ insights: undefined, measured: {} }),
  },
}).createMachine({
  id: 'dataInsights',
  context: { componentId: '', capture: undefined, insights: undefined, measured: {}, error: undefined },
  initial: 'idle',
  // A late answer for the node before is dropped with its state.
  on: { 'insights.requested': { target: '.starting', actions: 'begin' } },
  states: {
    idle: {},
    starting: {
      invoke: {
        id: 'start',
        src: 'start',
        input: ({ context }) => ({ componentId: context.componentId }),
        onDone: {
          target: 'capturing',
          actions: { type: 'keep', params: ({ event }) => ({ capture: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    capturing: {
      initial: 'waiting',
      on: { 'insights.stopped': 'stopping' },
      states: {
        waiting: { after: { poll: 'reading' } },
        reading: {
          invoke: {
            id: 'read',
            src: 'read',
            input: ({ context }) => ({ captureId: context.capture?.id ?? '' }),
            onDone: [
              {
                guard: { type: 'isRunning', params: ({ event }) => ({ capture: event.output }) },
                target: 'waiting',
                actions: { type: 'keep', params: ({ event }) => ({ capture: event.output }) },
              },
              {
                guard: { type: 'isFailed', params: ({ event }) => ({ capture: event.output }) },
                target: '#dataInsights.failed',
                actions: { type: 'keepReason', params: ({ event }) => ({ capture: event.output }) },
              },
              {
                guard: { type: 'isEmpty', params: ({ event }) => ({ capture: event.output }) },
                target: '#dataInsights.empty',
                actions: { type: 'keep', params: ({ event }) => ({ capture: event.output }) },
              },
              {
                target: '#dataInsights.analysing',
                actions: { type: 'keep', params: ({ event }) => ({ capture: event.output }) },
              },
            ],
            onError: {
              target: '#dataInsights.failed',
              actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    stopping: {
      invoke: {
        id: 'stop',
        src: 'stop',
        input: ({ context }) => ({ captureId: context.capture?.id ?? '' }),
        onDone: [
          {
            guard: { type: 'isEmpty', params: ({ event }) => ({ capture: event.output }) },
            target: 'empty',
            actions: { type: 'keep', params: ({ event }) => ({ capture: event.output }) },
          },
          {
            target: 'analysing',
            actions: { type: 'keep', params: ({ event }) => ({ capture: event.output }) },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    analysing: {
      invoke: {
        id: 'analyse',
        src: 'analyse',
        input: ({ context }) => ({ captureId: context.capture?.id ?? '' }),
        onDone: {
          target: 'shown',
          actions: { type: 'tell', params: ({ event }) => ({ insights: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    shown: {
      initial: 'choosing',
      on: { 'graph.changed': { target: '.choosing', actions: 'forgetMeasured' } },
      states: {
        choosing: { always: [{ guard: 'isAllMeasured', target: 'measured' }, { target: 'measuring' }] },
        measuring: {
          invoke: {
            id: 'measure',
            src: 'measure',
            input: ({ context }) => ({
              captureId: context.capture?.id ?? '',
              componentId: context.componentId,
              change: unmeasured(context)?.change ?? NO_CHANGE,
            }),
            onDone: {
              target: 'choosing',
              actions: {
                type: 'keepMeasurement',
                params: ({ event }) => ({ measurement: { figures: event.output } }),
              },
            },
            onError: {
              target: 'choosing',
              actions: {
                type: 'keepMeasurement',
                params: ({ event }) => ({ measurement: { error: messageOf(event.error) } }),
              },
            },
          },
        },
        measured: {},
      },
    },
    /** Nothing flowed in the time. */
    empty: { entry: 'forget' },
    failed: { entry: 'forget' },
  },
});
