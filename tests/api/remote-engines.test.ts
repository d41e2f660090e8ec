import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { JOIN_TOKEN_SECONDS } from '../../src/contract/limits.ts';
import { admit } from '../../src/service/remote-engines/admission.ts';
import { makeKey, makeRole, makeSite } from './support/access.ts';
import { act, makeDeployedPipeline, makeSavedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

const CREDENTIAL = `penstock_engine_${'a'.repeat(43)}`;
const OTHER = `penstock_engine_${'b'.repeat(43)}`;
const FAR = { name: 'Far', vendor: 'AWS', engine: 'remote' };

let now = Date.now();
let api: TestService;
let siteId: string;
beforeEach(async () => {
  now = Date.now();
  api = await startService({ clock: () => now });
  siteId = (await api.call('createSite', { body: { site: FAR } })).body.id;
});
afterEach(() => api.stop());

const createToken = async (): Promise<string> =>
  (await api.call('createJoinToken', { path: { siteId } })).body.token;

/** Returns the admitted site, or why admission failed. */
async function showCredential(credential: string, token?: string): Promise<string> {
  const { store, audit, clock } = api.service.services;
  const shown = { authorization: `Bearer ${credential}`, token };
  return admit({ store, audit, clock }, shown).catch((error: Error) => error.message);
}
const fetchSite = async (id = siteId) => (await api.call('getSite', { path: { siteId: id } })).body.site;

describe('joining a remote site', () => {
  test('a site keeps its kind; a remote one waits for its engine [R3-31]', async () => {
    expect(await fetchSite()).toMatchObject({ engine: 'remote', engineState: 'disconnected', version: '' });
    expect((await fetchSite()).remote).toMatchObject({ isJoined: false, host: '' });
    expect((await fetchSite(api.siteId)).remote).toBeNull();
    const body = { site: { id: siteId, engine: 'embedded' } };
    expect((await api.call('updateSite', { body })).status).toBe(400);
    expect((await api.request('/readyz')).status).toBe(200);
  });

  test('a token joins one engine once, also when repeated', async () => {
    const token = await createToken();
    expect(await showCredential(CREDENTIAL, token)).toBe(siteId);
    expect(await showCredential(CREDENTIAL, token)).toBe(siteId);
    expect(await showCredential(CREDENTIAL)).toBe(siteId);
    expect(await showCredential(OTHER, token)).toMatch(/^This join token was used .* and works only once/);
    expect((await fetchSite()).remote).toMatchObject({ isJoined: true });
  });

  test('a token that is wrong, replaced or too old says so', async () => {
    expect(await showCredential(CREDENTIAL, 'penstock_join_wrong')).toMatch(/^This join token is unknown/);
    const first = await createToken();
    const second = await createToken();
    expect(await showCredential(CREDENTIAL, first)).toMatch(/it is wrong, or was replaced/);
    now += JOIN_TOKEN_SECONDS * 1000 - 1;
    expect((await fetchSite()).remote.tokenExpiresAt).not.toBe('0001-01-01T00:00:00Z');
    now += 1;
    expect(await showCredential(CREDENTIAL, second)).toMatch(/^This join token expired/);
    expect((await fetchSite()).remote).toMatchObject({
      isJoined: false,
      tokenExpiresAt: '0001-01-01T00:00:00Z',
    });
  });

  test('an engine without a known credential is refused', async () => {
    expect(await showCredential('short', await createToken())).toMatch(/a credential of its own/);
    expect(await showCredential(CREDENTIAL)).toMatch(/^This engine is unknown/);
  });

  test('disconnected, its credential is worth nothing, and another engine can join', async () => {
    await showCredential(CREDENTIAL, await createToken());
    const again = await api.call('createJoinToken', { path: { siteId } });
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('disconnect it first')]);
    await api.call('disconnectEngine', { path: { siteId } });
    expect(await showCredential(CREDENTIAL)).toMatch(/^This engine is unknown/);
    expect(await showCredential(OTHER, await createToken())).toBe(siteId);
    expect((await api.call('disconnectEngine', { path: { siteId } })).status).toBe(200);
    expect((await api.call('disconnectEngine', { path: { siteId } })).body.message).toContain(
      'No engine has',
    );
  });

  test('engines join remote sites only', async () => {
    const answer = await api.call('createJoinToken', { path: { siteId: api.siteId } });
    expect([answer.status, answer.body.message]).toEqual([
      409,
      expect.stringContaining("The engine of site 'Local' runs on this machine"),
    ]);
  });

  test('every grant on Sites yields no engine: tokens and disconnection need Admin', async () => {
    await showCredential(CREDENTIAL, await createToken());
    const grants = [{ resourceType: 'SITES', accessTypes: ['READ', 'WRITE', 'DELETE'], extraGrants: [] }];
    const { headers } = await makeKey(api, { roleId: await makeRole(api, { grants }) });
    for (const call of ['disconnectEngine', 'createJoinToken'] as const) {
      const answer = await api.call(call, { path: { siteId }, headers });
      expect([answer.status, answer.body.message], call).toEqual([403, 'You need the role Admin']);
    }
    expect(await showCredential(CREDENTIAL)).toBe(siteId);
    const { auditRecords } = (await api.call('listAuditRecords')).body;
    const denied = (auditRecords as { action: string; result: string; reason: string }[])
      .filter(({ result }) => result === 'denied')
      .map(({ action, reason }) => [action, reason]);
    expect(denied.sort()).toEqual([
      ['Create join token', 'You need the role Admin'],
      ['Disconnect engine', 'You need the role Admin'],
    ]);
  });

  test('the audit names token makers, joins and refusals, without secrets [R7]', async () => {
    const token = await createToken();
    await showCredential(CREDENTIAL, token);
    await showCredential(OTHER, token);
    const { auditRecords } = (await api.call('listAuditRecords')).body;
    const actions = auditRecords.map(({ action, result }: { action: string; result: string }) => [
      action,
      result,
    ]);
    expect(actions).toEqual(
      expect.arrayContaining([
        ['Create join token', 'done'],
        ['Join engine', 'done'],
        ['Join engine', 'denied'],
      ]),
    );
    const stored = JSON.stringify([
      await api.store.audit.after(0, 100),
      await api.store.remoteEngines.list(),
    ]);
    expect(stored).toContain(siteId);
    for (const secret of [token, CREDENTIAL, OTHER]) expect(stored).not.toContain(secret);
  });
});

