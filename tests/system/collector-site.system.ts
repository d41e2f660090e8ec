// Slow: a supervisor gives its Collector ten seconds for each configuration.
import { createSocket } from 'node:dgram';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatInstall } from '../../src/console/views/fleets/enroll.ts';
import { createSocketServer } from '../../src/service/http/socket-server.ts';
import { createChain, createGraphBody, makePipeline, makeTransform } from '../api/support/fixtures.ts';
import { type FleetService, startFleetService } from '../api/support/fleets.ts';
import { Receiver } from '../collector/receiver.ts';
import { eventually } from '../harness/eventually.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { buildRenderedCollector, RENDERED_COLLECTOR } from './rendered-collector.ts';
import { buildSupervisor, SUPERVISOR, Supervisor } from './supervisor.ts';

const PATIENCE_MS = 120_000;

let world: FleetService;
let server: ReturnType<typeof createAdaptorServer>;
let receiver: Receiver;
let supervisor: Supervisor;
let lines = '';
let address = '';

beforeAll(() => {
  buildRenderedCollector();
  buildSupervisor();
}, 1_800_000);
beforeEach(async () => {
  const folder = makeTempFolder();
  lines = join(folder, 'app.log');
  receiver = await Receiver.start();
  world = await startFleetService({ clock: Date.now });
  server = createAdaptorServer({
    fetch: world.api.service.app.fetch,
    websocket: { server: createSocketServer() },
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const bound = server.address();
  address = `ws://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/v1/opamp`;
  supervisor = new Supervisor(folder);
});
afterEach(async () => {
  await supervisor.kill();
  await world.stop();
  await new Promise<void>((done) => void server.close(() => done()));
  await receiver.stop();
});

const keep = (text: string) => ({
  name: 'Keep some',
  templateId: 'filter',
  config: {
    action: 'keep',
    match: { match: 'all', rules: [{ field: 'message', operator: 'contains', value: text }] },
  },
});
const bodies = (): unknown[] =>
  receiver.of(1, 'all').map(({ body }) => (body as { stringValue: string }).stringValue);

describe(`a site on ${RENDERED_COLLECTOR} under the ${SUPERVISOR}`, () => {
  it('deploys versions, counts by node, pauses, goes back from one that fails, bypasses, deletes', async () => {
    const { call } = world.api;
    const site = { name: 'Branches', vendor: 'ON_PREMISE', engine: 'collectors' };
    const siteId: string = (await call('createSite', { body: { site } })).body.id;
    const readSite = async () => (await call('getSite', { path: { siteId } })).body.site;
    const { fleetId } = (await readSite()).collectors;
    const { token } = (await call('createFleetToken', { path: { fleetId }, body: {} })).body;
    supervisor.start(/<<'END'\n([\s\S]*?)END\n/.exec(formatInstall('linux', address, token))?.[1] ?? '');
    await eventually(async () => expect((await readSite()).engineState).toBe('running'), PATIENCE_MS);

    const source = { name: 'App log', siteId, templateId: 'file_tail', config: { path: lines } };
    const sourceId = (await call('createSource', { body: { source } })).body.id;
    const config = { url: `${receiver.url}/1/all/v1/logs`, compression: 'none' };
    const sink = { name: 'Central', siteId, templateId: 'otlp_http', config };
    const sinkId = (await call('createSink', { body: { sink } })).body.id;
    const place = { ...world.api, siteId };
    const pipelineId = await makePipeline(place, 'app');
    const save = async (text: string, from = sourceId) => {
      const step = await makeTransform(place, pipelineId, keep(text));
      await call('saveGraph', { body: createGraphBody(pipelineId, createChain(from, step, sinkId)) });
    };
    const act = (action: string, graphVersion = 0) =>
      call('runPipelineAction', { body: { pipelineId, action, graphVersion } });
    const reach = (status: string, version: number) =>
      eventually(async () => {
        const { pipeline } = (await call('getPipeline', { path: { pipelineId } })).body;
        expect(pipeline).toMatchObject({ status, deployedGraphVersion: version });
        return pipeline;
      }, PATIENCE_MS).catch((error: unknown) => {
        throw new Error(supervisor.log(), { cause: error });
      });

    appendFileSync(lines, 'first error\nfine\n');
    await save('error');
    await act('DEPLOY', 1);
    await reach('DEPLOYED', 1);
    await eventually(() => expect(bodies()).toEqual(['first error']), PATIENCE_MS);

    // What it read is not read again, under another configuration too.
    await save('warning');
    await act('DEPLOY', 2);
    await reach('DEPLOYED', 2);
    appendFileSync(lines, 'second error\nfirst warning\n');
    await eventually(() => expect(bodies()).toEqual(['first error', 'first warning']), PATIENCE_MS);

    // Each Collector says once a minute what it counted, and when it ends.
    await eventually(async () => {
      const now = Math.ceil(Date.now() / 1000);
      const query = {
        ...{ siteId, pipelineIds: [pipelineId], metricType: 'EVENTS_COUNT' },
        ...{ 'timeRange.startUnixTimeSeconds': now - 3600, 'timeRange.endUnixTimeSeconds': now },
      };
      const { pipelineSummaries } = (await call('getPipelineSummaries', { query })).body;
      expect(pipelineSummaries[pipelineId]).toMatchObject({
        ...{ eventsIn: '4', eventsDropped: '2', eventsOut: '2', eventsLost: '0' },
      });
      const { components } = (await call('listHealth', { path: { siteId }, query: {} })).body;
      expect(components.map(({ state }: { state: string }) => state)).toEqual([
        'healthy',
        'healthy',
        'healthy',
      ]);
    }, PATIENCE_MS);

    await act('PAUSE');
    await reach('PAUSED', 2);
    appendFileSync(lines, 'second warning\n');
    await act('DEPLOY', 2);
    await reach('DEPLOYED', 2);
    await eventually(
      () => expect(bodies()).toEqual(['first error', 'first warning', 'second warning']),
      PATIENCE_MS,
    );

    // A version that ends the Collector takes it back to the version before.
    const holder = createSocket('udp4');
    await new Promise<void>((done) => void holder.bind(0, '127.0.0.1', done));
    const { port } = holder.address();
    const udp = {
      name: 'Datagrams',
      siteId,
      templateId: 'udp',
      config: { address: '127.0.0.1', port, trimEnd: true },
    };
    const made = (await call('createSource', { body: { source: udp } })).body;
    await save('warning', made.id);
    await act('DEPLOY', 3);
    expect((await reach('ROLLED_BACK', 2)).lastError).toContain('exited unexpectedly');
    holder.close();
    appendFileSync(lines, 'third warning\n');
    await eventually(() => expect(bodies().at(-1)).toBe('third warning'), PATIENCE_MS);

    // Bypassed, lines that the filter would drop come too.
    await act('BYPASS');
    await reach('BYPASSED', 2);
    appendFileSync(lines, 'plain\n');
    await eventually(() => expect(bodies().at(-1)).toBe('plain'), PATIENCE_MS);
    await act('DEPLOY', 2);
    await reach('DEPLOYED', 2);
    expect(bodies()).toHaveLength(5);

    await act('DELETE');
    await reach('DELETED', 2);
    appendFileSync(lines, 'fourth warning\n');
    const [agent] = await world.agents();
    expect(agent).toMatchObject({ status: 'HEALTHY' });
    expect(bodies()).toHaveLength(5);
  });
});
