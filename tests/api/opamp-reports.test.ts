import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CAN, MANAGED } from '../harness/opamp.ts';
import { type FleetService, startFleetService } from './support/fleets.ts';

const DAY_MS = 86_400_000;
const FAILED = 3;

let world: FleetService;
beforeEach(async () => {
  world = await startFleetService();
});
afterEach(() => world.stop());

describe('what agents report besides', () => {
  test('packages are shown with their state and what went wrong', async () => {
    const { token } = await world.makeFleet();
    await world.join(token, 1).hello({
      packageStatuses: {
        packages: {
          otelcol: {
            ...{ name: 'otelcol', agentHasVersion: '0.148.0', serverOfferedVersion: '0.149.0' },
            ...{ status: FAILED, errorMessage: 'wrong signature' },
          },
        },
      },
    });
    expect((await world.agent('host-1')).packages).toEqual({
      otelcol: {
        ...{ version: '0.148.0', offered: '0.149.0', state: 'INSTALL_FAILED', problem: 'wrong signature' },
      },
    });
    await world.join(token, 2).hello();
    expect((await world.agent('host-2')).packages).toEqual({});
  });

  test('custom messages are told that nobody understands them, and all else is heard', async () => {
    const { token } = await world.makeFleet();
    const agent = world.join(token, 1);
    const capability = 'com.example.pause';
    const answer = await agent.hello({
      customCapabilities: { capabilities: [capability] },
      customMessage: { capability, type: 'pause', data: Buffer.from('x') },
    });
    expect(answer.errorResponse).toBeUndefined();
    expect(answer.customCapabilities?.capabilities).toEqual([]);
    expect((await agent.say()).customCapabilities).toBeUndefined();
    expect(await world.agents()).toHaveLength(1);
  });

  test('a clock that is wrong changes nothing: times are those of the service', async () => {
    const { token } = await world.makeFleet();
    const start = 1_000_000n * BigInt(Date.now() - 400 * DAY_MS);
    await world
      .join(token, 1)
      .hello({ health: { healthy: true, startTimeUnixNano: start, statusTimeUnixNano: 1n } });
    const agent = await world.agent('host-1');
    expect(Math.abs(Date.parse(agent.lastAlive) - Date.now())).toBeLessThan(DAY_MS);
    expect(agent.isConnected).toBe(true);
  });
});

describe('agents that come and go', () => {
  test('a thousand that leave and come back keep one row and few lines each', async () => {
    const { token } = await world.makeFleet();
    const agents = Array.from({ length: 1000 }, (_, number) => world.join(token, number));
    await Promise.all(agents.map((agent) => agent.hello()));
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(agents.map((agent) => agent.say({ agentDisconnect: {} })));
      await Promise.all(agents.map((agent) => agent.say({ capabilities: MANAGED | CAN.health })));
    }
    const { agents: listed, pagination } = (
      await world.api.call('listAgents', { query: { 'pagination.limit': 1000 } })
    ).body;
    expect(pagination.totalCount).toBe(1000);
    expect(listed.every(({ isConnected }: { isConnected: boolean }) => isConnected)).toBe(true);
    const path = { agentId: listed[7].id };
    const { events } = (await world.api.call('getAgent', { path })).body.agent;
    expect(events.filter(({ kind }: { kind: string }) => kind === 'DISCONNECTED')).toHaveLength(3);
  });

  test('of 64 MiB little more than what is allowed is read', async () => {
    const { token } = await world.makeFleet();
    let read = 0;
    const part = new Uint8Array(65_536);
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          read += part.length;
          if (read > 64 * 1_048_576) controller.close();
          else controller.enqueue(part);
        },
      },
      { highWaterMark: 0 },
    );
    const response = await world.api.service.app.request('http://127.0.0.1:4600/v1/opamp', {
      method: 'POST',
      headers: { 'content-type': 'application/x-protobuf', authorization: `Bearer ${token}` },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(read).toBeLessThan(1_048_576 + 4 * part.length);
  });
});
