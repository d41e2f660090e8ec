import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CALL_IDS, type CallId, callDefinition } from '../../src/contract/calls/index.ts';
import { ACCESS_TYPES, RESOURCE_TYPES } from '../../src/contract/enums.ts';
import type { Principal } from '../../src/service/auth/permissions.ts';
import { createLiveSession } from '../../src/service/live/session.ts';
import { makeKey, makeRole, makeSite } from './support/access.ts';
import { createChain, createGraphBody, makeTransform } from './support/fixtures.ts';
import { type CallParts, startService, type TestService } from './support/service.ts';
import { buildCallParts, makeWorld, NAME_NO_SITE, type World } from './support/two-sites.ts';
import { replace, upload } from './support/upload.ts';

let api: TestService;
let own: World;
let foreign: World;
let headers: { authorization: string };

const toServiceOfSite = (siteId: string): TestService => ({ ...api, siteId });
const buildParts = (id: CallId, world: World): CallParts | undefined =>
  buildCallParts(id, world, { headers });

const ALL_GRANTS = RESOURCE_TYPES.map((resourceType) => ({
  resourceType,
  accessTypes: ACCESS_TYPES,
  extraGrants: ['DEPLOY', 'LIVE_CAPTURE'],
}));

beforeEach(async () => {
  api = await startService({ flags: ['aiRecommendations', 'formAssistantTransform'] });
  own = await makeWorld(api, api.siteId, 'own');
  foreign = await makeWorld(api, await makeSite(api), 'foreign');
  const roleId = await makeRole(api, { grants: ALL_GRANTS, siteIds: [api.siteId] });
  ({ headers } = await makeKey(api, { roleId }));
});
afterEach(() => api.stop());

const HELD = CALL_IDS.filter((id) => {
  const { access, forPeople, upload } = callDefinition(id);
  return access.kind === 'resource' && !forPeople && !NAME_NO_SITE.includes(id) && !upload;
});

describe('a role of one site', () => {
  test('every call with an id of another site finds nothing', async () => {
    for (const id of HELD) {
      const parts = buildParts(id, foreign);
      expect(parts, `${id} needs a body here`).toBeDefined();
      const answer = await api.call(id, parts);
      const shown = JSON.stringify(answer.body);
      expect([answer.status, id, shown], shown).toEqual([
        404,
        id,
        expect.stringContaining('sites you can see'),
      ]);
    }
  });

  test('the same calls for its own site are let through', async () => {
    for (const id of HELD.filter((one) => callDefinition(one).method !== 'DELETE')) {
      const answer = await api.call(id, buildParts(id, own));
      expect([401, 403, 500], `${id}: ${JSON.stringify(answer.body)}`).not.toContain(answer.status);
    }
    // Includes tests and previews, which start processes.
  }, 120_000);

  test('lists that name no site hold only what is of its own', async () => {
    const names = async (id: CallId, key: string): Promise<string[]> =>
      (await api.call(id, { headers })).body[key].map((one: { name: string }) => one.name);
    expect(await names('listPipelines', 'pipelines')).toEqual(['own']);
    expect(await names('listSources', 'sources')).toEqual(['own source']);
    expect(await names('listSinks', 'sinks')).toEqual(['own sink']);
    expect(await names('listSites', 'sites')).toEqual(['Local']);
    const both = [own.siteId, foreign.siteId];
    const mixed = await api.call('listPipelines', { headers, query: { siteIds: both } });
    expect(mixed.status).toBe(404);
  });

  test('what names nothing at all is refused: the site must be named', async () => {
    const answer = await api.call('listPipelineNodeIds', { headers });
    expect([answer.status, answer.body.message]).toEqual([403, expect.stringContaining('name the site')]);
  });

  test('a file belongs to its site; files elsewhere are not replaced', async () => {
    const send = (siteIds: string[]) =>
      upload(api, { name: `${siteIds.length}.txt`, assetType: 'DATA', siteIds }, 'text', { headers });
    expect((await send([own.siteId])).status).toBe(200);
    expect((await send([foreign.siteId])).status).toBe(404);
    expect((await send([own.siteId, foreign.siteId])).status).toBe(404);
    // An empty list means every site.
    expect((await send([])).status).toBe(403);
    expect((await replace(api, { id: foreign.assetId }, 'other', { headers })).status).toBe(404);
    expect((await api.store.assets.find(foreign.assetId))?.sha256).toBe('0'.repeat(64));
  });

  test('an id of another site inside a graph is not there either', async () => {
    const edges = { [own.sourceId]: { nodeIds: [foreign.sinkId] } };
    const answer = await api.call('saveGraph', { headers, body: createGraphBody(own.pipelineId, edges) });
    expect(answer.status).toBe(404);
  });

  test('two hundred ids by chance show nothing of another site', async () => {
    const random = (kind: string) =>
      kind + Array.from({ length: 17 }, () => Math.floor(Math.random() * 10)).join('');
    const { services } = api.service;
    const principal = (await services.authenticator.authenticate(
      new Request('http://127.0.0.1/', { headers }),
    )) as Principal;
    expect(principal.grants.every((grant) => grant.siteIds?.join() === own.siteId)).toBe(true);
    for (let turn = 0; turn < 200; turn += 1) {
      const answer = await api.call('getPipeline', { headers, path: { pipelineId: random('3') } });
      expect(answer.status).toBe(404);
    }
  });
});

