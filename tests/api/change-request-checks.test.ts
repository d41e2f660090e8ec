import { describe, expect, test } from 'vitest';
import { makeKey, makeRole } from './support/access.ts';
import {
  createDescriptionBody,
  createRequestBody,
  type Made,
  merge,
  moveBase,
  raiseId,
} from './support/change-requests.ts';
import { fetchPipeline } from './support/fixtures.ts';
import { type ManagedService, serveManaged } from './support/managed-service.ts';
import type { TestService } from './support/service.ts';

let api: TestService;
let made: Made;
let free: ManagedService['free'];
serveManaged((service) => {
  ({ api, made, free } = service);
});

type Check = { kind: string; outcome: string; message: string; faults: string[] };
const readChecks = async (pullRequestId: string, headers = {}) => {
  const { status, body } = await api.call('getPullRequestChecks', { path: { pullRequestId }, headers });
  expect([status, body.message]).toEqual([200, undefined]);
  return body as { commit: string; checks: Check[]; samples: Record<string, unknown>[] };
};
const outcomes = ({ checks }: { checks: Check[] }) =>
  Object.fromEntries(checks.map(({ kind, outcome }) => [kind, outcome]));
const findCheck = ({ checks }: { checks: Check[] }, kind: string) => checks.find((one) => one.kind === kind);

const EVENTS = ['{"message":"{\\"a\\":1}","size":"long enough"}', '{"other":2}'];
const pin = async (more: object = {}) => {
  const sample = { pipelineId: made.pipelineId, name: 'morning', events: EVENTS, pinned: true, ...more };
  const { status, body } = await api.call('createSample', { body: { sample } });
  expect([status, body.message]).toEqual([200, undefined]);
  return body.id as string;
};

const EVERYTHING = ['PIPELINES', 'SOURCES', 'SINKS'].map((resourceType) => ({
  resourceType,
  accessTypes: ['READ', 'WRITE', 'DELETE'],
  extraGrants: [],
}));

