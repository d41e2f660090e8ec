import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { makeKey, makeRole } from './support/access.ts';
import { listRequests, type Made, merge, readRequest } from './support/change-requests.ts';
import { createChain, fetchPipeline } from './support/fixtures.ts';
import { type ManagedService, serveManaged } from './support/managed-service.ts';
import type { TestService } from './support/service.ts';

const HOSTS = 'host,owner\nweb-1,Ann\nweb-2,Bo\n';
const LATER = 'host,owner\nweb-1,Cy\nweb-2,Bo\n';

let api: TestService;
let made: Made;
serveManaged((service: ManagedService) => {
  ({ api, made } = service);
});

const ask = (connections: object[], more: object = {}) =>
  api.call('createChangeset', { body: { changeSet: { siteId: api.siteId }, connections, ...more } });
const lookup = (content: string, more: object = {}) => ({
  ...{ kind: 'LOOKUP', id: 'new-1', revision: 0, name: 'hosts.csv', config: { content } },
  ...more,
});
const raise = async (connections: object[], more: object = {}): Promise<string> => {
  const { status, body } = await ask(connections, more);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.id;
};
const mergeDone = async (id: string) => {
  const { status, body } = await merge(api, id);
  expect([status, body.message]).toEqual([200, undefined]);
  await api.service.services.lifecycle.settled();
};
const stored = () => api.store.assets.findByName('hosts.csv');
const read = async () =>
  readFile(api.service.services.content.pathOf((await stored())?.sha256 ?? ''), 'utf8');
const make = async (content = HOSTS) => mergeDone(await raise([lookup(content)]));
const change = async (content: string) => {
  const row = await stored();
  return raise([lookup(content, { id: row?.id, revision: row?.revision })]);
};
const step = (file = 'hosts.csv') => ({
  ...{ id: 'new-2', nodeType: 'TRANSFORM', name: 'Look up', templateId: 'lookup' },
  config: { file, keys: [{ field: 'host', column: 'host' }] },
});
/** The pipeline with a step that looks up in the table. */
const useIt = async (file?: string) => {
  const { latestGraphVersion: version, name } = await fetchPipeline(api, made.pipelineId);
  const { sourceId, transformId, sinkId } = made;
  return {
    pipelines: [
      {
        pipeline: { id: made.pipelineId, name },
        graph: { version, edges: createChain(sourceId, transformId, 'new-2', sinkId), metaInfo: {} },
      },
    ],
    nodes: [
      { id: sourceId, nodeType: 'SOURCE', name: 'source', templateId: 'tcp' },
      { id: transformId, nodeType: 'TRANSFORM', name: 'Parse', templateId: 'parse_json', config: {} },
      step(file),
      { id: sinkId, nodeType: 'SINK', name: 'sink', templateId: 'blackhole' },
    ],
  };
};
const pick = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message];

