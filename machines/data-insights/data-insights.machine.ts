import { assign, fromPromise, setup } from 'xstate';
import type { DataInsights, Finding } from '../../src/contract/entities/insights.ts';
import type { Capture } from '../../src/contract/entities/sample.ts';
import { getErrorMessage } from '../error-message.ts';

/** Effect of a finding's change, measured by running the graph with and without it. */
export type Measured = {
  /** Captured events used for the runs. */
  events: number;
  /** Bytes entering and leaving the change. */
  bytesIn: number;
  bytesOut: number;
  /** Bytes delivered to all destinations without and with the change. */
  deliveredBefore: number;
  deliveredAfter: number;
};

export type Measurement = { figures: Measured; error?: undefined } | { figures?: undefined; error: string };

export type InsightsContext = {
  componentId: string;
  capture: Capture | undefined;
  /** Stays until the next capture has been analyzed. */
  insights: DataInsights | undefined;
  /** By finding id. */
  measured: Readonly<Record<string, Measurement>>;
  error: string | undefined;
};

export type InsightsEvent =
  | { type: 'insights.requested'; componentId: string }
  /** Continues with the events received so far. */
  | { type: 'insights.stopped' }
  /** Measurements are outdated. */
  | { type: 'graph.changed' };

export const INSIGHTS_POLL_MS = 500;

export const findUnmeasured = ({ insights, measured }: InsightsContext): Finding | undefined =>
  insights?.findings.find(({ id }) => measured[id] === undefined);

const NO_CHANGE: Finding['change'] = { templateId: '', name: '', config: {} };

export type MeasureInput = { captureId: string; componentId: string; change: Finding['change'] };

const rejectUnprovided = (name: string) => () => Promise.reject(new Error(`provide ${name}`));

/**
 * Captures events at a node until there are enough or time is up, analyzes fields, patterns and findings,
 * then measures what each finding saves.
 */
export const dataInsightsMachine = setup({
  types: { context: {} as InsightsContext, events: {} as InsightsEvent },
  actors: {
    start: fromPromise<Capture, { componentId: string }>(rejectUnprovided('start')),
    read: fromPromise<Capture, { captureId: string }>(rejectUnprovided('read')),
    stop: fromPromise<Capture, { captureId: string }>(rejectUnprovided('stop')),
    analyse: fromPromise<DataInsights, { captureId: string }>(rejectUnprovided('analyse')),
    measure: fromPromise<Measured, MeasureInput>(rejectUnprovided('measure')),
  },
  delays: { poll: INSIGHTS_POLL_MS },
  guards: {
    isRunning: (_, { capture }: { capture: Capture }) => capture.state === 'RUNNING',
    isFailed: (_, { capture }: { capture: Capture }) => capture.state === 'FAILED',
    isEmpty: (_, { capture }: { capture: Capture }) => capture.eventCount === 0,
    isAllMeasured: ({ context }) => findUnmeasured(context) === undefined,
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
    fail: assign((_, { error }: { error: unknown }) => ({ error: getErrorMessage(error) })),
    tell: assign((_, { insights }: { insights: DataInsights }) => ({ insights, measured: {} })),
    keepMeasurement: assign(({ context }, { measurement }: { measurement: Measurement }) => {
      const finding = findUnmeasured(context);
      return finding ? { measured: { ...context.measured, [finding.id]: measurement } } : {};
    }),
    forgetMeasured: assign({ measured: {} }),
    forget: assign({ insights: undefined, measured: {} }),
  },
}).createMachine({
  id: 'dataInsights',
  context: { componentId: '', capture: undefined, insights: undefined, measured: {}, error: undefined },
  initial: 'idle',
  // A late answer for the previous node is dropped because its actor stops with the state.
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
              change: findUnmeasured(context)?.change ?? NO_CHANGE,
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
                params: ({ event }) => ({ measurement: { error: getErrorMessage(event.error) } }),
              },
            },
          },
        },
        measured: {},
      },
    },
    empty: { entry: 'forget' },
    failed: { entry: 'forget' },
  },
});
