import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  COMPONENTS,
  decodeAnswer,
  describeAgent,
  effectiveOf,
  encodeMessage,
  FULL_STATE,
  healthy,
  MANAGED,
  makeUid,
  readOffer,
  STATE,
} from '../harness/opamp.ts';
import { COLLECTOR, type FleetService, startFleetService, withLevel } from './support/fleets.ts';

let world: FleetService;
beforeEach(async () => {
  world = await startFleetService();
});
afterEach(() => world.stop());

const HELLO = encodeMessage({
  instanceUid: makeUid(1),
  sequenceNum: 1n,
  capabilities: MANAGED,
  agentDescription: describeAgent('host-1'),
});

describe('who is let in', () => {
  test('nobody without a token of the fleet, whatever they send', async () => {
    const { token } = await world.makeFleet();
    for (const wrong of ['', 'penstock_fleet_wrong', `${token}x`, token.replace(/.$/, '-')])
      expect((await world.post(wrong, HELLO)).status, wrong).toBe(401);
    expect((await world.post('', 'x'.repeat(3_000_000))).status).toBe(401);
    expect(await world.agents()).toEqual([]);
  });

  test('a token is shown once and stored as a hash', async () => {
    const { fleetId, token } = await world.makeFleet();
    const stored = await world.api.store.fleetTokens.ofFleet(fleetId);
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(JSON.stringify(await world.fleet(fleetId))).not.toContain(token.slice(-20));
    const audit = (await world.api.call('listAuditRecords')).body;
    expect(JSON.stringify(audit)).not.toContain(token.slice(-20));
    expect(audit.auditRecords[0]).toMatchObject({ action: 'Create enrollment token', entity: 'fleetToken' });
  });

  test('an expired token enrolls nobody, and those it enrolled go on', async () => {
    const { fleetId } = await world.makeFleet();
    const made = await world.api.call('createFleetToken', { path: { fleetId }, body: { seconds: 60 } });
    const first = world.join(made.body.token, 1);
    expect((await first.hello()).errorResponse).toBeUndefined();
    world.pass(61_000);
    expect((await first.say()).errorResponse).toBeUndefined();
    const second = await world.join(made.body.token, 2).hello();
    expect(second.errorResponse?.errorMessage).toMatch(/^This enrollment token has expired/);
    expect(await world.agents()).toHaveLength(1);
    expect((await world.fleet(fleetId)).tokens[0]).toMatchObject({ state: 'EXPIRED', agentCount: 1 });
  });

  test('a revoked token is worth nothing', async () => {
    const { token, tokenId } = await world.makeFleet();
    await world.join(token, 1).hello();
    expect((await world.api.call('revokeFleetToken', { path: { tokenId } })).status).toBe(200);
    expect((await world.post(token, HELLO)).status).toBe(401);
    expect((await world.api.call('revokeFleetToken', { path: { tokenId } })).status).toBe(409);
  });

  test('nothing listens while fleets are turned off [R2.1-92, R6-16]', async () => {
    const { token } = await world.makeFleet();
    const { store, siteId } = world.api;
    expect(siteId).not.toBe('');
    await world.stop();
    world = await startFleetService({ store, flags: [], flagsOff: ['fleetManagement'] });
    expect((await world.post(token, HELLO)).status).toBe(404);
  });
});

describe('what is no message', () => {
  test.each([
    ['no protobuf', Buffer.from('not protobuf at all'), {}, 400],
    ['nothing', Buffer.alloc(0), {}, 400],
    ['an id of 3 bytes', encodeMessage({ instanceUid: Buffer.from('abc') }), {}, 400],
    ['another type', HELLO, { 'content-type': 'application/json' }, 415],
    ['an unknown encoding', HELLO, { 'content-encoding': 'br' }, 415],
    ['no gzip', HELLO, { 'content-encoding': 'gzip' }, 400],
    ['a bomb', gzipSync(Buffer.alloc(40_000_000)), { 'content-encoding': 'gzip' }, 413],
    ['too much', Buffer.alloc(1_100_000), {}, 413],
  ])('%s is refused', async (_, body, headers, status) => {
    const { token } = await world.makeFleet();
    expect((await world.post(token, new Uint8Array(body), headers)).status).toBe(status);
    expect(await world.agents()).toEqual([]);
  });

  test('health that nests without end is refused, and the next is heard', async () => {
    const { token } = await world.makeFleet();
    let health: object = { healthy: true };
    for (let depth = 0; depth < 300; depth += 1)
      health = { healthy: true, componentHealthMap: { x: health } };
    const deep = encodeMessage({ instanceUid: makeUid(1), agentDescription: describeAgent('deep'), health });
    expect((await world.post(token, deep)).status).toBe(400);
    expect(
      (await world.post(token, new Uint8Array(gzipSync(HELLO)), { 'content-encoding': 'gzip' })).status,
    ).toBe(200);
  });

  test('one agent that floods is told to wait; others are heard', async () => {
    const { token } = await world.makeFleet();
    const answers = [];
    for (let count = 0; count < 130; count += 1) answers.push((await world.post(token, HELLO)).status);
    expect(answers.filter((status) => status === 429)).toHaveLength(10);
    expect((await world.join(token, 2).hello()).errorResponse).toBeUndefined();
  });
});

