import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GitFollow } from '../../src/contract/entities/git-follow.ts';
import { type GitServer, startGitServer } from '../harness/git-server.ts';
import { createRandom } from '../harness/random.ts';
import { makePerson } from './support/access.ts';
import { chooseAll, createDescriptionBody, listRequests, type Made } from './support/change-requests.ts';
import { followFrom, PIPELINE, SINK, sync, WHOLE } from './support/followed.ts';
import { startService, type TestService } from './support/service.ts';

const SEQUENCES = process.env.PENSTOCK_TEST_LONG ? 50 : 3;
/** Other sequences than those of every run. */
const FIRST_SEED = Number(process.env.PENSTOCK_TEST_SEED ?? 1);
const STEPS = 12;
const SPARES = ['spare', 'second'];
const PATHS = [...Object.keys(WHOLE), ...SPARES.map((name) => `destinations/${name}.yaml`)];

let api: TestService;
let server: GitServer;
let folder: string;
let made: Pick<Made, 'pipelineId' | 'sourceId'>;
let parseId = '';
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-git-sequences-'));
  server = await startGitServer(folder);
  api = await startService({ flags: ['gitOps'], filesFolder: join(folder, 'data', 'files') });
  await server.push(WHOLE);
  await followFrom(api, server);
  expect((await sync(api)).state).toBe('IN_SYNC');
  const [pipeline] = (await api.store.pipelines.list({ siteIds: [api.siteId], types: ['USER'] })).rows;
  const [source] = (await api.store.nodes.list({ kind: 'SOURCE', siteIds: [api.siteId] })).rows;
  made = { pipelineId: pipeline?.id ?? '', sourceId: source?.id ?? '' };
});
afterEach(async () => {
  await api.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Answer = { status: number; body: { message?: string } };
const DONE: Answer = { status: 200, body: {} };
type Listed = { id: string; status: string; hasConflict: boolean; reason: string };

const listOpen = async (): Promise<Listed[]> => listRequests(api, { statuses: 'OPEN' });
const branchOf = (id: string) => `change-requests/${id}`;
const readSource = async () => (await api.call('getSource', { path: { id: made.sourceId } })).body.source;

/** What the pipeline parses, as it is stored. */
async function readField(): Promise<string> {
  const { pipeline } = (await api.call('getPipeline', { path: { pipelineId: made.pipelineId } })).body;
  const path = { pipelineId: made.pipelineId, graphVersion: String(pipeline.latestGraphVersion) };
  const nodes: { id: string; name: string }[] = Object.values(
    (await api.call('getGraph', { path })).body.graph.nodes,
  );
  parseId = nodes.find(({ name }) => name === 'Parse')?.id ?? parseId;
  const [row] = await api.store.transforms.findMany([parseId]);
  return (api.service.services.sealer.open(JSON.parse(row?.config ?? '{}')) as { field: string }).field;
}

/** The files of the branch that these sequences know. */
async function readFiles(): Promise<Record<string, string>> {
  const texts = await Promise.all(PATHS.map(async (path) => [path, await server.readFile('main', path)]));
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
}

/** The site runs the head of the branch, or says why not. */
async function expectHeadOrReason(follow: GitFollow): Promise<boolean> {
  if (follow.state !== 'IN_SYNC') {
    expect(follow.state).toMatch(/^(FAILED|DRIFTED)$/);
    expect(follow.reason).toMatch(/\w+ \w+/);
    return false;
  }
  expect([follow.appliedCommit, follow.drift]).toEqual([await server.readBranch('main'), []]);
  const files = await readFiles();
  const { config, name } = await readSource();
  expect(files['sources/web.yaml']).toContain(`port: ${config.port}`);
  expect(files['sources/web.yaml']).toContain(`name: ${name}`);
  expect(files['pipelines/web.yaml']).toContain(`field: ${await readField()}`);
  for (const spare of SPARES)
    expect((await api.store.nodes.findByName('SINK', api.siteId, spare)) !== undefined).toBe(
      files[`destinations/${spare}.yaml`] !== undefined,
    );
  return true;
}

/** Two people who raise, rebase, merge and withdraw, and someone who pushes to the branch, by chance. */
async function play(seed: number) {
  const random = createRandom(seed);
  const pick = <T>(all: readonly T[]): T | undefined => all[random(all.length)];
  const people = [{}, await makePerson(api, 'Ada')];
  const ask = (call: Parameters<TestService['call']>[0], given: object): Promise<Answer> =>
    api.call(call, { ...given, headers: pick(people) ?? {} });
  const port = () => 20_900 + random(4);

  const raiseSource = async () => {
    const { revision, config, name, description } = await readSource();
    const edited = { ...config, port: port() };
    const source = { kind: 'SOURCE', id: made.sourceId, revision, name, description, config: edited };
    const changeSet = { siteId: api.siteId, description: 'Another port' };
    return ask('createChangeset', { body: { changeSet, connections: [source] } });
  };
  const raisePipeline = async () => {
    const text = pick(['One', 'Two', 'Three']) ?? '';
    const body = await createDescriptionBody(api, { ...(made as Made), siteId: api.siteId }, text);
    return ask('createChangeset', { body });
  };
  const raiseSink = async () => {
    const name = pick(SPARES) ?? '';
    const sink = { kind: 'SINK', id: 'new-1', revision: 0, name, templateId: 'blackhole', config: {} };
    const changeSet = { siteId: api.siteId, description: '' };
    return ask('createChangeset', { body: { changeSet, connections: [sink] } });
  };
  const mergeOne = async () => {
    const request = pick(await listOpen());
    if (!request) return undefined;
    const path = { pullRequestId: request.id };
    return ask('mergeChangeset', { path, body: { squash: random(2) === 0 } });
  };
  const rebase = async () => {
    const request = pick((await listOpen()).filter(({ hasConflict }) => hasConflict));
    if (!request) return undefined;
    const choices = await chooseAll(api, request.id, () => pick(['mine', 'theirs'] as const));
    return ask('rebaseChangeset', { path: { pullRequestId: request.id }, body: { choices } });
  };
  const withdraw = async () => {
    const request = pick(await listOpen());
    return request && ask('deleteChangeset', { path: { pullRequestId: request.id } });
  };
  const pushed = async (files: Record<string, string>, more: { parent?: null } = {}) => {
    await server.push(files, { message: 'Past Penstock', ...more });
    return DONE;
  };
  const pushPipeline = async () => {
    const files = await readFiles();
    const text = files['pipelines/web.yaml'] ?? PIPELINE();
    const field = pick(['message', 'body', 'log']) ?? '';
    return pushed({ ...files, 'pipelines/web.yaml': text.replace(/field: \w+/, `field: ${field}`) });
  };
  const pushSource = async () => {
    const files = await readFiles();
    const text = (files['sources/web.yaml'] ?? '').replace(/port: \d+/, `port: ${port()}`);
    return pushed({ ...files, 'sources/web.yaml': text });
  };
  const pushSpare = async () => {
    const files = await readFiles();
    const name = pick(SPARES) ?? '';
    const path = `destinations/${name}.yaml`;
    const { [path]: known, ...rest } = files;
    return pushed(known === undefined ? { ...rest, [path]: SINK(name) } : rest);
  };
  const pushNonsense = async () => pushed({ ...(await readFiles()), 'destinations/web.yaml': 'nonsense' });
  const mendNonsense = async () => {
    const files = await readFiles();
    if (files['destinations/web.yaml'] !== 'nonsense') return undefined;
    return pushed({ ...files, 'destinations/web.yaml': SINK() });
  };
  const rewrite = async () => pushed(await readFiles(), { parent: null });
  /** As a provider does where the branch is up to date. */
  const mergeThere = async () => {
    const request = pick(await listOpen());
    if (!request || (await server.readBranch(branchOf(request.id))) === undefined) return undefined;
    const { parents } = await server.readCommit(branchOf(request.id));
    if (parents[0] !== (await server.readBranch('main'))) return undefined;
    await server.merge(branchOf(request.id), random(2) === 0);
    return DONE;
  };
  const synchronize = async () => {
    await sync(api);
    return DONE;
  };

  const acts = [
    ...[raiseSource, raiseSource, raisePipeline, raiseSink, mergeOne, mergeOne, mergeOne, rebase, rebase],
    ...[withdraw, pushPipeline, pushSource, pushSpare, pushNonsense, mendNonsense, mendNonsense, rewrite],
    ...[mergeThere, mergeThere, synchronize, synchronize],
  ];
  const done: string[] = [];
  while (done.length < STEPS) {
    const act = pick(acts) ?? synchronize;
    const answer = await act();
    if (!answer) continue;
    done.push(`${act.name} ${answer.status}`);
    const said = `seed ${seed}: ${done.join(', ')}: ${answer.body.message}`;
    // A refusal says why, and nothing else goes wrong.
    expect([200, 400, 409, 412], said).toContain(answer.status);
    if (answer.status !== 200) expect(answer.body.message, said).toMatch(/\w+ \w+/);
    await api.service.services.lifecycle.settled();
  }
  await mendNonsense();
  await sync(api);
  const isHead = await expectHeadOrReason(await sync(api));
  for (const { id } of await listOpen()) {
    // Merging another request may have made its conflict, or ended it.
    const now = (await listOpen()).find((one) => one.id === id);
    if (!now) continue;
    const { hasConflict, reason } = now;
    const { status, body }: Answer = await api.call('mergeChangeset', {
      path: { pullRequestId: id },
      body: {},
    });
    await api.service.services.lifecycle.settled();
    const said = `seed ${seed}: ${done.join(', ')}: ${reason} ${body.message}`;
    if (status === 200) expect([isHead, hasConflict], said).toEqual([true, false]);
    else expect(body.message, said).toMatch(/\w+ \w+/);
    await sync(api);
    await expectHeadOrReason(await sync(api));
  }
  return isHead;
}

const outcomes: boolean[] = [];
describe('two people, and pushes from outside, in any order [R1-31, R1-32, R3-59]', () => {
  test.each(Array.from({ length: SEQUENCES }, (_, index) => FIRST_SEED + index))(
    'sequence %i: the site is the head of the branch, or says why not',
    async (seed) => {
      outcomes.push(await play(seed));
    },
  );

  test('most sequences end at the head of the branch', () => {
    expect(outcomes.filter((isHead) => isHead).length).toBeGreaterThanOrEqual(outcomes.length / 2);
  });
});
