import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CALL_IDS, type CallId, callDefinition } from '../../src/contract/calls/index.ts';
import { makeRole, makeSite } from './support/access.ts';
import { createSilenceBody, insertAlertSilence, RULE } from './support/alert-rows.ts';
import { ENDPOINT_OFF } from './support/assistant-endpoint.ts';
import { DASHBOARD, insertDashboard } from './support/dashboards.ts';
import {
  createChain,
  createGraphBody,
  fetchPipeline,
  makeConnections,
  makePipeline,
  makeSavedPipeline,
  makeTransform,
} from './support/fixtures.ts';
import { insertFleet } from './support/fleet-rows.ts';
import { insertReport } from './support/report-rows.ts';
import { insertSavedQuery, QUERY } from './support/saved-queries.ts';
import { type Answer, type CallParts, startService, type TestService } from './support/service.ts';
import { createSsoSettings } from './support/sign-in.ts';
import { HOSTS_CSV, replace, uploadTable } from './support/upload.ts';

let api: TestService;
let now = Date.now();
let filesFolder = '';
beforeEach(async () => {
  now = Date.now();
  filesFolder = mkdtempSync(join(tmpdir(), 'penstock-files-'));
  api = await startService({ clock: () => now, filesFolder });
});
afterEach(async () => {
  await api.stop();
  rmSync(filesFolder, { recursive: true, force: true });
});

type GuardedWrite = { version: number } & (
  | { parts: CallParts }
  /** Uploads are not JSON. */
  | { send: (ifMatch: string) => Promise<Answer> }
);

