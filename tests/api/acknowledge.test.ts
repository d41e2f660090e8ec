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
const parser = (of: typeof web): Place => ({ pipelineId: of.pipelineId, componentId: of.transformId });
const writer = (of: typeof web): Place => ({ pipelineId: of.pipelineId, componentId: of.sinkId });

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

const range = () => ({
  siteId: api.siteId,
  'timeRange.startUnixTimeSeconds': T0 / 1000 - 60,
  'timeRange.endUnixTimeSeconds': now / 1000 + 600,
});
const listOf = async (pipelineId: string, more: object = {}) =>
  (await api.call('listPipelineErrors', { query: { ...range(), ...more } })).body.pipelinesErrorDetails[
    pipelineId
  ];
/** As `error name: acknowledged by`. */
const marks = async (pipelineId: string): Promise<string[]> =>
  ((await listOf(pipelineId)).errorDetails as ErrorEntry[])
    .map((one) => `${one.errorName}: ${one.isAcknowledged ? one.acknowledgedBy : '-'}`)
    .toSorted();
const countOf = async (acknowledgeState: string): Promise<string> =>
  (await api.call('countPipelineErrors', { query: { ...range(), acknowledgeState } })).body.count;

const components = (body: object) =>
  api.call('acknowledgeComponentErrors', { body: { siteId: api.siteId, ...body } });
const pipelines = (body: object) =>
  api.call('acknowledgePipelineErrors', { body: { siteId: api.siteId, ...body } });

const LOCAL = 'Local administrator';

describe('acknowledging errors [E12]', () => {
  beforeEach(async () => {
    await fail(parser(web));
    await fail(parser(web), 'SLOW', 'WARN');
    await fail(writer(web), 'FULL');
    await fail(parser(shop));
  });

  test('the errors of a component, in the pipeline that is named [R7-21]', async () => {
    now += MINUTE;
    const answer = await components({ componentIds: [web.transformId], pipelineIds: [web.pipelineId] });
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect(await marks(web.pipelineId)).toEqual(['FULL: -', `PARSE_FAILED: ${LOCAL}`, `SLOW: ${LOCAL}`]);
    expect(await marks(shop.pipelineId)).toEqual(['PARSE_FAILED: -']);
    const [entry] = (await listOf(web.pipelineId)).errorDetails.filter(
      (one: ErrorEntry) => one.isAcknowledged,
    );
    expect(entry.acknowledgedUnixTimeSeconds).toBe(now / 1000);
  });

  test('a single error [R4-104]', async () => {
    const { errorDetails } = await listOf(web.pipelineId);
    const slow = (errorDetails as ErrorEntry[]).find((one) => one.errorName === 'SLOW');
    await components({ errorIds: [slow?.id] });
    expect(await marks(web.pipelineId)).toEqual(['FULL: -', 'PARSE_FAILED: -', `SLOW: ${LOCAL}`]);
  });

  test('all errors of a pipeline [R7-80]', async () => {
    await pipelines({ pipelineIds: [web.pipelineId] });
    expect(await marks(web.pipelineId)).not.toContainEqual(expect.stringMatching(/: -$/));
    expect(await marks(shop.pipelineId)).toEqual(['PARSE_FAILED: -']);
  });

  test.each(['components', 'pipelines'] as const)(
    'all of the site, by the call for %s [R4-105]',
    async (name) => {
      await { components, pipelines }[name]({ acknowledgeAll: true });
      expect(await countOf('unacknowledged')).toBe('0');
      expect(await countOf('ACKNOWLEDGED')).toBe('8');
    },
  );

  test('counts follow: acknowledged, open, all; pipelines count open ones [R7-20]', async () => {
    await components({ componentIds: [web.transformId] });
    expect(await countOf('unacknowledged')).toBe('4');
    expect(await countOf('ACKNOWLEDGED')).toBe('4');
    expect(await countOf('ACKNOWLEDGEMENT_ALL')).toBe('8');
    const { unacknowledgedErrors, unacknowledgedWarnings } = await listOf(web.pipelineId);
    expect([unacknowledgedErrors, unacknowledgedWarnings]).toEqual(['2', '0']);
  });

  test('a continuing error stays acknowledged, until an hour of silence', async () => {
    await pipelines({ pipelineIds: [shop.pipelineId] });
    now += 59 * MINUTE;
    await fail(parser(shop));
    expect(await marks(shop.pipelineId)).toEqual([`PARSE_FAILED: ${LOCAL}`]);
    now += 61 * MINUTE;
    await fail(parser(shop));
    expect(await marks(shop.pipelineId)).toEqual(['PARSE_FAILED: -']);
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
    await pipelines({ pipelineIds: [shop.pipelineId] });
    await pipelines({ pipelineIds: [shop.pipelineId] });
    expect(sent).toEqual([shop.pipelineId]);
  });

  test('empty and unknown targets are refused, and nothing is acknowledged', async () => {
    const required = { status: 400, code: 'VALIDATION_FAILED', message: /acknowledgeAll/ };
    await expectRefusal(api, () => components({}), { ...required, field: 'componentIds' });
    await expectRefusal(api, () => pipelines({}), { ...required, field: 'pipelineIds' });
    const missing = { status: 404, code: 'NOT_FOUND' };
    await expectRefusal(api, () => pipelines({ pipelineIds: [web.pipelineId, GHOST.pipeline] }), missing);
    await expectRefusal(api, () => pipelines({ siteId: GHOST.site, acknowledgeAll: true }), missing);
    expect(await countOf('ACKNOWLEDGED')).toBe('0');
  });
});

test('occurrences over time come when a resolution is asked for [R7-92]', async () => {
  await fail(parser(web));
  now += 3 * MINUTE;
  await fail(parser(web));
  const seriesOf = async (more: object) =>
    (await listOf(web.pipelineId, more)).errorDetails[0].series.timeSeriesTuple;
  expect(await seriesOf({})).toEqual([]);
  expect(await seriesOf({ resolution: 60 })).toEqual([
    { unixTimeSeconds: T0 / 1000, value: 2 },
    { unixTimeSeconds: T0 / 1000 + 180, value: 2 },
  ]);
});
