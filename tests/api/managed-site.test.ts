import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changesSomething } from '../../src/contract/calls/define.ts';
import { CALL_IDS, type CallId, callDefinition } from '../../src/contract/calls/index.ts';
import { definesPipelines } from '../../src/contract/managed-site.ts';
import { makeKey, makeRole } from './support/access.ts';
import { type Change, changingCalls } from './support/changing-calls.ts';
import { WEB } from './support/exchange.ts';
import { act, makeConnections, makeDeployedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

const SSH_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 nobody@example.org';
const GIT = {
  managedByGit: true,
  gitProvider: 'GITLAB',
  gitRepo: 'git@example.org:acme/pipes.git',
  gitBranch: 'main',
  gitRepoPath: 'berlin',
};
const PARIS = { name: 'Paris', description: '', vendor: 'AWS' };
const REFUSAL =
  "Site 'Local' is managed by Git: make this change in git@example.org:acme/pipes.git (branch main), whose pipeline imports it with an API key";

let api: TestService;
const logged: string[] = [];
const start = async (flags: ('gitOps' | 'apiKeys')[] = ['gitOps']) => {
  api = await startService({ flags, logTo: (line) => logged.push(line) });
};
beforeEach(() => start());
afterEach(() => api.stop());

const get = async (siteId: string) => (await api.call('getSite', { path: { siteId } })).body.site;
const manage = (managedByGit = true) =>
  api.call('updateSite', { body: { site: { id: api.siteId, ...GIT, managedByGit } } });
const create = (site: object) => api.call('createSite', { body: { site } });
const createKeyOfEverything = async () => {
  const grants = ['PIPELINES', 'SOURCES', 'SINKS', 'SITES'].map((resourceType) => ({
    resourceType,
    accessTypes: ['READ', 'WRITE', 'DELETE'],
    extraGrants: resourceType === 'PIPELINES' ? ['DEPLOY'] : [],
  }));
  return makeKey(api, { roleId: await makeRole(api, { name: 'Repository', grants }) });
};

describe('the flag gitOps [R6-15, R6-50]', () => {
  test('off: git fields are refused, and stored ones have no effect', async () => {
    await manage();
    const { store } = api;
    await api.service.stop();
    api = await startService({ store, flags: [] });
    expect(await get(api.siteId)).toMatchObject({ managedByGit: false, git: null });
    for (const [field, value] of [...Object.entries(GIT), ['gitAccessToken', SSH_KEY]] as const) {
      const answer = await create({
        ...PARIS,
        ...(field === 'managedByGit' ? { ...GIT, gitAccessToken: SSH_KEY } : {}),
        [field]: value,
      });
      expect([answer.status, answer.body.details]).toEqual([
        400,
        [expect.objectContaining({ field: `site.${field}`, rule: 'git_ops' })],
      ]);
    }
    await makeConnections(api, 'direct');
    await api.call('updateSite', { body: { site: { id: api.siteId, name: 'Renamed' } } });
    expect((await store.sites.find(api.siteId))?.managed_by_git).toBe(1);
  });

  test('off and on, a site without Git is changed directly', async () => {
    expect(await get(api.siteId)).toMatchObject({ managedByGit: false, git: null });
    expect((await makeConnections(api, 'direct')).sourceId).toBeTruthy();
  });
});

describe('the repository of a site [R3-39 … R3-47]', () => {
  test('a new one needs four fields, by their labels; without Git none [R5-29 … R5-33]', async () => {
    const answer = await create({ ...PARIS, managedByGit: true });
    expect(answer.body.details.map(({ message }: { message: string }) => message)).toEqual([
      'Git Provider is required',
      'Repository URL is required',
      'Branch is required',
      'SSH Key is required',
    ]);
    expect((await create({ ...PARIS, managedByGit: false })).status).toBe(200);
  });

  test('the site shows it, in the list too [R3-31, R3-47]', async () => {
    const { id } = (await create({ ...PARIS, ...GIT, gitAccessToken: SSH_KEY })).body;
    const git = { provider: 'GITLAB', repo: GIT.gitRepo, branch: 'main', path: 'berlin', isKeySet: true };
    expect(await get(id)).toMatchObject({ managedByGit: true, git });
    const { sites } = (await api.call('listSites')).body;
    expect(sites.find((site: { id: string }) => site.id === id)).toMatchObject({ managedByGit: true, git });
  });

  test('a change requires nothing, and keeps the stored SSH key [R5-37, R5-38]', async () => {
    const { id } = (await create({ ...PARIS, ...GIT, gitAccessToken: SSH_KEY })).body;
    const emptied = { gitRepo: '', gitBranch: '', gitProvider: '', gitRepoPath: '' };
    const answer = await api.call('updateSite', { body: { site: { id, ...emptied } } });
    expect(answer.body.site).toMatchObject({
      managedByGit: true,
      git: { provider: '', repo: '', branch: '', path: '', isKeySet: true },
      revision: 2,
    });
    const refused = await api.call('updateSite', { body: { site: { id, gitAccessToken: SSH_KEY } } });
    expect([refused.status, refused.body.details[0].rule]).toEqual([400, 'unknown_field']);
    const bare = await api.call('updateSite', { body: { site: { id: api.siteId, managedByGit: true } } });
    expect(bare.body.site).toMatchObject({ managedByGit: true, git: null });
  });

  test('the SSH key is in no answer, export, audit, log or row [R3-44]', async () => {
    logged.length = 0;
    const { id } = (await create({ ...PARIS, ...GIT, gitAccessToken: SSH_KEY })).body;
    await api.call('updateSite', { body: { site: { id, gitBranch: 'other' } } });
    const answers = await Promise.all([
      get(id),
      api.call('listSites'),
      api.call('listAuditRecords'),
      api.call('exportPipelines', { query: { siteId: id } }),
    ]);
    const stored = [await api.store.sites.list(), await api.store.audit.after(0, 100)];
    const everything = JSON.stringify([answers, stored, logged]);
    expect(everything).toContain('"gitAccessToken":"secret ');
    expect(everything).not.toContain('AAAAC3NzaC1lZDI1NTE5');
    const row = await api.store.sites.find(id);
    expect(api.service.services.sealer.open(JSON.parse(row?.git ?? '')).gitAccessToken).toBe(SSH_KEY);
  });
});

describe('a site that Git manages [R1-32, R6-47]', () => {
  const ON_ONE_SITE = Object.keys(changingCalls).filter((id) => definesPipelines(id as CallId)) as CallId[];

  const partsOf = async (id: CallId) => {
    const made = await (changingCalls as Record<string, Change>)[id]?.(api);
    if (typeof made === 'function') throw new Error(`${id} is sent otherwise`);
    return made;
  };

  test.each(ON_ONE_SITE)('%s is refused to people, and allowed to API keys [R6-48]', async (id) => {
    const parts = await partsOf(id);
    await manage();
    const refused = await api.call(id, parts);
    expect([refused.status, refused.body.message]).toEqual([409, REFUSAL]);
    const { headers } = await createKeyOfEverything();
    const answer = await api.call(id, { ...parts, headers: { ...headers, ...parts?.headers } });
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  });

  test('every changing call is refused, or changes no definition', () => {
    const others = CALL_IDS.filter((id) => {
      const { access } = callDefinition(id);
      const isOfNodes =
        access.kind === 'resource' && ['PIPELINES', 'SOURCES', 'SINKS'].includes(access.resource);
      return isOfNodes && changesSomething(callDefinition(id)) && !definesPipelines(id);
    });
    expect(others).toEqual([
      // Refused where it deletes.
      'runPipelineAction',
      'startCapture',
      'stopCapture',
      'createSample',
      'updateSample',
      'deleteSample',
      'editDeadLetter',
      'replayDeadLetters',
      'discardDeadLetters',
      'createQuery',
      'updateQuery',
      'deleteQuery',
      'createDashboard',
      'updateDashboard',
      'deleteDashboard',
      'acknowledgeComponentErrors',
      'unacknowledgeErrors',
      'acknowledgePipelineErrors',
      'acknowledgeNotifications',
      'acknowledgeAlertEvents',
      'createAlertRule',
      'updateAlertRule',
      'deleteAlertRule',
      'createAlertSilence',
      'updateAlertSilence',
      'endAlertSilence',
      // Collectors run beside the pipelines of a site.
      'createFleet',
      'updateFleet',
      'deleteFleet',
      'createFleetToken',
      'rotateFleetToken',
      'revokeFleetToken',
      'startRollout',
      'startRolloutNow',
      'pauseRollout',
      'resumeRollout',
      'cancelRollout',
      'labelAgents',
      'moveAgents',
      'restartAgent',
      'retryAgent',
      'rotateAgentCredential',
      'deleteAgent',
      'createConfiguration',
      'updateConfiguration',
      'deleteConfiguration',
      'createReport',
      'updateReport',
      'deleteReport',
      'runReport',
      // They are the way to change such a site.
      'createChangeset',
      'addToChangesetDraft',
      'deleteChangesetDraft',
      'deleteChangeset',
      'approveChangeset',
      'withdrawApproval',
      'revertChangeset',
      'rebaseChangeset',
      'mergeChangeset',
      // Assets belong to several sites and to no definition.
      'createAsset',
      'replaceAsset',
      'deleteAsset',
    ]);
  });

  test('people deploy, pause and resume what runs; deleting is refused', async () => {
    const { pipelineId } = await makeDeployedPipeline(api, 'web');
    await manage();
    expect((await act(api, pipelineId, 'PAUSE')).status).toBe(200);
    await api.service.services.lifecycle.settled();
    expect((await act(api, pipelineId, 'DEPLOY', 1)).status).toBe(200);
    await api.service.services.lifecycle.settled();
    const refused = await act(api, pipelineId, 'DELETE');
    expect([refused.status, refused.body.message]).toEqual([409, REFUSAL]);
  });

  test('an import is planned by anyone, done by API key, and audited', async () => {
    await manage();
    const definition = { definition: WEB };
    const send = (dryRun: boolean, headers = {}) =>
      api.call('importPipelines', { query: { siteId: api.siteId, dryRun }, body: definition, headers });
    expect((await send(true)).status).toBe(200);
    expect((await send(false)).body.message).toBe(REFUSAL);
    const { headers } = await createKeyOfEverything();
    expect((await send(false, headers)).body.applied).toBe(true);
    const { auditRecords } = (await api.call('listAuditRecords')).body;
    const denied = auditRecords.filter(({ result }: { result: string }) => result === 'denied');
    expect(denied).toHaveLength(1);
  });

  test('no longer managed, it is changed directly again', async () => {
    await manage();
    await manage(false);
    expect((await makeConnections(api, 'direct')).sourceId).toBeTruthy();
  });
});
