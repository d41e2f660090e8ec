import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorEntry } from '../../src/contract/entities/analytics.ts';
import { liveServerMessageSchema } from '../../src/contract/live.ts';
import type { Principal } from '../../src/service/auth/permissions.ts';
import { createLiveSession } from '../../src/service/live/session.ts';
import { makeDeployedPipeline } from './support/fixtures.ts';
import { expectRefusal, GHOST } from './support/refusal.ts';
import { startService, type TestService } from './support/service.ts';

const T0 = 1_800_000_000_000;
const MINUTE = 60_000;
let now = T0;
let api: TestService;
let web: Awaited<ReturnType<typeof makeDeployedPipeline>>;
let shop: typeof web;

beforeEach(async () => {
  now = T0;
  api = await startService({ clock: () => now });
  web = await makeDeployedPipeline(api, 'web');
  shop = await makeDeployedPipeline(api, 'shop');
});
afterEach(() => api.stop());

type Place = { pipelineId: string; componentId: string };
const toParserPlace = (of: typeof web): Place => ({ pipelineId: of.pipelineId, componentId: of.transformId });
const toWriterPlace = (of: typeof web): Place => ({ pipelineId: of.pipelineId, componentId: of.sinkId });

async function fail(place: Place, errorName = 'PARSE_FAILED', level: 'ERROR' | 'WARN' = 'ERROR') {
  api.engine.report({
    type: 'errors',
    errors: [
      {
        ...place,
        nodeId: place.componentId,
        errorName,
        level,
        message: 'Failed',
        causes: [],
        resolutions: [],
        count: 2,
        lastAt: now,
        exampleEvent: 'x',
      },
    ],
  });
  await api.service.services.analytics.flush();
}

const buildRange = () => ({
  siteId: api.siteId,
  'timeRange.startUnixTimeSeconds': T0 / 1000 - 60,
  'timeRange.endUnixTimeSeconds': now / 1000 + 600,
});
const listOf = async (pipelineId: string, more: object = {}) =>
  (await api.call('listPipelineErrors', { query: { ...buildRange(), ...more } })).body.pipelinesErrorDetails[
    pipelineId
  ];
/** As `error name: acknowledged by`. */
const fetchMarks = async (pipelineId: string): Promise<string[]> =>
  ((await listOf(pipelineId)).errorDetails as ErrorEntry[])
    .map((one) => `${one.errorName}: ${one.isAcknowledged ? one.acknowledgedBy : '-'}`)
    .toSorted();
const fetchCount = async (acknowledgeState: string): Promise<string> =>
  (await api.call('countPipelineErrors', { query: { ...buildRange(), acknowledgeState } })).body.count;

const acknowledgeComponents = (body: object) =>
  api.call('acknowledgeComponentErrors', { body: { siteId: api.siteId, ...body } });
const acknowledgePipelines = (body: object) =>
  api.call('acknowledgePipelineErrors', { body: { siteId: api.siteId, ...body } });

const LOCAL = 'Local administrator';