describe('a conversation', () => {
  test('the instance id is echoed and the agent is listed [R2.1-43]', async () => {
    const { fleetId, token } = await world.makeFleet();
    const { status, bytes } = await world.post(token, HELLO);
    expect(status).toBe(200);
    const answer = decodeAnswer(bytes);
    expect([...answer.instanceUid]).toEqual([...makeUid(1)]);
    expect(answer.capabilities & 7n).toBe(7n);
    expect(await world.agents()).toMatchObject([
      {
        fleetId,
        fleetName: 'Edge',
        name: 'otelcol',
        host: 'host-1',
        platform: 'linux/amd64',
        version: '0.130.0',
        status: 'UNMANAGED',
        isConnected: true,
      },
    ]);
  });

  test('an unknown agent that says little is asked for all', async () => {
    const { token } = await world.makeFleet();
    expect((await world.join(token, 1).say()).flags & FULL_STATE).toBe(FULL_STATE);
    expect(await world.agents()).toEqual([]);
  });

  test('a gap in the sequence is answered by a request for all', async () => {
    const { token } = await world.makeFleet();
    const agent = world.join(token, 1);
    expect((await agent.hello()).flags).toBe(0n);
    expect((await agent.say()).flags).toBe(0n);
    agent.skip();
    expect((await agent.say()).flags).toBe(FULL_STATE);
    expect((await agent.say()).flags).toBe(0n);
  });

  test('two machines with one id: the second gets another', async () => {
    const { token } = await world.makeFleet();
    const first = world.join(token, 1);
    await first.hello();
    const second = world.join(token, 1);
    const answer = await second.hello({ agentDescription: describeAgent('clone') });
    expect(answer.agentIdentification?.newInstanceUid).toHaveLength(16);
    expect(second.uid()).not.toBe(first.uid());
    await second.hello({ agentDescription: describeAgent('clone') });
    expect((await world.agents()).map(({ host }: { host: string }) => host).sort()).toEqual([
      'clone',
      'host-1',
    ]);
  });

  test('an id of another fleet is not taken over', async () => {
    const one = await world.makeFleet();
    const other = await world.makeFleet({ name: 'Other' });
    await world.join(one.token, 1).hello();
    await world.join(other.token, 1).hello({ agentDescription: describeAgent('thief') });
    expect(
      (await world.agents()).map((a: { fleetName: string; host: string }) => [a.fleetName, a.host]),
    ).toEqual([
      ['Edge', 'host-1'],
      ['Other', 'thief'],
    ]);
  });

  test('silence of 90 seconds, or a farewell, is a disconnection', async () => {
    const { token } = await world.makeFleet();
    const agent = world.join(token, 1);
    await agent.hello();
    world.pass(89_000);
    expect((await world.agents())[0].status).toBe('UNMANAGED');
    world.pass(1000);
    expect((await world.agents())[0]).toMatchObject({ status: 'DISCONNECTED', isConnected: false });
    await agent.say();
    expect((await world.agents())[0].isConnected).toBe(true);
    await agent.say({ agentDisconnect: {} });
    expect((await world.agents())[0].isConnected).toBe(false);
    expect((await world.agent('host-1')).events[0]).toMatchObject({ kind: 'DISCONNECTED' });
  });

  test('when an agent was last seen stays known after it left and after a restart', async () => {
    const { token } = await world.makeFleet();
    const agent = world.join(token, 1);
    await agent.hello();
    const read = async () => Date.parse((await world.agent('host-1')).lastAlive);
    const joined = await read();
    world.pass(40_000);
    // A heartbeat, which changes nothing else.
    await agent.say();
    expect((await read()) - joined).toBe(40_000);
    world.pass(500_000);
    expect((await read()) - joined).toBe(40_000);
    await world.api.service.services.fleets.stop();
    const [row] = await world.api.store.fleetAgents.list({});
    expect((row?.last_seen_at ?? 0) - joined).toBe(40_000);
  });

  test('health of each component is kept, with what is wrong', async () => {
    const { token } = await world.makeFleet();
    const agent = world.join(token, 1);
    await agent.hello();
    await agent.say({
      health: {
        healthy: false,
        status: 'StatusRecoverableError',
        componentHealthMap: {
          'pipeline:logs': {
            healthy: false,
            componentHealthMap: { 'exporter:otlp': { healthy: false, lastError: 'connection refused' } },
          },
          extensions: { healthy: true },
        },
      },
    });
    const found = await world.agent('host-1');
    expect(found).toMatchObject({
      status: 'ERROR',
      reason: 'pipeline:logs: exporter:otlp: connection refused',
    });
    expect(Object.keys(found.health.components)).toEqual(['extensions', 'pipeline:logs']);
    expect(found.events[0]).toMatchObject({ kind: 'UNHEALTHY' });
    await agent.say({ health: healthy });
    expect((await world.agent('host-1')).events[0]).toMatchObject({ kind: 'HEALTHY' });
  });

  test('health is listed in the order of the flow, not of the report', async () => {
    const { token } = await world.makeFleet();
    const agent = world.join(token, 1);
    await agent.hello();
    const flow = ['receiver:otlp', 'processor:batch', 'exporter:debug', 'exporter:otlp'];
    for (const names of [flow, flow.toReversed()]) {
      const parts = names.map((name) => [name, { healthy: false, lastError: `no ${name}` }]);
      const pipeline = { healthy: false, componentHealthMap: Object.fromEntries(parts) };
      await agent.say({ health: { healthy: false, componentHealthMap: { 'pipeline:logs': pipeline } } });
      const { health, reason } = await world.agent('host-1');
      expect(Object.keys(health.components['pipeline:logs'].components)).toEqual(flow);
      expect(reason).toBe('pipeline:logs: receiver:otlp: no receiver:otlp');
    }
  });

  test('components are asked for when only their hash came', async () => {
    const { token } = await world.makeFleet();
    const agent = world.join(token, 1);
    const hash = Buffer.from('h1');
    expect((await agent.hello({ availableComponents: { hash } })).flags & COMPONENTS).toBe(COMPONENTS);
    const components = { receivers: { subComponentMap: { otlp: {}, filelog: {} } } };
    expect((await agent.say({ availableComponents: { hash, components } })).flags).toBe(0n);
    expect((await agent.say({ availableComponents: { hash } })).flags).toBe(0n);
    expect((await world.agent('host-1')).components).toEqual({ receivers: ['filelog', 'otlp'] });
  });
});

