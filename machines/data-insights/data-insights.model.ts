import type { DataInsights, Finding } from '../../src/contract/entities/insights.ts';
import type { Capture } from '../../src/contract/entities/sample.ts';
import { defineModel } from '../model.ts';
import { dataInsightsMachine, type Measured } from './data-insights.machine.ts';

export const someCapture = (state: Capture['state'], eventCount: number): Capture => ({
  id: '700000000000000001',
  pipelineId: '300000000000000001',
  componentId: 'a',
  limit: 1000,
  seconds: 10,
  startedAt: '2026-11-21T12:00:00.000Z',
  startedBy: 'Ann',
  state,
  reason: state === 'FAILED' ? 'The engine stopped' : '',
  eventCount,
});

const findingOf = (path: string, savedBytes: number): Finding => ({
  id: `CONSTANT_FIELD:${path}`,
  kind: 'CONSTANT_FIELD',
  title: `${path} never changes`,
  detail: 'It tells nothing.',
  change: { templateId: 'remove_fields', name: `Remove ${path}`, config: { fields: [path] } },
  savedBytes,
});

export const someInsights: DataInsights = {
  events: 3,
  bytes: 300,
  textEvents: 0,
  unparsedEvents: 0,
  messageField: 'message',
  fields: [],
  otherFields: 0,
  patterns: [],
  otherPatterns: 0,
  findings: [findingOf('host', 90), findingOf('agent', 60)],
};

export const someFigures: Measured = {
  events: 3,
  bytesIn: 300,
  bytesOut: 225,
  deliveredBefore: 200,
  deliveredAfter: 150,
};

const refused = new Error('Refused');

export const dataInsightsModel = defineModel({
  name: 'data insights',
  machine: dataInsightsMachine,
  vocabulary: [
    { type: 'insights.requested', componentId: 'a' },
    { type: 'insights.requested', componentId: 'b' },
    { type: 'insights.stopped' },
    { type: 'graph.changed' },
    { type: 'xstate.done.actor.start', output: someCapture('RUNNING', 0) },
    { type: 'xstate.error.actor.start', error: refused },
    { type: 'xstate.after.poll.dataInsights.capturing.waiting' },
    { type: 'xstate.done.actor.read', output: someCapture('RUNNING', 2) },
    { type: 'xstate.done.actor.read', output: someCapture('DONE', 3) },
    { type: 'xstate.done.actor.read', output: someCapture('DONE', 0) },
    { type: 'xstate.done.actor.read', output: someCapture('FAILED', 1) },
    { type: 'xstate.error.actor.read', error: refused },
    { type: 'xstate.done.actor.stop', output: someCapture('STOPPED', 2) },
    { type: 'xstate.done.actor.stop', output: someCapture('STOPPED', 0) },
    { type: 'xstate.error.actor.stop', error: refused },
    { type: 'xstate.done.actor.analyse', output: someInsights },
    { type: 'xstate.error.actor.analyse', error: refused },
    { type: 'xstate.done.actor.measure', output: someFigures },
    { type: 'xstate.error.actor.measure', error: refused },
  ],
  key: ({ value, context }) =>
    [
      JSON.stringify(value),
      context.componentId,
      context.insights ? 'told' : 'untold',
      ...Object.values(context.measured).map(({ error }) => error ?? 'measured'),
    ].join(' '),
});
