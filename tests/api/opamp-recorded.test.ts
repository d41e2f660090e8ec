import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FleetService, startFleetService } from './support/fleets.ts';

/**
 * What the OpAMP supervisor 0.149.0 with a Collector 0.149.0 sent while it joined, applied a configuration, failed
 * another one and went back, as base64. The signature of its credential is blanked.
 */
type Recorded = {
  content: string;
  broken: string;
  phases: Record<'join' | 'apply' | 'fail' | 'return', string[]>;
};
const recorded: Recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, 'support/supervisor-messages.json'), 'utf8'),
);

let world: FleetService;
beforeEach(async () => {
  world = await startFleetService();
});
afterEach(() => world.stop());

test('messages of a real supervisor, recorded: joined, applied, failed, went back [R2.1-44]', async () => {
  const { fleetId, token } = await world.makeFleet();
  const replay = async (phase: keyof Recorded['phases']) => {
    for (const message of recorded.phases[phase]) {
      world.pass(1000);
      expect((await world.post(token, Buffer.from(message, 'base64'))).status).toBe(200);
      await world.turn();
    }
    const [{ id }] = await world.agents();
    return (await world.api.call('getAgent', { path: { agentId: id } })).body.agent;
  };

  const joined = await replay('join');
  expect(joined).toMatchObject({
    ...{ status: 'UNMANAGED', isConnected: true, version: '0.149.0', platform: 'linux/amd64' },
    ...{ acceptsConfiguration: true, acceptsRestart: true },
  });
  expect(joined.health.components.extensions).toMatchObject({ isHealthy: true });
  expect(joined.components.receivers).toContain('filelog');
  expect(joined.effective).toContain('opamp:');
  expect(joined.effective).not.toContain('penstock_agent_');

  const configurationId = await world.makeConfiguration(recorded.content);
  const { id: first } = (await world.roll(fleetId, { configurationId })).body;
  const applied = await replay('apply');
  expect(applied).toMatchObject({ status: 'HEALTHY', configState: 'APPLIED' });
  expect(applied.compared.effective).toBe(applied.compared.assigned);
  expect((await world.rollout(first)).state).toBe('SUCCEEDED');

  const configuration = { id: configurationId, content: recorded.broken };
  await world.api.call('updateConfiguration', { body: { configuration } });
  const { id: second } = (await world.roll(fleetId, { configurationId })).body;
  await replay('fail');
  expect((await world.rollout(second)).reason).toContain('Agent exited unexpectedly with exit code 1');
  const back = await replay('return');
  expect(back).toMatchObject({ status: 'HEALTHY', configuration: { version: 1 } });
  expect((await world.rollout(second)).state).toBe('ROLLED_BACK');
  expect(back.events.map(({ kind }: { kind: string }) => kind)).toContain('FAILED');
});
