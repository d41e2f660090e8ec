import { describe, expect, test } from 'vitest';
import { recordStored } from '../../src/service/gitops/stored.ts';
import { createRandom } from '../harness/random.ts';
import { makePerson } from './support/access.ts';
import {
  chooseAll,
  createDescriptionBody,
  createRequestBody,
  listRequests,
  type Made,
  merge,
} from './support/change-requests.ts';
import { fetchPipeline } from './support/fixtures.ts';
import { type ManagedService, serveManaged } from './support/managed-service.ts';
import type { TestService } from './support/service.ts';

const SEQUENCES = process.env.PENSTOCK_TEST_LONG ? 50 : 3;
/** Other sequences than those of every run. */
const FIRST_SEED = Number(process.env.PENSTOCK_TEST_SEED ?? 1);
const STEPS = 16;
/** Of the steps those that changed something. */
const CHANGES_LEAST = 6;

let api: TestService;
let made: Made;
let free: ManagedService['free'];
serveManaged((service) => {
  ({ api, made, free } = service);
});

type Answer = { status: number; body: { message?: string } };
type Listed = { id: string; status: string; hasConflict: boolean; reason: string; commit: string };

/** Two people and a robot, who edit, rebase, approve, merge, revert, withdraw and write past requests by chance. */
async function play(seed: number) {
  const random = createRandom(seed);
  const pick = <T>(all: readonly T[]): T | undefined => all[random(all.length)];
  const people = [{}, await makePerson(api, 'Ada')];
  const robot = people[1];
  const { repositories, clock } = api.service.services;
  const repository = repositories.of(api.siteId);
  const settled = () => api.service.services.lifecycle.settled();
  const listAll = async (): Promise<Listed[]> => listRequests(api, { 'pagination.limit': '200' });
  const listOpen = async () => (await listAll()).filter(({ status }) => status === 'OPEN');
  const getNode = async (id: string) => (await api.call('getSource', { path: { id } })).body.source;
  const done: string[] = [];

  const renameFree = async () => {
    const { revision, config } = await getNode(free.sourceId);
    const port = 21_300 + random(3);
    const name = pick(['north', 'south', 'west']) ?? '';
    return {
      changeSet: { siteId: api.siteId, description: `Call it ${name}` },
      connections: [
        { kind: 'SOURCE', id: free.sourceId, revision, name, config: { ...config, port }, description: '' },
      ],
    };
  };
  const editSource = async () => {
    const { revision, description } = await getNode(made.sourceId);
    const name = pick(['edge', 'door', 'gate']) ?? '';
    const connection = { kind: 'SOURCE', id: made.sourceId, revision, name, description };
    return { changeSet: { siteId: api.siteId, description: name }, connections: [connection] };
  };
  const editPipeline = async () =>
    random(2) === 0
      ? createDescriptionBody(api, { ...made, siteId: api.siteId }, pick(['One', 'Two', 'Three']) ?? '')
      : createRequestBody(api, await readMade(), {
          node: {
            name: pick(['Rename', 'Other']),
            config: { fields: [{ from: pick(['a', 'b']), to: 'c' }] },
          },
        });
  /** The graph may have lost or changed the first transform's row. */
  const readMade = async (): Promise<Made> => {
    const { latestGraphVersion: version } = await fetchPipeline(api, made.pipelineId);
    const path = { pipelineId: made.pipelineId, graphVersion: String(version) };
    const { nodes } = (await api.call('getGraph', { path })).body.graph;
    const parse = Object.values(nodes as Record<string, { id: string; name: string }>).find(
      ({ name }) => name === 'Parse',
    );
    return { ...made, transformId: parse?.id ?? made.transformId };
  };
  const raise = async (): Promise<Answer> => {
    const make = pick([renameFree, editSource, editPipeline, editPipeline, editPipeline]) ?? editPipeline;
    return api.call('createChangeset', { body: await make(), headers: pick(people) ?? {} });
  };
  const rebase = async (): Promise<Answer | undefined> => {
    const request = pick((await listOpen()).filter(({ hasConflict }) => hasConflict));
    if (!request) return undefined;
    const choices = await chooseAll(api, request.id, () => pick(['mine', 'theirs'] as const));
    const path = { pullRequestId: request.id };
    return api.call('rebaseChangeset', { path, body: { choices }, headers: pick(people) ?? {} });
  };
  const approve = async (): Promise<Answer | undefined> => {
    const request = pick(await listOpen());
    if (!request) return undefined;
    const asked = { path: { pullRequestId: request.id }, body: { commit: request.commit } };
    return api.call('approveChangeset', { ...asked, headers: pick(people) ?? {} });
  };
  const mergeOne = async (): Promise<Answer | undefined> => {
    const request = pick(await listOpen());
    if (!request) return undefined;
    const before = await repository.readBranch('main');
    const path = { pullRequestId: request.id };
    const answer = await api.call('mergeChangeset', { path, body: { squash: random(2) === 0 } });
    await settled();
    // A conflict is named before, and one without it merges.
    expect([answer.status === 200, answer.body.message]).toEqual([
      !request.hasConflict,
      request.hasConflict ? expect.stringMatching(/./) : undefined,
    ]);
    if (answer.status !== 200) return answer;
    const head = await repository.readBranch('main');
    expect(head).not.toBe(before);
    // Nothing is left to record: what is stored is what the merge has committed.
    expect(
      await repositories.inTurn(() => recordStored(api.service.services, api.store, api.siteId, clock())),
    ).toBe(head);
    return answer;
  };
  const revert = async (): Promise<Answer | undefined> => {
    const request = pick((await listAll()).filter(({ status }) => status === 'MERGED'));
    return request && api.call('revertChangeset', { path: { pullRequestId: request.id } });
  };
  const withdraw = async (): Promise<Answer | undefined> => {
    const request = pick(await listOpen());
    return request && api.call('deleteChangeset', { path: { pullRequestId: request.id } });
  };
  const writeDirectly = async (): Promise<Answer> => {
    const headers = { ...robot, 'if-match': '*' };
    if (random(2) === 0) {
      const pipeline = { id: made.pipelineId, description: pick(['Past', 'Beside']) };
      return api.call('updatePipeline', { body: { pipeline }, headers });
    }
    const source = { id: made.sourceId, name: pick(['edge', 'robot']) };
    return api.call('updateSource', { body: { source }, headers });
  };

  const acts = [
    raise,
    raise,
    raise,
    rebase,
    rebase,
    approve,
    mergeOne,
    mergeOne,
    revert,
    withdraw,
    writeDirectly,
  ];
  // What nothing is there for is no step, and a sequence of refusals goes on.
  for (let changes = 0; done.length < STEPS || changes < CHANGES_LEAST; ) {
    const act = pick(acts) ?? raise;
    const answer = await act();
    if (!answer) continue;
    done.push(`${act.name} ${answer.status}`);
    if (answer.status === 200) changes += 1;
    // A refusal says why, and nothing else goes wrong.
    expect([200, 409, 412], `seed ${seed}: ${done.join(', ')}: ${answer.body.message}`).toContain(
      answer.status,
    );
    if (answer.status !== 200) expect(answer.body.message).toMatch(/\w+ \w+/);
    for (const { status, hasConflict, reason } of await listAll())
      if (status === 'OPEN') expect(reason !== '').toBe(hasConflict);
  }
  const left = await listOpen();
  // The branch of a withdrawn one goes after its answer.
  await expect
    .poll(async () => (await repository.listRequestBranches()).sort())
    .toEqual(left.map(({ id }) => id).sort());
  for (const { id, hasConflict, commit } of left) {
    expect(await repository.readBranch(`change-requests/${id}`)).toBe(commit);
    if (!hasConflict) continue;
    expect((await merge(api, id)).status).toBe(409);
  }
  return done;
}

describe('changes of two people in any order [R3-58, R3-59, R6-47]', () => {
  test.each(Array.from({ length: SEQUENCES }, (_, index) => FIRST_SEED + index))(
    'sequence %i: stored is the head of the branch, or a named conflict',
    async (seed) => {
      const done = await play(seed);
      expect(done.length).toBeGreaterThanOrEqual(STEPS);
      expect(done.filter((step) => step.endsWith(' 200')).length).toBeGreaterThanOrEqual(CHANGES_LEAST);
    },
  );
});
