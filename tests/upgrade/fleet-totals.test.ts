// Slow: a PostgreSQL server is started for the second half.
import { afterEach, describe, expect, test } from 'vitest';
import { createVolumes } from '../../src/service/fleets/telemetry/counters.ts';
import { fleetTotals } from '../../src/service/store/fleet-volumes.ts';
import { insertFleet } from '../api/support/fleet-rows.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { type Place, postgres, sqlite } from '../api/support/store-places.ts';

const MINUTE = 1_795_000_020;

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
])('volumes of agents before fleets had their own on %s', (_, makePlace) => {
  let place: Place;
  let api: TestService;
  afterEach(async () => {
    await api.stop();
    await api.store.close();
    await place.remove();
  }, 180_000);

  test('are added up by fleet [R2.1-39]', async () => {
    place = await makePlace();
    api = await startService({ store: await place.open() });
    const { fleetVolumes } = api.store;
    const { fleetId, agentId } = await insertFleet(api);
    const second = await insertFleet(api);
    await api.store.fleetAgents.moveTo(second.agentId, { fleet_id: fleetId, token_fleet_id: '' });
    const row = { seconds: 60, bucket: MINUTE, received_byte_reports: 1, sent_byte_reports: 0 };
    for (const [agent_id, received] of [
      [agentId, 600],
      [second.agentId, 40],
    ] as const)
      await fleetVolumes.add([{ ...createVolumes(), ...row, agent_id, received }]);

    const connection = await place.connect();
    await fleetTotals.up(connection.db);
    if (connection.reader !== connection.db) await connection.reader.destroy();
    await connection.db.destroy();

    const range = { seconds: 60, from: MINUTE, to: MINUTE + 60, resolution: 60 };
    const [point] = await fleetVolumes.read(range, fleetId);
    expect([Number(point?.received), Number(point?.received_byte_reports)]).toEqual([640, 2]);
    expect(await fleetVolumes.read(range, second.fleetId)).toEqual([]);
  }, 180_000);
});