/** One write for each call that requires If-Match, with the version it starts from. */
async function createGuardedWrites(): Promise<Record<string, GuardedWrite>> {
  const { sourceId, sinkId } = await makeConnections(api, 'spare');
  const second = await makeConnections(api, 'other');
  const pipelineId = await makePipeline(api, 'guarded');
  const sample = { pipelineId, name: 'kept', events: ['a'] };
  const definitionTag = (await api.call('getPipelineDefinition', { path: { pipelineId } })).headers.get(
    'etag',
  );
  const version = Number(definitionTag?.replaceAll('"', ''));
  const body = { definition: 'format: penstock/v2\npipelines: [{name: guarded, description: n}]' };
  const [replacedId, deletedId] = [await uploadTable(api), await uploadTable(api, 'spare.csv')];
  const role = { id: await makeRole(api), name: 'Night shift', description: '', grants: [], siteIds: [] };
  const user = { name: 'Ada', email: 'ada@example.org', roleIds: ['viewer'] };
  const userId = (await api.call('createUser', { body: { user } })).body.id;
  const sampleId = (await api.call('createSample', { body: { sample } })).body.id;
  const rules: string[] = [];
  for (const name of ['kept rule', 'spare rule']) {
    const alertRule = { ...RULE, siteId: api.siteId, name };
    rules.push((await api.call('createAlertRule', { body: { alertRule } })).body.id);
  }
  const channels: string[] = [];
  for (const name of ['kept channel', 'spare channel']) {
    const alertChannel = { name, type: 'CHANNEL_DEFAULT', config: {} };
    channels.push((await api.call('createAlertChannel', { body: { alertChannel } })).body.id);
  }
  const { siteId: _site, ...alertSilence } = createSilenceBody(api.siteId, now).alertSilence;
  const fleets = [await insertFleet(api), await insertFleet(api)];
  const [fleetId = '', spareFleetId = ''] = fleets.map((one) => one.fleetId);
  const [configurationId = '', spareConfigurationId = ''] = fleets.map((one) => one.configurationId);
  return {
    updateAlertSilence: {
      parts: { path: { alertSilenceId: await insertAlertSilence(api) }, body: { alertSilence } },
      version: 1,
    },
    updateFleet: { parts: { body: { fleet: { id: fleetId, name: 'n' } } }, version: 1 },
    deleteFleet: { parts: { path: { fleetId: spareFleetId } }, version: 1 },
    updateConfiguration: {
      parts: { body: { configuration: { id: configurationId, name: 'n' } } },
      version: 1,
    },
    deleteConfiguration: { parts: { path: { configurationId: spareConfigurationId } }, version: 1 },
    updateAlertChannel: { parts: { body: { alertChannel: { id: channels[0], name: 'n' } } }, version: 1 },
    deleteAlertChannel: { parts: { path: { alertChannelId: channels[1] ?? '' } }, version: 1 },
    updateQuery: {
      parts: { path: { queryId: await insertSavedQuery(api) }, body: { query: QUERY } },
      version: 1,
    },
    deleteQuery: { parts: { path: { queryId: await insertSavedQuery(api) } }, version: 1 },
    updateDashboard: {
      parts: { path: { dashboardId: await insertDashboard(api) }, body: { dashboard: DASHBOARD } },
      version: 1,
    },
    deleteDashboard: { parts: { path: { dashboardId: await insertDashboard(api) } }, version: 1 },
    updateReport: { parts: { body: { report: { id: await insertReport(api), name: 'n' } } }, version: 1 },
    deleteReport: { parts: { path: { reportId: await insertReport(api) } }, version: 1 },
    updateAlertRule: { parts: { body: { alertRule: { id: rules[0], name: 'n' } } }, version: 1 },
    deleteAlertRule: { parts: { path: { alertRuleId: rules[1] ?? '' } }, version: 1 },
    updateSource: { parts: { body: { source: { id: sourceId, name: 'n' } } }, version: 1 },
    updateSink: { parts: { body: { sink: { id: sinkId, name: 'n' } } }, version: 1 },
    deleteSource: { parts: { path: { id: second.sourceId } }, version: 1 },
    deleteSink: { parts: { path: { id: second.sinkId } }, version: 1 },
    updatePipeline: { parts: { body: { pipeline: { id: pipelineId, name: 'n' } } }, version: 1 },
    updateTransform: {
      parts: { body: { transform: { id: await makeTransform(api, pipelineId), name: 'n' } } },
      version: 0,
    },
    updateSample: { parts: { body: { sample: { id: sampleId, name: 'n' } } }, version: 1 },
    updatePreferences: { parts: { body: { preferences: { characterKeys: false } } }, version: 0 },
    importPipelines: { parts: { query: { siteId: api.siteId }, body }, version },
    putPipelineDefinition: { parts: { path: { pipelineId }, body }, version },
    saveGraph: { parts: { body: createGraphBody(pipelineId, createChain(sourceId, sinkId)) }, version: 0 },
    setSavingPrice: {
      parts: {
        path: { siteId: api.siteId },
        body: { savingPrice: { pricePerGigabyte: 1, currency: 'EUR' } },
      },
      version: 0,
    },
    replaceAsset: {
      send: (ifMatch) => replace(api, { id: replacedId }, `${HOSTS_CSV}db-2,,5432\n`, { ifMatch }),
      version: 1,
    },
    deleteAsset: { parts: { path: { id: deletedId } }, version: 1 },
    updateRole: { parts: { body: { role } }, version: 1 },
    deleteRole: { parts: { path: { roleId: role.id } }, version: 1 },
    updateUser: { parts: { body: { user: { id: userId, name: 'n' } } }, version: 1 },
    updateSite: { parts: { body: { site: { id: api.siteId, name: 'Berlin' } } }, version: 1 },
    deleteSite: { parts: { path: { siteId: await makeSite(api) } }, version: 1 },
    deleteUser: { parts: { path: { userId } }, version: 1 },
    updateAssistantEndpoint: { parts: { body: { endpoint: ENDPOINT_OFF } }, version: 1 },
    updateSso: { parts: { body: { sso: await createSsoSettings(api) } }, version: 1 },
  };
}