describe('attributes', () => {
  test('agents are found by what they say about themselves, exactly', async () => {
    const { token } = await world.makeFleet();
    const hello = (number: number, more: Record<string, string>) =>
      world.join(token, number).hello({ agentDescription: describeAgent(`host-${number}`, more) });
    await hello(1, { env: 'pro_d', note: '"env":"test"' });
    await hello(2, { env: 'prod' });
    const find = async (...attributes: string[]) => {
      const { status, body } = await world.api.call('listAgents', { query: { attributes } });
      return status === 200 ? body.agents.map(({ host }: { host: string }) => host) : status;
    };
    expect(await find('env=prod')).toEqual(['host-2']);
    expect(await find('env=pro_d', 'os.type=linux')).toEqual(['host-1']);
    expect(await find('env=test')).toEqual([]);
    expect(await find('env=PROD')).toEqual([]);
    expect(await find('env=pr%')).toEqual([]);
    expect(await find('note="env":"test"')).toEqual(['host-1']);
    expect(await find('os.type=linux', 'env=other')).toEqual([]);
    expect(await find('env')).toBe(400);
  });
});

describe('a configuration', () => {
  test('is offered until the agent speaks of it; no false green', async () => {
    const configurationId = await world.makeConfiguration();
    const { token } = await world.makeFleet({ configurationId });
    const agent = world.join(token, 1);
    const offered = await agent.hello();
    expect(readOffer(offered)).toBe(COLLECTOR);
    expect((await world.agents())[0].status).toBe('CONFIGURING');
    expect(readOffer(await agent.say())).toBeUndefined();
    world.pass(31_000);
    expect(readOffer(await agent.say())).toBe(COLLECTOR);
    await agent.report(offered, STATE.APPLYING);
    expect((await world.agents())[0].status).toBe('CONFIGURING');
    world.pass(31_000);
    expect(readOffer(await agent.report(offered, STATE.APPLIED))).toBeUndefined();
    expect((await world.agents())[0]).toMatchObject({ status: 'HEALTHY', reason: '' });
  });

  test('that fails makes an error with its reason, which history keeps', async () => {
    const configurationId = await world.makeConfiguration();
    const { token } = await world.makeFleet({ configurationId });
    const agent = world.join(token, 1);
    await agent.report(await agent.hello(), STATE.FAILED, "unknown type 'kafka'");
    expect((await world.agents())[0]).toMatchObject({
      status: 'ERROR',
      reason: "It could not apply its configuration: unknown type 'kafka'",
    });
    expect((await world.agent('host-1')).events[0]).toMatchObject({ kind: 'FAILED' });
  });

  test('that is never applied is an error after five minutes', async () => {
    const configurationId = await world.makeConfiguration();
    const { token } = await world.makeFleet({ configurationId });
    const agent = world.join(token, 1);
    await agent.hello();
    for (let heartbeat = 0; heartbeat < 6; heartbeat += 1) {
      world.pass(66_000);
      await agent.say();
    }
    expect((await world.agents())[0]).toMatchObject({
      status: 'ERROR',
      reason: 'It was offered its configuration 6 min ago and has not applied it',
    });
  });

  test('is not offered to an agent that accepts none', async () => {
    const configurationId = await world.makeConfiguration();
    const { token } = await world.makeFleet({ configurationId });
    const offered = await world.join(token, 1).hello({ capabilities: 1n });
    expect(readOffer(offered)).toBeUndefined();
    expect((await world.agents())[0].status).toBe('INCOMPATIBLE');
  });

  test('what the supervisor adds is no difference', async () => {
    const content = `${COLLECTOR}  telemetry:\n    metrics:\n      level: detailed\n`;
    const configurationId = await world.makeConfiguration(content);
    const { token } = await world.makeFleet({ configurationId });
    const added = `extensions:
  opamp:
    instance_uid: 01a217f1
${COLLECTOR}  extensions: [opamp]
  telemetry:
    logs:
      encoding: json
      output_paths: [stdout]
    metrics:
      level: detailed
      readers:
        - periodic:
            exporter:
              otlp:
                endpoint: http://127.0.0.1:4600/v1/opamp/metrics
                headers:
                  - name: Authorization
                    value: Bearer penstock_agent_1
    resource:
      host.name: host-1
`;
    await world.join(token, 1).hello({ effectiveConfig: effectiveOf(added) });
    const { compared, effective } = await world.agent('host-1');
    expect(compared.effective).toBe(compared.assigned);
    expect(effective).toContain('http://127.0.0.1:4600/v1/opamp/metrics');
    expect(effective).not.toContain('penstock_agent_1');
  });

  test('what runs is compared with what is assigned, secrets masked', async () => {
    const content = `${withLevel('basic')}extensions:\n  x:\n    api_key: \${env:KEY}\n`;
    const configurationId = await world.makeConfiguration(content);
    const { token } = await world.makeFleet({ configurationId });
    const agent = world.join(token, 1);
    const running = content.replace('basic', 'detailed').replace(/\$\{env:KEY\}/, 'hunter2');
    await agent.hello({ effectiveConfig: effectiveOf(running) });
    const { compared, effective } = await world.agent('host-1');
    expect(effective).not.toContain('hunter2');
    expect(compared.assigned).toContain('verbosity: basic');
    expect(compared.effective).toBe(compared.assigned.replace('basic', 'detailed'));
    const stored = JSON.stringify(await world.api.store.fleetAgents.list({}));
    expect(stored).not.toContain('hunter2');
  });
});
