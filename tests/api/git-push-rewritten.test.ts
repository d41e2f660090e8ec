import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type GitServer, startGitServer } from '../harness/git-server.ts';
import { createDescriptionBody, listRequests, merge } from './support/change-requests.ts';
import { fetchPipeline } from './support/fixtures.ts';
import { followFrom, PIPELINE, sync, WHOLE } from './support/followed.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
let server: GitServer;
let folder: string;
let pipelineId = '';
let id = '';
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-rewritten-'));
  server = await startGitServer(folder);
  api = await startService({ flags: ['gitOps'], filesFolder: join(folder, 'data', 'files') });
  await server.push(WHOLE);
  await followFrom(api, server);
  expect((await sync(api)).state).toBe('IN_SYNC');
  const [row] = (await api.store.pipelines.list({ siteIds: [api.siteId], types: ['USER'] })).rows;
  pipelineId = row?.id ?? '';
  const body = await createDescriptionBody(api, { pipelineId, siteId: api.siteId }, 'Of the request');
  id = (await api.call('createChangeset', { body })).body.id;
});
afterEach(async () => {
  await api.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const getOne = async () => (await listRequests(api))[0];

describe('an open pull request, under whose feet the branch is [R1-32, R3-59]', () => {
  test('rewritten without a change of its pipeline: it merges onto the new history', async () => {
    await server.push({ ...WHOLE, 'README.md': 'Begun anew' }, { parent: null });
    expect(await sync(api)).toMatchObject({ state: 'IN_SYNC', wasRewritten: true });
    expect(await getOne()).toMatchObject({ status: 'OPEN', hasConflict: false });
    expect((await merge(api, id)).body.changeset).toMatchObject({ status: 'MERGED' });
    expect(await server.readFile('main', 'README.md')).toBe('Begun anew');
    expect(await server.readFile('main', 'pipelines/web.yaml')).toContain('Of the request');
    expect((await sync(api)).state).toBe('IN_SYNC');
  });

  test('force-pushed with another version: a conflict, which a rebase solves', async () => {
    await server.push({ ...WHOLE, 'pipelines/web.yaml': PIPELINE('web', 'body') }, { parent: null });
    expect(await sync(api)).toMatchObject({ state: 'IN_SYNC', wasRewritten: true });
    expect(await getOne()).toMatchObject({ status: 'OPEN', hasConflict: true });
    expect((await merge(api, id)).status).toBe(409);
    const path = { pullRequestId: id };
    const rebased = await api.call('rebaseChangeset', { path, body: { choices: [] } });
    expect(rebased, JSON.stringify(rebased.body)).toMatchObject({ status: 200 });
    expect((await merge(api, id)).body.changeset).toMatchObject({ status: 'MERGED' });
    const text = await server.readFile('main', 'pipelines/web.yaml');
    expect(text).toContain('Of the request');
    expect(text).toContain('field: body');
  });

  test('deleted: it waits with the reason, and merges once the branch is back', async () => {
    await server.push(WHOLE, { branch: 'other' });
    await server.deleteBranch('main');
    const refused = await merge(api, id);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining("no branch 'main'"),
    ]);
    expect(await getOne()).toMatchObject({ status: 'OPEN' });
    await server.push(WHOLE);
    await sync(api);
    expect((await merge(api, id)).body.changeset).toMatchObject({ status: 'MERGED' });
    expect((await fetchPipeline(api, pipelineId)).description).toBe('Of the request');
  });
});