describe('If-Match', () => {
  const guarded = CALL_IDS.filter((id) => callDefinition(id).ifMatch);

  test.each(guarded)('%s: missing 428, stale 412 with what is stored, right 200', async (id: CallId) => {
    const write = (await createGuardedWrites())[id];
    if (!write) throw new Error(`${id} needs a case in guardedWrites`);
    const send = (ifMatch: string) =>
      'send' in write
        ? write.send(ifMatch)
        : api.call(id, { ...write.parts, headers: { 'if-match': ifMatch } });
    expect(await send('')).toMatchObject({ status: 428, body: { code: 'PRECONDITION_REQUIRED' } });
    expect(await send('"soon"')).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    const stale = await send('"17"');
    expect(stale).toMatchObject({ status: 412, body: { code: 'STALE_VERSION' } });
    expect(stale.body.current).toBeTypeOf('object');
    expect((await send(`"${write.version}"`)).status).toBe(200);
  });

  test('reads carry the version as ETag, edits raise it, status does not', async () => {
    const { pipelineId, sourceId } = await makeSavedPipeline(api);
    const etag = async (id: CallId, path: Record<string, string | number>) =>
      (await api.call(id, { path })).headers.get('etag');
    expect(await etag('getPipeline', { pipelineId })).toBe('"1"');
    expect(await etag('getGraph', { pipelineId, graphVersion: 1 })).toBe('"1"');
    await api.call('updatePipeline', { body: { pipeline: { id: pipelineId, description: 'd' } } });
    await api.call('updateSource', { body: { source: { id: sourceId, description: 'd' } } });
    expect(await etag('getPipeline', { pipelineId })).toBe('"2"');
    expect(await etag('getSource', { id: sourceId })).toBe('"2"');
    await api.call('runPipelineAction', { body: { pipelineId, action: 'DEPLOY', graphVersion: 1 } });
    await api.service.services.lifecycle.settled();
    expect(await etag('getPipeline', { pipelineId })).toBe('"2"');
  });

  test.each(['updatePipeline', 'updateSource', 'saveGraph'] as const)(
    '50 parallel writers with %s: one wins each round, and is stored',
    async (id) => {
      const { pipelineId, sourceId, edges } = await makeSavedPipeline(api);
      const bodies = {
        updatePipeline: (text: string) => ({ pipeline: { id: pipelineId, description: text } }),
        updateSource: (text: string) => ({ source: { id: sourceId, description: text } }),
        saveGraph: (text: string) => createGraphBody(pipelineId, edges, {}, text),
      };
      const written = {
        updatePipeline: async () => (await fetchPipeline(api, pipelineId)).description,
        updateSource: async () =>
          (await api.call('getSource', { path: { id: sourceId } })).body.source.description,
        saveGraph: async () =>
          (await api.call('listVersions', { path: { pipelineId } })).body.versions[0].name,
      };
      for (let round = 1; round <= 5; round++) {
        const texts = Array.from({ length: 50 }, (_, writer) => `r${round} w${writer}`);
        const answers = await Promise.all(
          texts.map((text) =>
            api.call(id, { body: bodies[id](text), headers: { 'if-match': `"${round}"` } }),
          ),
        );
        const winners = texts.filter((_, writer) => answers[writer]?.status === 200);
        expect(winners).toHaveLength(1);
        expect(answers.filter((answer) => answer.status === 412)).toHaveLength(49);
        expect(await written[id]()).toBe(winners[0]);
      }
    },
  );

  test('50 people deploy at once: one wins, the others get a reason', async () => {
    const { pipelineId } = await makeSavedPipeline(api);
    const release = api.engine.hold();
    const body = { pipelineId, action: 'DEPLOY', graphVersion: 1 };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api.call('runPipelineAction', { body })),
    );
    release();
    await api.service.services.lifecycle.settled();
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const refused of answers.filter((answer) => answer.status !== 200)) {
      expect(refused).toMatchObject({ status: 409, body: { code: 'ACTION_REFUSED' } });
    }
    expect(api.engine.deployed).toHaveLength(1);
  });
});

describe('Idempotency-Key', () => {
  const create = (key: string, name = 'web') =>
    api.call('createPipeline', {
      body: { pipeline: { name, siteId: api.siteId } },
      headers: { 'idempotency-key': key },
    });

  test('parallel repeats make one thing and get one answer', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create('k')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect((await api.call('listPipelines')).body.pagination.totalCount).toBe(1);
  });

  test('the key with another body is refused', async () => {
    await create('k');
    expect(await create('k', 'other')).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
  });

  test('a refused request leaves the key free', async () => {
    await create('a');
    expect((await create('b')).status).toBe(409);
    expect((await create('b', 'other')).status).toBe(200);
  });

  test('a key is forgotten after 24 hours', async () => {
    await create('k');
    now += 24 * 3600 * 1000 + 1;
    expect((await create('k', 'other')).status).toBe(200);
  });

  test('a graph saved twice with one key is one version', async () => {
    const { pipelineId, edges } = await makeSavedPipeline(api);
    const save = () =>
      api.call('saveGraph', {
        body: createGraphBody(pipelineId, edges),
        headers: { 'if-match': '"1"', 'idempotency-key': 'save' },
      });
    const [first, second] = [await save(), await save()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers.get('etag')).toBe('"2"');
    expect((await fetchPipeline(api, pipelineId)).latestGraphVersion).toBe(2);
  });

  test('a deploy repeated is carried out once', async () => {
    const { pipelineId } = await makeSavedPipeline(api);
    const deploy = () =>
      api.call('runPipelineAction', {
        body: { pipelineId, action: 'DEPLOY', graphVersion: 1 },
        headers: { 'idempotency-key': 'deploy' },
      });
    expect((await deploy()).status).toBe(200);
    await api.service.services.lifecycle.settled();
    expect((await deploy()).status).toBe(200);
    await api.service.services.lifecycle.settled();
    expect(api.engine.deployed).toHaveLength(1);
  });
});
