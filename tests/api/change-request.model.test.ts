// Slow: walks every transition with a repository of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChangeRequestEvent } from '../../machines/change-request/change-request.machine.ts';
import { createChangeRequestModel } from '../../machines/change-request/change-request.model.ts';
import {
  approveRefusal,
  mergeRefusal,
  type RequestFace,
  rebaseRefusal,
  unapproveRefusal,
  withdrawRefusal,
} from '../../machines/change-request/index.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { type GitServer, startGitServer } from '../harness/git-server.ts';
import { makeWalks } from '../harness/walks.ts';
import { makePerson } from './support/access.ts';
import { createDescriptionBody } from './support/change-requests.ts';
import { act, fetchPipeline } from './support/fixtures.ts';
import { followFrom, PIPELINE, sync, WHOLE } from './support/followed.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
let server: GitServer;
let folder: string;
let ada: Record<string, string>;
/** Deployments that wait, so that a merge and the end of its deployment are two events. */
let letGo: (() => void) | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-request-model-'));
  server = await startGitServer(folder);
  api = await startService({ flags: ['gitOps', 'apiKeys'], filesFolder: join(folder, 'data', 'files') });
  ada = await makePerson(api, 'Ada');
});
afterEach(async () => {
  // A stop waits for the deployment that the last walk left.
  await release();
  await api.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const hold = (): void => {
  letGo ??= api.engine.hold();
};
const release = async (): Promise<void> => {
  letGo?.();
  letGo = undefined;
  await api.service.services.lifecycle.settled();
};

type World = { id: string; pipelineId: string; path: string; name: string; base: string; moves: number };

const ask = (call: Parameters<TestService['call']>[0], { id }: World, body?: object, headers = {}) =>
  api.call(call, { path: { pullRequestId: id }, headers, ...(body ? { body } : {}) });
const readOne = async ({ id }: World) => {
  const query = { siteId: api.siteId, pullRequestIds: [id] };
  return (await api.call('listChangesets', { query })).body.changesets[0];
};
/** The branch with one file changed, as someone else pushes it. */
const push = async ({ path }: World, text: string): Promise<void> => {
  const files: Record<string, string> = { [path]: text };
  for (const known of Object.keys(WHOLE)) files[known] = (await server.readFile('main', known)) ?? '';
  await server.push(files);
  await sync(api);
};
/** Deployments may wait. */
const follow = async (): Promise<void> => {
  const { services } = api.service;
  const site = await api.store.sites.find(api.siteId);
  if (site) await services.syncSite(site, { isPutBack: false, waits: true });
};
const asked = {
  'request.approve': async (world: World) =>
    ask('approveChangeset', world, { commit: (await readOne(world)).commit }, ada),
  'approval.withdraw': (world: World) => ask('withdrawApproval', world, undefined, ada),
  'request.rebase': (world: World) => ask('rebaseChangeset', world, { choices: [] }),
  'request.merge': (world: World) => ask('mergeChangeset', world),
  'request.withdraw': (world: World) => ask('deleteChangeset', world),
};
const REFUSALS: Record<keyof typeof asked, (face: RequestFace) => string | undefined> = {
  'request.approve': (face) => approveRefusal({ ...face, isOwn: false }),
  'approval.withdraw': (face) => unapproveRefusal({ ...face, isApprover: true }),
  'request.rebase': rebaseRefusal,
  'request.merge': mergeRefusal,
  'request.withdraw': withdrawRefusal,
};
const must = async (answer: ReturnType<TestService['call']>): Promise<void> => {
  const { status, body } = await answer;
  expect([status, body.message]).toEqual([200, undefined]);
};

const drivers: Drivers<ChangeRequestEvent, World> = {
  'base.moved': (world) => {
    world.moves += 1;
    return push(world, PIPELINE(world.name, `moved${world.moves}`));
  },
  'base.returned': (world) => push(world, world.base),
  'request.approve': (world) => must(asked['request.approve'](world)),
  'approval.withdraw': (world) => must(asked['approval.withdraw'](world)),
  'request.rebase': async (world) => {
    await must(asked['request.rebase'](world));
    world.base = (await server.readFile('main', world.path)) ?? '';
  },
  'request.merge': (world) => {
    hold();
    return must(asked['request.merge'](world));
  },
  'request.withdraw': (world) => must(asked['request.withdraw'](world)),
  'merge.seen': async ({ id }) => {
    hold();
    await server.merge(`change-requests/${id}`);
    await follow();
  },
  'apply.failed': async () => {
    api.engine.failNext('no');
    await release();
  },
  'apply.succeeded': async ({ pipelineId }) => {
    const { latestGraphVersion } = await fetchPipeline(api, pipelineId);
    await act(api, pipelineId, 'DEPLOY', latestGraphVersion);
    await api.service.services.lifecycle.settled();
  },
};

let made = 0;
async function create(): Promise<World> {
  await release();
  made += 1;
  const name = `pipeline ${made}`;
  const path = `pipelines/p${made}.yaml`;
  const base = PIPELINE(name);
  // What the walk before left is deleted with its file.
  await server.push({ ...WHOLE, [path]: base });
  await sync(api);
  const row = await api.store.pipelines.findByName(api.siteId, name);
  const pipelineId = row?.id ?? '';
  const body = await createDescriptionBody(api, { pipelineId, siteId: api.siteId }, `By request ${made}`);
  const [parse] = body.nodes.filter(({ nodeType }) => nodeType === 'TRANSFORM');
  if (parse) parse.config = { ...(parse.config as object), target: 'parsed' };
  const { status, body: raised } = await api.call('createChangeset', { body });
  expect([status, raised.message]).toEqual([200, undefined]);
  return { id: raised.id, pipelineId, path, name, base, moves: 0 };
}

/** Whether an ended one was approved nothing asks any more. */
const show = (value: string, isApproved: boolean): string =>
  `${value}${isApproved && ['APPROVED', 'CONFLICT'].includes(value) ? ', approved' : ''}`;

describe.each([false, true])('pull requests, needing approval: %s', (needsApproval) => {
  test('every transition through HTTP and Git; what is forbidden is refused with reasons [E11]', async () => {
    await server.push(WHOLE);
    await followFrom(api, server, { needsApproval });
    await sync(api);
    const model = createChangeRequestModel({ needsApproval, isApproved: false });
    const paths = makeWalks(model);
    const walked = await driveAll(paths, {
      drives: Object.keys(drivers),
      create: async () => {
        const world = await create();
        return {
          world,
          read: async () => {
            const { status, hasConflict, approvedBy } = await readOne(world);
            const value = hasConflict ? 'CONFLICT' : status === 'OPEN' && approvedBy ? 'APPROVED' : status;
            return show(value, approvedBy !== '');
          },
          send: (event: unknown) => sendBy(drivers, world, event as ChangeRequestEvent),
        };
      },
      project: ({ value, context }) => show(value, context.isApproved),
      check: async (snapshot, { world, read }) => {
        const before = await read();
        for (const [type, send] of Object.entries(asked)) {
          const event = { type } as ChangeRequestEvent;
          if (snapshot.can(event)) continue;
          const face: RequestFace = await readOne(world);
          const { status, body } = await send(world);
          const reason = REFUSALS[type as keyof typeof asked](face);
          expect([status, body.message], type).toEqual([409, reason]);
        }
        expect(await read()).toBe(before);
      },
    });
    expect(walked).toBe(paths.edges.size);
  }, 300_000);
});