describe('the live channel', () => {
  const connect = async () => {
    const { services } = api.service;
    const principal = (await services.authenticator.authenticate(
      new Request('http://127.0.0.1/', { headers }),
    )) as Principal;
    const sent: { type: string; code?: string; subscriptionId?: string }[] = [];
    const session = createLiveSession(services, principal, {
      send: (text) => void sent.push(JSON.parse(text)),
      close: () => undefined,
      bufferedBytes: () => 0,
    });
    const watch = (subscriptionId: string, siteId: string) =>
      session.receive(JSON.stringify({ type: 'subscribe', subscriptionId, topic: 'site', siteId }));
    return { session, sent, watch, principal };
  };

  test('another site cannot be watched', async () => {
    const { sent, watch } = await connect();
    await watch('mine', own.siteId);
    await watch('theirs', foreign.siteId);
    expect(sent.slice(1)).toEqual([
      { type: 'subscribed', subscriptionId: 'mine' },
      expect.objectContaining({ type: 'refused', subscriptionId: 'theirs', code: 'FORBIDDEN' }),
    ]);
  });

  test('what is no longer permitted ends; a revoked key is nobody', async () => {
    const { session, sent, watch, principal } = await connect();
    await watch('mine', own.siteId);
    session.heldBy({ ...principal, grants: [] });
    expect(sent.at(-1)).toMatchObject({ type: 'refused', subscriptionId: 'mine' });
    const { authenticator } = api.service.services;
    expect(await authenticator.current(principal)).toMatchObject({ keyId: principal.keyId });
    await api.call('deleteApiKey', { path: { keyId: principal.keyId ?? '' } });
    expect(await authenticator.current(principal)).toBeUndefined();
  });
});

test('a text that looks like an id names no site', async () => {
  const site = { name: 'mine', description: own.siteId, vendor: 'ON_PREMISE', engine: 'embedded' };
  const made = await api.call('createSite', { headers, body: { site } });
  expect([made.status, made.body.message]).toEqual([
    403,
    'Your role covers some sites only: name the site in the request',
  ]);
  const described = { id: own.pipelineId, description: foreign.siteId };
  expect((await api.call('updatePipeline', { headers, body: { pipeline: described } })).status).toBe(200);
});

test('a file shows nothing of the sites on which it is used elsewhere', async () => {
  const assetId = '900000000000000077';
  const row = await api.store.assets.find(own.assetId);
  if (!row) throw new Error('no file');
  await api.store.assets.insert({
    ...row,
    id: assetId,
    name: 'shared.csv',
    site_ids: '[]',
    asset_type: 'LOOK_UP_DATA',
  });
  const onForeign = toServiceOfSite(foreign.siteId);
  const lookup = { file: 'shared.csv', keys: [{ column: 'a', field: 'a' }] };
  const transformId = await makeTransform(onForeign, foreign.pipelineId, {
    name: 'Foreign look-up',
    templateId: 'lookup',
    config: lookup,
  });
  const edges = createChain(foreign.sourceId, transformId, foreign.sinkId);
  const saved = await api.call('saveGraph', { body: createGraphBody(foreign.pipelineId, edges) });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const usedBy = async (more: CallParts) =>
    (await api.call('getAsset', { path: { id: assetId }, ...more })).body.asset.usedBy;
  expect(await usedBy({})).toHaveLength(1);
  expect(await usedBy({ headers })).toEqual([]);
});
