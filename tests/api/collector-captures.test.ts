import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { eventually } from '../harness/eventually.ts';
import { openMemoryStore } from '../harness/memory-store.ts';
import { effectiveOf, type HandmadeAgent, readOffer, type ServerMessage, STATE } from '../harness/opamp.ts';
import { makeKey, makeRole } from './support/access.ts';
import { createSiteTools } from './support/collector-sites.ts';
import { createChain, createGraphBody, makePipeline } from './support/fixtures.ts';
import { type FleetService, startFleetService } from './support/fleets.ts';
import { encodeEvents } from './support/otlp-logs.ts';

const ENDPOINT = 'http://127.0.0.1:4600/v1/opamp/tap';

let world: FleetService;
beforeEach(async () => {
  world = await startFleetService();
});
afterEach(() => world.stop());

const { makeSite, makeFilePipeline, act, answer, deploy, pipeline } = createSiteTools(() => world);

async function makeRunning(count = 1, more: object = {}) {
  const made = await makeSite(count, more);
  const built = await makeFilePipeline(made.siteId);
  await act(built.pipelineId, 'DEPLOY', 1);
  await eventually(async () => {
    for (const agent of made.agents) {
      const said = await agent.say();
      if (readOffer(said) !== undefined) await agent.report(said, STATE.APPLIED);
    }
    await world.turn();
    expect((await pipeline(built.pipelineId)).status).toBe('DEPLOYED');
  });
  return { ...made, ...built };
}
const start = (
  pipelineId: string,
  componentId: string,
  more: object = {},
  headers: Record<string, string> = {},
) =>
  world.api.call('startCapture', {
    body: { pipelineId, componentId, limit: 3, seconds: 60, mayRestart: true, ...more },
    headers,
  });
const read = async (captureId: string) => (await world.api.call('getCapture', { path: { captureId } })).body;
const statusOf = async (host: string) => {
  const { status, effective, events } = await world.agent(host);
  return { status, effective, events };
};

/** The next offer to one of the agents. */
async function offered(agents: readonly HandmadeAgent[]) {
  let found: { agent: HandmadeAgent; said: ServerMessage; content: string } | undefined;
  await eventually(async () => {
    for (const agent of agents) {
      const said = await agent.say();
      const content = readOffer(said);
      if (content !== undefined) found = { agent, said, content };
    }
    await delay(100);
    expect(found).toBeDefined();
  });
  return found!;
}
const readTap = (content: string): { endpoint: string; authorization: string } => {
  const { exporters } = parse(content);
  const { logs_endpoint: endpoint, headers } = exporters['otlphttp/penstock-tap'];
  return { endpoint, ...headers };
};
async function send(authorization: string, events: Parameters<typeof encodeEvents>[0]): Promise<number> {
  const headers = { 'content-type': 'application/x-protobuf', authorization };
  const { status } = await world.api.service.app.request(ENDPOINT, {
    ...{ method: 'POST', headers, body: encodeEvents(events) },
  });
  return status;
}