describe('acknowledging errors [E12]', () => {
  beforeEach(async () => {
    await fail(toParserPlace(web));
    await fail(toParserPlace(web), 'SLOW', 'WARN');
    await fail(toWriterPlace(web), 'FULL');
    await fail(toParserPlace(shop));
  });

  test('the errors of a component, in the pipeline that is named [R7-21]', async () => {
    now += MINUTE;
    const answer = await acknowledgeComponents({
      componentIds: [web.transformId],
      pipelineIds: [web.pipelineId],
    });
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect(await fetchMarks(web.pipelineId)).toEqual(['FULL: -', `PARSE_FAILED: ${LOCAL}`, `SLOW: ${LOCAL}`]);
    expect(await fetchMarks(shop.pipelineId)).toEqual(['PARSE_FAILED: -']);
    const [entry] = (await listOf(web.pipelineId)).errorDetails.filter(
      (one: ErrorEntry) => one.isAcknowledged,
    );
    expect(entry.acknowledgedUnixTimeSeconds).toBe(now / 1000);
  });

  test('a single error [R4-104]', async () => {
    const { errorDetails } = await listOf(web.pipelineId);
    const slow = (errorDetails as ErrorEntry[]).find((one) => one.errorName === 'SLOW');
    await acknowledgeComponents({ errorIds: [slow?.id] });
    expect(await fetchMarks(web.pipelineId)).toEqual(['FULL: -', 'PARSE_FAILED: -', `SLOW: ${LOCAL}`]);
  });

  test('all errors of a pipeline [R7-80]', async () => {
    await acknowledgePipelines({ pipelineIds: [web.pipelineId] });
    expect(await fetchMarks(web.pipelineId)).not.toContainEqual(expect.stringMatching(/: -$/));
    expect(await fetchMarks(shop.pipelineId)).toEqual(['PARSE_FAILED: -']);
  });

  test.each(['components', 'pipelines'] as const)(
    'all of the site, by the call for %s [R4-105]',
    async (name) => {
      await { components: acknowledgeComponents, pipelines: acknowledgePipelines }[name]({
        acknowledgeAll: true,
      });
      expect(await fetchCount('unacknowledged')).toBe('0');
      expect(await fetchCount('ACKNOWLEDGED')).toBe('8');
    },
  );

  test('counts follow: acknowledged, open, all; pipelines count open ones [R7-20]', async () => {
    await acknowledgeComponents({ componentIds: [web.transformId] });
    expect(await fetchCount('unacknowledged')).toBe('4');
    expect(await fetchCount('ACKNOWLEDGED')).toBe('4');
    expect(await fetchCount('ACKNOWLEDGEMENT_ALL')).toBe('8');
    const { unacknowledgedErrors, unacknowledgedWarnings } = await listOf(web.pipelineId);
    expect([unacknowledgedErrors, unacknowledgedWarnings]).toEqual(['2', '0']);
  });

  test('a continuing error stays acknowledged, until an hour of silence', async () => {
    await acknowledgePipelines({ pipelineIds: [shop.pipelineId] });
    now += 59 * MINUTE;
    await fail(toParserPlace(shop));
    expect(await fetchMarks(shop.pipelineId)).toEqual([`PARSE_FAILED: ${LOCAL}`]);
    now += 61 * MINUTE;
    await fail(toParserPlace(shop));
    expect(await fetchMarks(shop.pipelineId)).toEqual(['PARSE_FAILED: -']);
  });

  test('everyone watching the site is notified once, only of changes', async () => {
    const sent: string[] = [];
    const principal = (await api.service.services.authenticator.authenticate(
      new Request('http://127.0.0.1/'),
    )) as Principal;
    const session = createLiveSession(api.service.services, principal, {
      send: (text) => {
        const message = liveServerMessageSchema.parse(JSON.parse(text));
        if (message.type === 'error.acknowledged') sent.push(message.pipelineIds.join());
      },
      close: () => undefined,
      bufferedBytes: () => 0,
    });
    await session.receive(
      JSON.stringify({ type: 'subscribe', subscriptionId: 's', topic: 'site', siteId: api.siteId }),
    );
    await acknowledgePipelines({ pipelineIds: [shop.pipelineId] });
    await acknowledgePipelines({ pipelineIds: [shop.pipelineId] });
    expect(sent).toEqual([shop.pipelineId]);
  });

  test('empty and unknown targets are refused, and nothing is acknowledged', async () => {
    const required = { status: 400, code: 'VALIDATION_FAILED', message: /acknowledgeAll/ };
    await expectRefusal(api, () => acknowledgeComponents({}), { ...required, field: 'componentIds' });
    await expectRefusal(api, () => acknowledgePipelines({}), { ...required, field: 'pipelineIds' });
    const missing = { status: 404, code: 'NOT_FOUND' };
    await expectRefusal(
      api,
      () => acknowledgePipelines({ pipelineIds: [web.pipelineId, GHOST.pipeline] }),
      missing,
    );
    await expectRefusal(
      api,
      () => acknowledgePipelines({ siteId: GHOST.site, acknowledgeAll: true }),
      missing,
    );
    expect(await fetchCount('ACKNOWLEDGED')).toBe('0');
  });
});

test('occurrences over time come when a resolution is asked for [R7-92]', async () => {
  await fail(toParserPlace(web));
  now += 3 * MINUTE;
  await fail(toParserPlace(web));
  const seriesOf = async (more: object) =>
    (await listOf(web.pipelineId, more)).errorDetails[0].series.timeSeriesTuple;
  expect(await seriesOf({})).toEqual([]);
  expect(await seriesOf({ resolution: 60 })).toEqual([
    { unixTimeSeconds: T0 / 1000, value: 2 },
    { unixTimeSeconds: T0 / 1000 + 180, value: 2 },
  ]);
});
