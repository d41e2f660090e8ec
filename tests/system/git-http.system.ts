import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDescriptionBody } from '../api/support/change-requests.ts';
import { followFrom, PIPELINE, sync, WHOLE } from '../api/support/followed.ts';
import { startService, type TestService } from '../api/support/service.ts';

let folder: string;
let server: Server;
let api: TestService;
const git = (...parameters: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...parameters], {
    cwd: join(folder, 'work'),
    encoding: 'utf8',
  }).trim();

/** Runs `git http-backend` as a web server does: variables in, headers and body out. */
function startBackend(root: string): Server {
  return createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const child = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        REMOTE_ADDR: '127.0.0.1',
      },
    });
    request.pipe(child.stdin);
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.once('close', () => {
      const whole = Buffer.concat(parts);
      const end = whole.indexOf('\r\n\r\n');
      const headers = whole.toString('latin1', 0, end).split('\r\n');
      const status = headers.find((line) => line.startsWith('Status:'))?.slice(8, 11) ?? '200';
      response.statusCode = Number(status);
      for (const line of headers) {
        const at = line.indexOf(':');
        if (at > 0 && !line.startsWith('Status:'))
          response.setHeader(line.slice(0, at), line.slice(at + 1).trim());
      }
      response.end(whole.subarray(end + 4));
    });
  });
}

const push = (field: string, message: string): string => {
  for (const [path, text] of Object.entries({ ...WHOLE, 'pipelines/web.yaml': PIPELINE('web', field) }))
    writeFileSync(join(folder, 'work', path), String(text));
  git('add', '-A');
  git('commit', '-qm', message);
  git('push', '-q', '--force', join(folder, 'served.git'), 'HEAD:main');
  return git('rev-parse', 'HEAD');
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-git-http-'));
  execFileSync('git', ['init', '-q', '--bare', join(folder, 'served.git')]);
  execFileSync('git', ['-C', join(folder, 'served.git'), 'config', 'http.receivepack', 'true']);
  execFileSync('git', ['init', '-q', join(folder, 'work')]);
  execFileSync('mkdir', [
    '-p',
    ...['pipelines', 'sources', 'destinations'].map((one) => join(folder, 'work', one)),
  ]);
  server = startBackend(folder);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  api = await startService({ flags: ['gitOps'], filesFolder: join(folder, 'data', 'files') });
});
afterAll(async () => {
  await api.stop();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const served = (...parameters: string[]) =>
  execFileSync('git', ['-C', join(folder, 'served.git'), ...parameters], { encoding: 'utf8' }).trim();

test('real Git takes branches, merges and deletions that are pushed [R1-32]', async () => {
  push('first', 'Begin');
  const { port } = server.address() as AddressInfo;
  await followFrom(api, { url: `http://127.0.0.1:${port}/served.git` });
  expect(await sync(api)).toMatchObject({ state: 'IN_SYNC', reason: '' });
  const [row] = (await api.store.pipelines.list({ siteIds: [api.siteId], types: ['USER'] })).rows;
  const raise = async (description: string) => {
    const asked = { pipelineId: row?.id ?? '', siteId: api.siteId };
    const answer = await api.call('createChangeset', {
      body: await createDescriptionBody(api, asked, description),
    });
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
    return answer.body.id as string;
  };
  const id = await raise('Reads the first field');
  expect(served('branch', '--format=%(refname:short)')).toBe(`change-requests/${id}\nmain`);
  expect(served('fsck', '--strict', '--no-dangling')).toBe('');
  const path = { pullRequestId: id };
  expect((await api.call('mergeChangeset', { path })).body.changeset).toMatchObject({ status: 'MERGED' });
  expect(served('log', '-1', '--format=%s, %an', 'main')).toMatch(/^Merge: Change 'web', /);
  expect(served('show', 'main:pipelines/web.yaml')).toContain('Reads the first field');
  expect(served('branch', '--format=%(refname:short)')).toBe('main');
  expect((await sync(api)).state).toBe('IN_SYNC');

  const other = await raise('Something else');
  await api.call('deleteChangeset', { path: { pullRequestId: other } });
  await sync(api);
  expect(served('branch', '--format=%(refname:short)')).toBe('main');
  expect(served('fsck', '--strict', '--no-dangling')).toBe('');
});

test('a site follows what real Git serves: history, deltas, packs, force-push [R1-31]', async () => {
  for (let number = 0; number < 30; number += 1) push(`field${number}`, `Change ${number}`);
  execFileSync('git', ['-C', join(folder, 'served.git'), 'gc', '-q', '--aggressive']);
  const first = git('rev-parse', 'HEAD');
  const { port } = server.address() as AddressInfo;
  await followFrom(api, { url: `http://127.0.0.1:${port}/served.git` });
  expect(await sync(api)).toMatchObject({ state: 'IN_SYNC', appliedCommit: first, subject: 'Change 29' });

  const next = push('later', 'Later');
  expect(await sync(api)).toMatchObject({ state: 'IN_SYNC', appliedCommit: next, wasRewritten: false });

  git('reset', '-q', '--hard', 'HEAD~5');
  const other = push('other', 'Rewritten');
  expect(await sync(api)).toMatchObject({ state: 'IN_SYNC', appliedCommit: other, wasRewritten: true });
});
