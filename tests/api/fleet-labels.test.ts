import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeAgent } from '../harness/opamp.ts';
import { type FleetService, startFleetService } from './support/fleets.ts';

let world: FleetService;
beforeEach(async () => {
  world = await startFleetService();
});
afterEach(() => world.stop());

type Listed = { id: string; host: string; labels: Record<string, string> };

/** Three agents that report `deployment=a`. */
async function joinThree(more: object = {}) {
  const made = await world.makeFleet();
  const token = (await world.api.call('createFleetToken', { path: { fleetId: made.fleetId }, body: more }))
    .body.token;
  for (const number of [1, 2, 3])
    await world
      .join(token, number)
      .hello({ agentDescription: describeAgent(`host-${number}`, { deployment: 'a' }) });
  const agents: Listed[] = await world.agents();
  return { ...made, agents, ids: agents.map(({ id }) => id) };
}

const label = (agentIds: readonly string[], more: object) =>
  world.api.call('labelAgents', { body: { agentIds, ...more } });
const find = async (query: Record<string, string | string[]>): Promise<string[]> =>
  (await world.api.call('listAgents', { query })).body.agents.map(({ host }: Listed) => host);

describe('labels of agents', () => {
  test('several at once: set, changed and taken away, with history and audit', async () => {
    const { ids } = await joinThree();
    expect((await label(ids, { labels: { environment: 'staging', tier: 'edge' } })).status).toBe(200);
    expect(
      (await label(ids.slice(1), { labels: { environment: 'production' }, removed: ['tier'] })).status,
    ).toBe(200);
    expect((await world.agents()).map(({ labels }: Listed) => labels)).toEqual([
      { environment: 'staging', tier: 'edge' },
      { environment: 'production' },
      { environment: 'production' },
    ]);
    const { labels, events } = await world.agent('host-2');
    expect(labels).toEqual({ environment: 'production' });
    expect(events[0]).toMatchObject({
      kind: 'LABELED',
      text: 'Local administrator set environment=production and took tier away',
    });
    const { auditRecords } = (await world.api.call('listAuditRecords')).body;
    expect(auditRecords[0]).toMatchObject({ action: 'Label agents', entity: 'agent' });
    expect(auditRecords[0].changes).toHaveLength(2);
    expect(auditRecords[0].changes[0].after).toEqual({ labels: { environment: 'production' } });
  });

  test('a label wins over an attribute of its key in searches', async () => {
    const { ids } = await joinThree();
    await label(ids.slice(0, 1), { labels: { deployment: 'b' } });
    expect(await find({ attributes: ['deployment=a'] })).toEqual(['host-2', 'host-3']);
    expect(await find({ attributes: ['deployment=b'] })).toEqual(['host-1']);
    expect(await find({ withoutAttributes: ['deployment=b', 'deployment=c'] })).toEqual(['host-2', 'host-3']);
    expect(await find({ withoutAttributes: ['deployment=a'], attributes: ['os.type=linux'] })).toEqual([
      'host-1',
    ]);
  });

  test('the service searches as the screen does, and lists the worst first', async () => {
    const { ids } = await joinThree();
    await label(ids.slice(1), { labels: { environment: 'production' } });
    expect(await find({ search: 'HOST-3' })).toEqual(['host-3']);
    expect(await find({ search: 'environment=production -host:host-3 platform:linux' })).toEqual(['host-2']);
    expect(await find({ search: 'status:error' })).toEqual([]);
    world.pass(120_000);
    await world.agents();
    const token = (await world.makeFleet({ name: 'North' })).token;
    await world.join(token, 9).hello({ agentDescription: describeAgent('a-host-9') });
    const page = { 'pagination.limit': '2', 'pagination.ordering.fieldName': 'status' };
    expect(await find(page)).toEqual(['host-1', 'host-2']);
    expect(await find({ ...page, search: 'status:"not managed"' })).toEqual(['a-host-9']);
  });

  test('agents are listed by their ids', async () => {
    const { ids } = await joinThree();
    expect(await find({ agentIds: [ids[0] ?? '', ids[2] ?? ''] })).toEqual(['host-1', 'host-3']);
    expect(await find({ agentIds: ids, search: 'host-2' })).toEqual(['host-2']);
  });

  test('the map has all that a search finds, by fleet and host', async () => {
    const { ids } = await joinThree();
    const { token } = await world.makeFleet({ name: 'Centre' });
    await world.join(token, 9).hello({ agentDescription: describeAgent('host-9') });
    const map = async (query: Record<string, string>) => (await world.api.call('mapAgents', { query })).body;
    const all = await map({});
    expect(all.names.map((name: string) => name.split(' on ')[1])).toEqual([
      'host-9',
      'host-1',
      'host-2',
      'host-3',
    ]);
    expect(all.ids.slice(1)).toEqual(ids);
    expect(all.statuses).toEqual(Array(4).fill('UNMANAGED'));
    expect(await map({ search: 'deployment=a -host:host-2' })).toMatchObject({
      ids: [ids[0], ids[2]],
      totalCount: 2,
    });
  });

  test('what an agent reports later leaves its labels', async () => {
    const { token } = await world.makeFleet({ name: 'North' });
    const agent = world.join(token, 7);
    await agent.hello();
    const [{ id }] = await world.agents();
    await label([id], { labels: { environment: 'staging' } });
    await agent.hello({ agentDescription: describeAgent('host-7', { environment: 'production' }) });
    expect(await find({ attributes: ['environment=staging'] })).toEqual(['host-7']);
  });

  test('agents get the labels of the token that they enroll with', async () => {
    const { fleetId, agents } = await joinThree({ labels: { environment: 'staging' } });
    expect(agents.map(({ labels }) => labels)).toEqual(Array(3).fill({ environment: 'staging' }));
    const { tokens } = await world.fleet(fleetId);
    expect(tokens.map(({ labels }: Listed) => labels)).toContainEqual({ environment: 'staging' });
  });

  test.each([
    ['a key of other letters', { labels: { 'a b': '1' } }, "'a b' is no key"],
    ['an empty value', { labels: { a: ' ' } }, "'a' needs a value"],
    ['a value of two lines', { labels: { a: 'b\nc' } }, 'A value must be one line'],
  ])('%s is refused', async (_, more, message) => {
    const { ids } = await joinThree();
    const { status, body } = await label(ids, more);
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  test('more than twenty are refused, and none of the agents changes', async () => {
    const { ids } = await joinThree();
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, '1']));
    await label(ids.slice(2), { labels: many });
    const { status, body } = await label(ids, { labels: { one: 'more' } });
    expect([status, body.message]).toEqual([
      400,
      expect.stringContaining('host-3 would have more than 20 labels'),
    ]);
    expect((await world.agents())[0].labels).toEqual({});
  });

  test('an agent that is not there is named, and no other changes', async () => {
    const { ids } = await joinThree();
    const gone = '817956854733649999';
    const { status, body } = await label([...ids, gone], { labels: { a: '1' } });
    expect([status, body.message]).toEqual([404, expect.stringContaining(gone)]);
    expect((await world.agents())[0].labels).toEqual({});
  });
});