describe('a lookup table of a site that Git manages [R1-32]', () => {
  test('comes with the pipeline that uses it, by one request', async () => {
    const id = await raise([lookup(HOSTS)], await useIt());
    expect(await stored()).toBeUndefined();
    const request = await readRequest(api, id);
    expect(request.connections).toMatchObject([{ kind: 'LOOKUP', name: 'hosts.csv', change: 'create' }]);
    const [file] = request.connectionFiles;
    expect(file).toMatchObject({
      path: expect.stringMatching(/^lookups\/hosts-csv-9\d{17}\.yaml$/),
      before: '',
      afterConnection: { name: 'hosts.csv', config: { lines: 3, bytes: HOSTS.length } },
    });
    expect(file.after).toContain('    content: |\n      host,owner\n      web-1,Ann\n');
    const { checks } = (await api.call('getPullRequestChecks', { path: { pullRequestId: id } })).body;
    expect(checks.filter(({ outcome }: { outcome: string }) => outcome === 'failed')).toEqual([]);
    await mergeDone(id);
    expect(await read()).toBe(HOSTS);
    expect(await stored()).toMatchObject({
      ...{ site_ids: JSON.stringify([api.siteId]), asset_type: 'LOOK_UP_DATA', revision: 1 },
      sha256: createHash('sha256').update(HOSTS).digest('hex'),
    });
    expect((await fetchPipeline(api, made.pipelineId)).deployedGraphVersion).toBe(2);
  });

  test('changes at once for pipelines that run, and back by a revert', async () => {
    await raise([lookup(HOSTS)], await useIt()).then(mergeDone);
    const id = await change(LATER);
    expect(await read()).toBe(HOSTS);
    const [file] = (await readRequest(api, id)).connectionFiles;
    expect([file.before, file.after].map((text: string) => text.includes('Cy'))).toEqual([false, true]);
    await mergeDone(id);
    expect(await read()).toBe(LATER);
    expect((await stored())?.revision).toBe(2);
    const undoing = (await api.call('revertChangeset', { path: { pullRequestId: id } })).body.id;
    await mergeDone(undoing);
    expect(await read()).toBe(HOSTS);
    const again = await api.call('revertChangeset', { path: { pullRequestId: id } });
    expect(again.body.message).toContain('nothing to revert');
  });

  test('is deleted once nothing uses it, and made again by a revert', async () => {
    await raise([lookup(HOSTS)], await useIt()).then(mergeDone);
    const row = await stored();
    const gone = { kind: 'LOOKUP', id: row?.id, revision: row?.revision, name: 'hosts.csv', isDeleted: true };
    expect(pick(await ask([gone]))).toEqual([409, expect.stringContaining("used by 'Look up' of 'web'")]);
    const { latestGraphVersion: version } = await fetchPipeline(api, made.pipelineId);
    const deletion = {
      pipelines: [
        { pipeline: { id: made.pipelineId, name: 'web', isDeleted: true }, graph: { version, edges: {} } },
      ],
    };
    const id = await raise([gone], deletion);
    await mergeDone(id);
    expect(await stored()).toBeUndefined();
    const undoing = (await api.call('revertChangeset', { path: { pullRequestId: id } })).body.id;
    await mergeDone(undoing);
    expect(await read()).toBe(HOSTS);
  });

  test('a table that both changed is chosen as a whole', async () => {
    await make();
    const [mine, theirs] = [await change(LATER), await change('host,owner\nweb-1,Dee\n')];
    await mergeDone(theirs);
    const request = await readRequest(api, mine);
    expect(request).toMatchObject({ hasConflict: true });
    const [conflict] = request.conflicts;
    expect(conflict).toMatchObject({ node: 'hosts.csv', field: 'content', key: 'content' });
    expect(conflict.theirs).toMatch(/^2 lines, 21 bytes, SHA-256 /);
    const path = { pullRequestId: mine };
    expect((await api.call('rebaseChangeset', { path, body: {} })).status).toBe(409);
    const { pipelineId, key, seen } = conflict;
    const choose = (take: string) =>
      api.call('rebaseChangeset', { path, body: { choices: [{ pipelineId, key, seen, take }] } });
    expect(pick(await choose('theirs'))).toEqual([409, expect.stringContaining('Nothing remains')]);
    expect((await choose('mine')).status).toBe(200);
    await mergeDone(mine);
    expect(await read()).toBe(LATER);
  });

  test('waits in the draft, also as a text', async () => {
    const add = (body: object) => api.call('addToChangesetDraft', { body: { siteId: api.siteId, ...body } });
    expect((await add({ connections: [lookup(HOSTS)] })).body.changes).toMatchObject([
      { kind: 'LOOKUP', name: 'hosts.csv', change: 'create' },
    ]);
    const text = `format: penstock/v2\nlookups:\n  - name: hosts.csv\n    content: |\n${LATER.replaceAll(/^(?=.)/gm, '      ')}`;
    const { status, body } = await add({ definition: { text } });
    expect([status, body.message, body.changes?.length]).toEqual([200, undefined, 1]);
    // A pipeline of the draft uses it before it is stored.
    expect(pick(await add(await useIt()))).toEqual([200, undefined]);
    await mergeDone(await raise([], { withDraft: true }));
    expect(await read()).toBe(LATER);
  });

  test('is refused with the reason: no table, too large, a taken name', async () => {
    const cases: [object, number, string][] = [
      [lookup('host,host\na,b\n'), 400, "'host' appears twice"],
      [lookup(`host,owner\n${'x'.repeat(520_000)},y\n`), 400, 'at most 512 KB'],
      [lookup(HOSTS, { name: '../x.csv' }), 400, 'must not contain /'],
      [lookup(HOSTS, { id: '900000000000000009', revision: 1 }), 404, 'no lookup table of this site'],
    ];
    for (const [asked, status, message] of cases) {
      const answer = await ask([asked]);
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([
        status,
        expect.stringContaining(message),
      ]);
    }
    await make();
    expect(pick(await ask([lookup(HOSTS)]))).toEqual([409, expect.stringContaining('already exists')]);
    expect(await listRequests(api, { statuses: ['OPEN'] })).toEqual([]);
  });

  test('no one changes directly, but an API key does', async () => {
    await make();
    const id = (await stored())?.id ?? '';
    const form = (fields: Record<string, string>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      body.append('file', new File([LATER], 'hosts.csv'));
      return body;
    };
    const send = (method: string, body: FormData, headers: Record<string, string> = {}) =>
      api.service.app.request('http://127.0.0.1:4600/v1/asset', { method, body, headers });
    const refused = [
      await send('POST', form({ name: 'more.csv', assetType: 'LOOK_UP_DATA' })),
      await send('PUT', form({ id }), { 'if-match': '"1"' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 409]);
    const removal = await api.call('deleteAsset', { path: { id }, headers: { 'if-match': '"1"' } });
    expect(pick(removal)).toEqual([409, expect.stringContaining('is managed by Git: raise a pull request')]);
    // Samples are no part of the repository.
    expect((await send('POST', form({ name: 'a.log', assetType: 'LOG_SAMPLE' }))).status).toBe(200);
    const grants = [{ resourceType: 'PIPELINES', accessTypes: ['READ', 'WRITE', 'DELETE'], extraGrants: [] }];
    const { headers } = await makeKey(api, { roleId: await makeRole(api, { name: 'Repository', grants }) });
    expect((await send('PUT', form({ id }), { 'if-match': '"1"', ...headers })).status).toBe(200);
    expect(await read()).toBe(LATER);
  });
});
