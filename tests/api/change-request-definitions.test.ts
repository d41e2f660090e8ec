import { describe, expect, test } from 'vitest';
import { makeKey, makeRole } from './support/access.ts';
import { listRequests, type Made, merge, readRequest } from './support/change-requests.ts';
import { fetchPipeline } from './support/fixtures.ts';
import { type ManagedService, serveManaged } from './support/managed-service.ts';
import type { TestService } from './support/service.ts';

let api: TestService;
let made: Made;
let free: ManagedService['free'];
const logged: string[] = [];
serveManaged(
  (service) => {
    ({ api, made, free } = service);
    logged.length = 0;
  },
  { logTo: (line) => logged.push(line) },
);

const pick = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message];
const collect = (definition: object, headers = {}) =>
  api.call('addToChangesetDraft', { body: { siteId: api.siteId, definition }, headers });
const collected = async (text: string, more: object = {}) => {
  const answer = await collect({ text, ...more });
  expect(pick(answer)).toEqual([200, undefined]);
  return answer.body.changes as { id: string; name: string; kind: string; change: string }[];
};
const plan = async (definition: string) => {
  const answer = await api.call('importPipelines', {
    query: { siteId: api.siteId, dryRun: 'true' },
    body: { definition },
    headers: { 'if-match': '*' },
  });
  expect(pick(answer)).toEqual([200, undefined]);
  return { entries: answer.body.entries, tag: Number(answer.headers.get('etag')?.replaceAll('"', '')) };
};
const raiseDraft = async (more: object = {}): Promise<string> => {
  const answer = await api.call('createChangeset', {
    body: { changeSet: { siteId: api.siteId, description: '' }, withDraft: true, ...more },
  });
  expect(pick(answer)).toEqual([200, undefined]);
  return answer.body.id;
};
const mergeDone = async (id: string) => {
  expect(pick(await merge(api, id))).toEqual([200, undefined]);
  await api.service.services.lifecycle.settled();
};
const exportSite = async (): Promise<string> =>
  (await api.call('exportPipelines', { query: { siteId: api.siteId } })).body.definition;

const TOKEN = 'hush-hush-token';
const DOOR = `format: penstock/v2
sources:
  - {name: door, type: tcp, config: {port: 21778}}
destinations:
  - {name: collector, type: splunk_hec, config: {url: 'http://127.0.0.1:8088', token: ${TOKEN}}}
pipelines:
  - name: door logs
    description: By the door
    graph:
      - {source: door, to: [Parse]}
      - {transform: Parse, type: parse_json, notes: first, to: [collector, web sink]}
`;
const webWith = (rate: number, name = 'web') => `format: penstock/v2
pipelines:
  - name: ${name}
    graph:
      - {source: web source, to: [Some]}
      - {transform: Some, type: sample, config: {rate: ${rate}}, to: [web sink]}
`;