describe('a capture of events on Collectors', () => {
  test('restarts one of them with a tap, and takes it back once it is full', async () => {
    const { pipelineId, sourceId, agents } = await makeRunning(3);
    const begun = await start(pipelineId, sourceId);
    expect(begun.status).toBe(200);
    const { agent, said, content } = await offered(agents);
    const tap = readTap(content);
    expect(tap.endpoint).toBe(ENDPOINT);
    for (const state of [STATE.APPLYING, STATE.APPLIED]) await agent.report(said, state);
    for (const other of agents) expect(readOffer(await other.say())).toBeUndefined();
    expect(await send(tap.authorization, [{ message: 'one' }, { message: 'two', port: 443n }])).toBe(200);
    expect(await read(begun.body.capture.id)).toMatchObject({
      capture: { state: 'RUNNING', eventCount: 2 },
      events: ['{"message":"one"}', '{"message":"two","port":443}'],
    });
    expect(await send(tap.authorization, [{ message: 'three' }, { message: 'beyond' }])).toBe(200);
    expect((await read(begun.body.capture.id)).capture).toMatchObject({ state: 'DONE', eventCount: 3 });
    const back = await offered(agents);
    expect(back.agent).toBe(agent);
    expect(back.content).not.toContain('penstock-tap');
    await agent.report(back.said, STATE.APPLIED);
    expect(readOffer(await agent.say())).toBeUndefined();
    expect(await send(tap.authorization, [{ message: 'late' }])).toBe(200);
    expect((await read(begun.body.capture.id)).capture.eventCount).toBe(3);
  });

  test('is no difference and no failure of the agent, and stands in its history', async () => {
    const { pipelineId, transformId, agents, fleetId } = await makeRunning();
    const [agent] = agents;
    await agent!.say({ effectiveConfig: effectiveOf('receivers:') });
    const begun = await start(pipelineId, transformId);
    const { said, content } = await offered(agents);
    for (const state of [STATE.APPLYING, STATE.APPLIED]) {
      await agent!.report(said, state, '', { effectiveConfig: effectiveOf(content) });
      expect(await statusOf('host-1')).toMatchObject({ status: 'HEALTHY', effective: 'receivers: null\n' });
    }
    await world.api.call('stopCapture', { path: { captureId: begun.body.capture.id } });
    const back = await offered(agents);
    for (const state of [STATE.APPLYING, STATE.APPLIED]) {
      await agent!.report(back.said, state);
      expect((await statusOf('host-1')).status).toBe('HEALTHY');
    }
    expect((await world.fleet(fleetId)).rollouts).toHaveLength(1);
    expect((await statusOf('host-1')).events.slice(0, 2)).toEqual([
      expect.objectContaining({ kind: 'RESTART', text: expect.stringContaining('without the tap') }),
      expect.objectContaining({ kind: 'RESTART', text: expect.stringContaining('with a tap') }),
    ]);
  });

  test('a Collector that does not start with the tap ends it with the reason', async () => {
    const { pipelineId, sourceId, agents } = await makeRunning();
    const begun = await start(pipelineId, sourceId);
    const { agent, said } = await offered(agents);
    const back = await agent.report(said, STATE.FAILED, 'no such processor: batch');
    const { capture } = await read(begun.body.capture.id);
    expect([capture.state, capture.reason]).toEqual([
      'FAILED',
      'Its Collector did not start with the tap: no such processor: batch',
    ]);
    expect(readOffer(back)).not.toContain('penstock-tap');
    await agent.report(back, STATE.APPLIED);
    expect((await statusOf('host-1')).status).toBe('HEALTHY');
  });

  test('one that a restart of the service forgot is taken back', async () => {
    const store = await openMemoryStore();
    await world.stop();
    world = await startFleetService({ store });
    const { pipelineId, sourceId, agents, token } = await makeRunning();
    await start(pipelineId, sourceId);
    const { said } = await offered(agents);
    await agents[0]!.report(said, STATE.APPLIED);
    await world.stop();
    world = await startFleetService({ store });
    const again = world.join(token, 1);
    const hello = await again.hello();
    expect(readOffer(hello)).toBeUndefined();
    const { said: back, content } = await offered([
      { ...again, say: () => again.report(said, STATE.APPLIED) },
    ]);
    expect(content).not.toContain('penstock-tap');
    await again.report(back, STATE.APPLIED);
    expect(readOffer(await again.say())).toBeUndefined();
  });

  test('a deployment ends it', async () => {
    const { pipelineId, sourceId, agents } = await makeRunning();
    const begun = await start(pipelineId, sourceId);
    const { agent, said } = await offered(agents);
    await agent.report(said, STATE.APPLIED);
    await act(pipelineId, 'PAUSE');
    expect((await answer(agents, STATE.APPLIED)).at(-1)).not.toContain('penstock-tap');
    expect((await read(begun.body.capture.id)).capture).toMatchObject({
      state: 'FAILED',
      reason: 'Another configuration was offered to its agent',
    });
  });

  test('is refused unless a Collector may be restarted, and where none can be tapped', async () => {
    const { pipelineId, sourceId, sinkId, siteId, agents } = await makeRunning();
    expect((await start(pipelineId, sourceId, { mayRestart: false })).status).toBe(409);
    const reasonOf = async () => {
      const { body } = await start(pipelineId, sourceId);
      let reason = '';
      await eventually(async () => {
        ({ reason } = (await read(body.capture.id)).capture);
        expect(reason).not.toBe('');
      });
      return reason;
    };
    const config = { address: '127.0.0.1', port: 5140, trimEnd: true };
    const source = { name: 'Datagrams', siteId, templateId: 'udp', config };
    const { id } = (await world.api.call('createSource', { body: { source } })).body;
    const other = await makePipeline({ ...world.api, siteId }, 'datagrams');
    await world.api.call('saveGraph', { body: createGraphBody(other, createChain(id, sinkId)) });
    await deploy(other, agents);
    expect(await reasonOf()).toMatch(/^A UDP source of this site would lose what comes/);
    const components = {
      components: { processors: { subComponentMap: { filter: {} } } },
      hash: Buffer.of(1),
    };
    await agents[0]!.say({ availableComponents: components });
    expect(await reasonOf()).toBe('Its agents lack a component that a tap needs: processors: batch');
  });

  test('needs WRITE and DEPLOY on pipelines, as a restart of an agent does', async () => {
    const { pipelineId, sourceId } = await makeRunning();
    const startWith = async (extraGrants: string[]) => {
      const grants = [{ resourceType: 'PIPELINES', accessTypes: ['READ', 'WRITE'], extraGrants }];
      const roleId = await makeRole(world.api, { name: extraGrants.join(' and '), grants });
      const { headers } = await makeKey(world.api, { name: `key ${roleId}`, roleId });
      return start(pipelineId, sourceId, {}, headers);
    };
    expect((await startWith(['LIVE_CAPTURE'])).body).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringMatching(/DEPLOY.* to capture events on Collectors, which restarts one$/),
    });
    expect((await startWith(['LIVE_CAPTURE', 'DEPLOY'])).status).toBe(200);
  });

  test('events are taken with the credential of an agent alone', async () => {
    expect(await send('Bearer penstock_agent_1_00', [{ message: 'one' }])).toBe(401);
  });
});