describe('a remote site whose engine is not there', () => {
  const there = () => ({ ...api, siteId });

  test('nothing is deployed, with the cure; undeployed pipelines can go [R4]', async () => {
    const { pipelineId } = await makeSavedPipeline(there());
    const refused = await act(api, pipelineId, 'DEPLOY', 1);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining("No engine has joined site 'Far'"),
    ]);
    await showCredential(CREDENTIAL, await createToken());
    api.service.services.remoteEngines.joined(siteId);
    expect((await act(api, pipelineId, 'DEPLOY', 1)).body.message).toContain('is not connected');
    expect((await act(api, pipelineId, 'DELETE')).status).toBe(200);
  });

  test('its ports and files are not those of this machine', async () => {
    const source = (id: string) => ({ name: 'In', siteId: id, templateId: 'tcp', config: { port: 20_777 } });
    for (const id of [api.siteId, siteId])
      expect((await api.call('createSource', { body: { source: source(id) } })).status).toBe(200);
    const third = await makeSite(api);
    const answer = await api.call('createSource', { body: { source: source(third) } });
    expect(answer.body.message).toContain("'In' of site 'Local' on this machine");
  });

  test('the example writes locally, so it is not offered there', async () => {
    const answer = await api.call('createExamplePipeline', { body: { siteId } });
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('another machine')]);
  });

  test('it is deleted with what it knows of its engine', async () => {
    await showCredential(CREDENTIAL, await createToken());
    expect((await api.call('deleteSite', { path: { siteId } })).status).toBe(200);
    expect(await showCredential(CREDENTIAL)).toMatch(/^This engine is unknown/);
  });
});

test('errors that a remote engine repeats are counted once', async () => {
  await createToken();
  const { pipelineId, transformId } = await makeDeployedPipeline(api);
  const { analytics } = api.service.services;
  const place = { pipelineId, componentId: transformId, nodeId: transformId };
  const problem = { errorName: 'PARSE_FAILED', message: 'Failed', causes: [], resolutions: [] };
  const error = { ...problem, ...place, level: 'ERROR', count: 3, lastAt: now, exampleEvent: 'x' } as const;
  for (const number of [7, 7, 9, 8]) analytics.take({ type: 'errors', errors: [error], number }, siteId);
  await analytics.flush();
  const minute = Math.floor(now / 60_000) * 60;
  const groups = await api.store.errors.list({ pipelineIds: [pipelineId], from: minute, to: minute + 60 });
  expect(groups.map(({ count }) => Number(count))).toEqual([6]);
  expect((await api.store.remoteEngines.find(siteId))?.errors_stored).toBe(9);
});