describe('checks of a pull request [R2.1-27, R3-58, R6-47]', () => {
  test('tell what becomes of the events of pinned samples, before and after', async () => {
    await pin();
    await pin({ name: 'not pinned', pinned: false });
    const node = { name: 'Trim', templateId: 'remove_fields', config: { fields: ['size'] } };
    const id = await raiseId(api, made, { node });
    const read = await readChecks(id);
    expect(outcomes(read)).toEqual({
      base: 'passed',
      definition: 'passed',
      samples: 'skipped',
      data: 'passed',
      rights: 'passed',
    });
    expect(read.commit).toBe((await api.store.changesets.find(id))?.head_commit);
    const [sample, ...others] = read.samples;
    expect(others).toEqual([]);
    expect(sample).toMatchObject({ pipeline: 'web', sample: 'morning', eventCount: 2 });
    const { before, after, nodes } = sample as {
      before: { bytesOut: number; percentOptimized: number };
      after: { bytesOut: number; percentOptimized: number };
      nodes: { name: string; eventCount: number; events: { before: string[]; after: string[] }[] }[];
    };
    expect(after.bytesOut).toBeLessThan(before.bytesOut);
    expect(after.percentOptimized).toBeGreaterThan(before.percentOptimized);
    const sink = nodes.find(({ name }) => name === 'web sink');
    expect(sink?.events[0]?.before[0]).toContain('long enough');
    expect(sink?.events[0]?.after[0]).not.toContain('long enough');
    expect(sink?.eventCount).toBe(1);
  });

  test('a pinned sample that fails refuses the merge, until it is mended', async () => {
    const sampleId = await pin({ expected: { [made.sinkId]: [['never'], ['never']] } });
    const id = await raiseId(api, made);
    const read = await readChecks(id);
    expect(findCheck(read, 'samples')).toMatchObject({
      outcome: 'failed',
      faults: [expect.stringMatching(/^'web': The sample 'morning' fails: of event 1/)],
    });
    const refused = await merge(api, id);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("'morning' fails")]);
    await api.call('updateSample', { body: { sample: { id: sampleId, expected: null } } });
    expect(outcomes(await readChecks(id))).toMatchObject({ samples: 'skipped', data: 'passed' });
    expect((await merge(api, id)).status).toBe(200);
    expect((await readChecks(id)).checks).toEqual([]);
  });

  test('events that reach no destination any more are a warning', async () => {
    await pin();
    const node = {
      name: 'Stop',
      templateId: 'filter',
      config: {
        match: { match: 'any', rules: ['message', 'other'].map((field) => ({ field, operator: 'exists' })) },
      },
    };
    const id = await raiseId(api, made, { node });
    const check = findCheck(await readChecks(id), 'data');
    expect(check).toMatchObject({
      outcome: 'warned',
      faults: ["'web' on 'morning': no event reaches a destination any more"],
    });
    expect((await merge(api, id)).status).toBe(200);
  });

  test('a port that another source took since fails, and names both', async () => {
    const door = (port: number) => ({
      kind: 'SOURCE',
      id: 'new-1',
      revision: 0,
      name: 'door',
      templateId: 'tcp',
      config: { port },
    });
    const body = { changeSet: { siteId: api.siteId }, connections: [door(21_777)] };
    const { body: raised } = await api.call('createChangeset', { body });
    expect(outcomes(await readChecks(raised.id))).toMatchObject({ definition: 'passed' });
    const source = { siteId: api.siteId, name: 'gate', templateId: 'tcp', config: { port: 21_777 } };
    const { headers } = await makeKey(api, {
      name: 'robot',
      roleId: await makeRole(api, { name: 'robot', grants: EVERYTHING }),
    });
    expect((await api.call('createSource', { body: { source }, headers })).status).toBe(200);
    const read = await readChecks(raised.id);
    expect(findCheck(read, 'definition')).toMatchObject({
      outcome: 'failed',
      faults: [expect.stringMatching(/^The source 'door': .*21777.*'gate'/)],
    });
    expect(read.samples).toEqual([]);
    expect((await merge(api, raised.id)).status).toBe(409);
    expect(await api.store.nodes.findByName('SOURCE', api.siteId, 'door', '')).toBeUndefined();
  });

  test('nothing is kept of a check, and a moved base is said alone', async () => {
    const id = await raiseId(api, made);
    const before = await fetchPipeline(api, made.pipelineId);
    await readChecks(id);
    expect(await fetchPipeline(api, made.pipelineId)).toEqual(before);
    await moveBase(api, id, made.pipelineId);
    expect((await readChecks(id)).checks).toEqual([
      { kind: 'base', outcome: 'failed', message: expect.stringContaining('Rebase it'), faults: [] },
    ]);
  });

  test('whoever may not merge reads why, and sees no hidden source', async () => {
    const { name, revision } = (await api.call('getSource', { path: { id: free.sourceId } })).body.source;
    const connection = {
      kind: 'SOURCE',
      id: free.sourceId,
      revision,
      name,
      description: 'hidden words',
    };
    const changed = await createDescriptionBody(api, { ...made, siteId: api.siteId }, 'why');
    const { body } = await api.call('createChangeset', { body: { ...changed, connections: [connection] } });
    const grants = [{ resourceType: 'PIPELINES', accessTypes: ['READ'], extraGrants: [] }];
    const roleId = await makeRole(api, { name: 'reader', grants });
    const { headers } = await makeKey(api, { name: 'reader', roleId });
    const read = await readChecks(body.id, headers);
    expect(findCheck(read, 'rights')).toMatchObject({ outcome: 'warned' });
    expect(JSON.stringify(read)).not.toContain('hidden words');
  });
});

test('squashed, it is one commit of whoever raised it [R2.1-27]', async () => {
  const body = await createRequestBody(api, made, { comment: 'Rename the message\n\nfor the archive' });
  const { body: raised } = await api.call('createChangeset', { body });
  const repository = api.service.services.repositories.of(api.siteId);
  const before = await repository.readBranch('main');
  const path = { pullRequestId: raised.id };
  const { status } = await api.call('mergeChangeset', { path, body: { squash: true } });
  expect(status).toBe(200);
  const head = await repository.readBranch('main');
  const commit = await repository.readCommit(head ?? '');
  const { user } = (await api.request('/v1/auth/session')).body;
  expect(commit?.parents).toEqual([before]);
  expect(commit?.message).toMatch(/^Rename the message\n\nfor the archive\n\nPull-Request: \d+\nMerged-by: /);
  expect(commit?.author).toBe(user.name);
  await api.service.services.lifecycle.settled();
  expect((await fetchPipeline(api, made.pipelineId)).deployedGraphVersion).toBe(2);
  const undone = await api.call('revertChangeset', { path });
  expect([undone.status, undone.body.message]).toEqual([200, undefined]);
});
