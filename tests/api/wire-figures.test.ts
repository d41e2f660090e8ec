import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS } from '../../src/contract/calls/index.ts';
import { countSchema } from '../../src/contract/parameters.ts';
import { T0 } from './support/counting.ts';
import {
  buildPage,
  makeWireWorld,
  RANGE,
  type Row,
  readOf,
  testReads,
  type WireWorld,
} from './support/wire-world.ts';

let world: WireWorld;
beforeAll(async () => {
  world = await makeWireWorld();
});
afterAll(() => world.api.stop());

const METRIC = { metricType: 'EVENTS_BYTES', pods: ['web-1'] };
const RESOLUTION = { resolution: 60 };
const list = () => expect.arrayContaining([expect.anything()]);
const expectSeries = () => ({ timeSeriesTuple: expect.any(Array) });
const FROM_TO = {
  fromTimestamp: new Date(T0 - 60_000).toISOString(),
  toTimestamp: '2036-01-01T00:00:00+01:00',
};

/** Metric and notification reads of section 7, with every parameter. */
const READS: Row[] = [
  [
    'R7-08, R7-90, R7-93',
    'getComponentSeries',
    'GET /v1/analytics/components/{nodeId}/time-series/data-processed',
    ({ api, made }) => ({
      path: { nodeId: made.transformId },
      query: { siteId: api.siteId, ...METRIC, ...RANGE, ...RESOLUTION },
    }),
    '',
    () => ({
      inputDataSeries: expectSeries(),
      outputDataSeries: expectSeries(),
      droppedDataSeries: expectSeries(),
      waitingDataSeries: expectSeries(),
      deadLetterDataSeries: expectSeries(),
      lostDataSeries: expectSeries(),
    }),
  ],
  [
    'R7-09, R7-90, R7-93',
    'getPipelineSeries',
    'GET /v1/analytics/pipelines/{pipelineId}/time-series/data-processed',
    ({ api, made }) => ({
      path: { pipelineId: made.pipelineId },
      query: { siteId: api.siteId, ...METRIC, ...RANGE, ...RESOLUTION },
    }),
    '',
    () => ({
      inputDataSeries: expectSeries(),
      outputDataSeries: expectSeries(),
      droppedDataSeries: expectSeries(),
      waitingDataSeries: expectSeries(),
      deadLetterDataSeries: expectSeries(),
      lostDataSeries: expectSeries(),
    }),
  ],
  [
    'R7-18',
    'listSiteErrors',
    'GET /v1/analytics/sites/{siteId}/errors/list',
    ({ api, made }) => ({
      path: { siteId: api.siteId },
      query: { pipelineIds: [made.pipelineId], ...RANGE, ...RESOLUTION },
    }),
    'errorDetails',
    ({ made }) => [{ errorName: 'PARSE_FAILED', pipelineId: made.pipelineId }],
  ],
  [
    'R7-15, R7-78, R7-95',
    'countPipelineErrors',
    'GET /v1/analytics-service/pipelines/errors/count',
    ({ api }) => ({ query: { siteId: api.siteId, acknowledgeState: 'unacknowledged', ...RANGE } }),
    'count',
    () => '2',
  ],
  [
    'R7-65, R7-91',
    'listNotifications',
    'GET /v1/notifications',
    ({ api }) => ({
      query: {
        siteIds: [api.siteId],
        categories: ['PIPELINES'],
        subCategories: ['NEW_ERRORS'],
        states: ['ACTIVE'],
        ackValues: ['UNACKNOWLEDGED'],
        severities: ['error'],
        ...FROM_TO,
        ...buildPage('created_at'),
      },
    }),
    'notifications',
    ({ api }) => [{ siteId: api.siteId, subCategory: 'NEW_ERRORS' }],
  ],
  [
    'R7-66',
    'getNotificationSummary',
    'GET /v1/notifications/summary',
    ({ api }) => ({
      query: { siteIds: [api.siteId], limit: 5, ...RANGE, ...buildPage('created_at') },
    }),
    'summary',
    () => ({ read: { error: '0' }, unread: { error: '1' }, notifications: list() }),
  ],
  [
    'R3-63, R7-79',
    'getNotificationErrorSummary',
    'GET /v1/notifications/error-summary',
    ({ api }) => ({ query: { siteIds: [api.siteId] } }),
    'errorSummary.unreadCount',
    () => '1',
  ],
];

describe('reads', () => {
  testReads(READS, () => world);

  test('list bounds are RFC 3339; others are refused by name [R7-91]', async () => {
    for (const fromTimestamp of ['1800000000', '2027-13-01T00:00:00Z', 'yesterday']) {
      const { status, body } = await readOf(world, 'listNotifications', { query: { fromTimestamp } }, '');
      expect([status, body.details[0].field]).toEqual([400, 'fromTimestamp']);
    }
    const later = { fromTimestamp: new Date(T0 + 60_000).toISOString() };
    expect((await readOf(world, 'listNotifications', { query: later }, 'notifications')).found).toEqual([]);
  });

  test('the summary is bounded by the time range [R7-66]', async () => {
    const query = {
      'timeRange.startUnixTimeSeconds': T0 / 1000 + 60,
      'timeRange.endUnixTimeSeconds': T0 / 1000 + 120,
    };
    const { found } = await readOf(world, 'getNotificationSummary', { query }, 'summary');
    expect(found).toMatchObject({ unread: { error: '0' }, notifications: [] });
  });

  test('counts travel as decimal text, and numbers are read too [R7-95]', () => {
    expect(countSchema.parse('9007199254740993')).toBe('9007199254740993');
    expect(countSchema.parse(12)).toBe('12');
    expect(countSchema.safeParse('12.5').success).toBe(false);
  });

  test('acknowledgement is asked for by three values, in any letter case [R3-83, R7-15]', () => {
    const { query } = CALLS.countPipelineErrors;
    const stateOf = (acknowledgeState: string) =>
      query.safeParse({ siteId: world.api.siteId, ...RANGE, acknowledgeState }).data?.acknowledgeState;
    for (const value of ['ACKNOWLEDGEMENT_ALL', 'ACKNOWLEDGED', 'UNACKNOWLEDGED']) {
      expect(stateOf(value)).toBe(value);
      expect(stateOf(value.toLowerCase())).toBe(value);
    }
    expect(stateOf('SOMETIMES')).toBeUndefined();
  });
});