describe('a definition that joins the draft [R1-32, R6-47]', () => {
  test('creates and changes by the merge alone what an import would', async () => {
    const own = webWith(3).slice(webWith(3).indexOf('  - name: web'));
    const { entries } = await plan(DOOR + own);
    const changes = await collected(DOOR + own);
    expect(changes.map(({ kind, name, change }) => [kind, name, change])).toEqual(
      expect.arrayContaining([
        ['SOURCE', 'door', 'create'],
        ['SINK', 'collector', 'create'],
        ['PIPELINE', 'door logs', 'create'],
        ['PIPELINE', 'web', 'update'],
      ]),
    );
    expect(changes).toHaveLength(entries.length);
    expect((await fetchPipeline(api, made.pipelineId)).latestGraphVersion).toBe(1);
    const id = await raiseDraft();
    const { files, connectionFiles } = await readRequest(api, id);
    expect(JSON.stringify([files, connectionFiles, logged])).not.toContain(TOKEN);
    await mergeDone(id);
    const text = await exportSite();
    for (const part of ['name: door logs', 'By the door', 'notes: first', 'rate: 3', 'port: 21778'])
      expect(text).toContain(part);
    expect((await fetchPipeline(api, made.pipelineId)).deployedGraphVersion).toBe(2);
    const found = await api.store.nodes.findByName('SINK', api.siteId, 'collector');
    const node = await api.store.nodes.find(found?.id ?? '');
    expect(api.service.services.sealer.open(JSON.parse(node?.config ?? '{}'))).toMatchObject({
      token: TOKEN,
    });
    expect(pick(await collect({ text }))).toEqual([409, expect.stringContaining('is stored like that')]);
  });

  test('read again, it takes the place of what it created there', async () => {
    const before = await collected(DOOR);
    const after = await collected(DOOR.replace('21778', '21779').replace('By the door', 'Again'));
    expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
    await mergeDone(await raiseDraft());
    expect(await exportSite()).toContain('port: 21779');
  });

  test('keeps a stored secret, and is raised at once with the draft', async () => {
    await collected(DOOR);
    await mergeDone(await raiseDraft());
    const text = (await exportSite()).replace('127.0.0.1:8088', '127.0.0.2:8088');
    const answer = await collect({ text });
    // The address decides where a kept secret goes.
    expect(answer.status).toBe(400);
    expect(answer.body.details[0]).toMatchObject({ line: expect.any(Number) });
    const renamed = (await exportSite()).replace('port: 21778', 'port: 21780');
    await mergeDone(await raiseDraft({ definition: { text: renamed } }));
    const found = await api.store.nodes.findByName('SINK', api.siteId, 'collector');
    const node = await api.store.nodes.find(found?.id ?? '');
    expect(api.service.services.sealer.open(JSON.parse(node?.config ?? '{}'))).toMatchObject({
      token: TOKEN,
    });
  });

  test('of one pipeline gives it another name', async () => {
    expect(await collected(webWith(2, 'front'), { pipelineId: made.pipelineId })).toMatchObject([
      { id: made.pipelineId, name: 'front', change: 'update' },
    ]);
    await mergeDone(await raiseDraft());
    expect((await fetchPipeline(api, made.pipelineId)).name).toBe('front');
  });

  test('says line and column of a fault, and adds nothing', async () => {
    const { status, body } = await collect({ text: webWith(2).replace('web sink', 'nowhere') });
    expect(status).toBe(400);
    expect(body.details[0]).toMatchObject({ line: 6, message: expect.stringContaining("'nowhere'") });
    const clash = DOOR.replace('21778', String(free.port));
    expect((await collect({ text: clash })).body.details[0]).toMatchObject({ rule: 'unique', line: 3 });
    const both = { pipelines: [], connections: [], nodes: [], definition: { text: DOOR }, withDrift: true };
    const body2 = { changeSet: { siteId: api.siteId, description: '' }, ...both };
    expect((await api.call('createChangeset', { body: body2 })).status).toBe(400);
  });

  test('what changed since the plan refuses it', async () => {
    const { tag } = await plan(webWith(4));
    await collected(webWith(5));
    await mergeDone(await raiseDraft());
    const stale = await collect({ text: webWith(4), tag });
    expect([stale.status, stale.body.code]).toEqual([412, 'STALE_VERSION']);
    await collected(webWith(4), { tag: (await plan(webWith(4))).tag });
  });

  test('what a repository does not hold is refused, not left out', async () => {
    const alerts =
      'alerts:\n  - {name: Quiet, severity: LOW, condition: {metric: errors, operator: ABOVE, threshold: 1}}\n';
    expect(pick(await collect({ text: webWith(2) + alerts }))).toEqual([
      409,
      expect.stringContaining("alert rule 'Quiet' is no part"),
    ]);
    const archive = DOOR.replace('{name: door, type: tcp,', '{name: door, archive: cold, type: tcp,');
    expect((await collect({ text: archive })).status).toBe(400);
    const status = DOOR.replace('{name: door, type: tcp,', '{name: door, status: INACTIVE, type: tcp,');
    expect(pick(await collect({ text: status }))).toEqual([409, expect.stringContaining("status of 'door'")]);
    expect((await api.call('getChangesetDraft', { query: { siteId: api.siteId } })).body.changes).toEqual([]);
    expect(await listRequests(api)).toEqual([]);
  });

  test('of more than one request holds is refused with both numbers', async () => {
    const many = Array.from({ length: 201 }, (_, n) => webWith(2, `web ${n}`).split('pipelines:\n')[1]);
    const text = `format: penstock/v2\npipelines:\n${many.join('')}`;
    expect(pick(await collect({ text }))).toEqual([
      409,
      expect.stringMatching(
        /at most 200 pipelines.*; this would be 201 and 0\. Raise what is collected, or split/,
      ),
    ]);
  });

  test('takes the rights that the changes take by themselves', async () => {
    const grants = ['PIPELINES', 'SITES'].map((resourceType) => ({
      resourceType,
      accessTypes: ['READ', 'WRITE'],
      extraGrants: [],
    }));
    const { headers } = await makeKey(api, { roleId: await makeRole(api, { name: 'Graphs', grants }) });
    expect((await collect({ text: DOOR }, headers)).status).toBe(403);
    expect((await collect({ text: webWith(2) }, headers)).status).toBe(200);
  });
});
