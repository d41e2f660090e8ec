import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { makeKey, makeRole } from './support/access.ts';
import { makeDeployedPipeline, makeSavedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const PARIS = { name: 'Paris', description: 'By the river', vendor: 'AWS' };
const make = async (site: object = PARIS): Promise<string> =>
  (await api.call('createSite', { body: { site } })).body.id;
const get = async (siteId: string) => (await api.call('getSite', { path: { siteId } })).body.site;
const toServiceOfSite = (siteId: string): TestService => ({ ...api, siteId });
const setStatus = (id: string, status: string) => api.call('updateSite', { body: { site: { id, status } } });
const expectEngineState = (siteId: string, state: string) =>
  eventually(async () => expect((await get(siteId)).engineState).toBe(state));
const listMessages = (answer: { body: { details: { message: string }[] } }) =>
  answer.body.details.map(({ message }) => message);

describe('making a site', () => {
  test('it is listed, active, with an engine of its own that runs [R2.1-59, R3-31]', async () => {
    const id = await make();
    expect(id).toMatch(/^4\d{17}$/);
    await expectEngineState(id, 'running');
    expect(await get(id)).toMatchObject({
      ...PARIS,
      status: 'ACTIVE',
      managedByGit: false,
      counts: { pipelines: 0, sources: 0, destinations: 0 },
      running: [],
      limits: { silenceSeconds: 10, deploymentSeconds: 60 },
    });
    const { sites } = (await api.call('listSites')).body;
    expect(sites.map(({ name }: { name: string }) => name).sort()).toEqual(['Local', 'Paris']);
  });

  test('name and vendor are required, by their labels [R5-25, R5-27, R5-39]', async () => {
    const answer = await api.call('createSite', { body: { site: { name: '', vendor: '' } } });
    expect(answer.status).toBe(400);
    expect(listMessages(answer)).toEqual(['Name is required', 'Vendor is required']);
  });

  describe('a site under git [R5-25, R5-27, R5-29 … R5-32, R5-39]', () => {
    test('every missing field is named at once', async () => {
      const site = { name: '', vendor: '', managedByGit: true, gitProvider: '', gitRepo: '', gitBranch: '' };
      expect(listMessages(await api.call('createSite', { body: { site } }))).toEqual([
        'Name is required',
        'Vendor is required',
        'Git Provider is required',
        'Repository URL is required',
        'Branch is required',
        'SSH Key is required',
      ]);
      expect((await api.call('createSite', { body: { site: null } })).status).toBe(400);
    });
  });

  test.each([
    ['R5-26, R9-09', { ...PARIS, name: 'Pa' }, 'Name must be at least 3 characters'],
    ['R5-28', { ...PARIS, gitRepo: 'ab' }, 'Repository URL must be at least 3 characters'],
    ['R3-37', { ...PARIS, vendor: 'IBM' }, 'Vendor is required'],
  ])('a site $1 is refused [$0]', async (_, site, message) => {
    expect(listMessages(await api.call('createSite', { body: { site } }))).toEqual([message]);
  });

  test.each([
    ['R3-34', { ...PARIS, name: '' }, 'Name is required'],
    ['R3-36', { ...PARIS, vendor: undefined }, 'Vendor is required'],
  ])('a site $1 is refused [$0]', async (_, site, message) => {
    expect(listMessages(await api.call('createSite', { body: { site } }))).toContain(message);
  });

  test('a description is not needed [R3-35]', async () => {
    const { description: _, ...site } = PARIS;
    expect((await api.call('createSite', { body: { site } })).status).toBe(200);
  });

  test('its status is read in any letter case, and answered in capitals [R3-32, R3-33]', async () => {
    const id = (await api.call('createSite', { body: { site: PARIS } })).body.id;
    for (const [status, stored] of [
      ['inactive', 'INACTIVE'],
      ['active', 'ACTIVE'],
      ['INACTIVE', 'INACTIVE'],
    ] as const) {
      const answer = await api.call('updateSite', { body: { site: { id, status } } });
      expect([answer.status, answer.body.site?.status]).toEqual([200, stored]);
    }
    expect((await api.call('updateSite', { body: { site: { id, status: 'asleep' } } })).status).toBe(400);
  });

  test('four fields are required when Git manages it, none when not [R5-29 … R5-33]', async () => {
    const answer = await api.call('createSite', { body: { site: { ...PARIS, managedByGit: true } } });
    expect(listMessages(answer)).toEqual([
      'Git Provider is required',
      'Repository URL is required',
      'Branch is required',
      'SSH Key is required',
    ]);
    const plain = await api.call('createSite', { body: { site: { ...PARIS, managedByGit: false } } });
    expect(plain.status).toBe(200);
  });

  test('Git is refused without its flag, and nothing of it is kept [R6-50]', async () => {
    const git = { gitProvider: 'GITHUB', gitRepo: 'git@x:y', gitBranch: 'main', gitAccessToken: 'ssh-rsa A' };
    const answer = await api.call('createSite', { body: { site: { ...PARIS, managedByGit: true, ...git } } });
    expect([answer.status, answer.body.details[0].field]).toEqual([400, 'site.managedByGit']);
    expect((await api.call('createSite', { body: { site: { ...PARIS, ...git } } })).status).toBe(400);
  });

  test('a name is of one site', async () => {
    await make();
    const again = await api.call('createSite', { body: { site: { ...PARIS, name: 'paris' } } });
    expect([again.status, again.body.message]).toEqual([409, 'Site name already exists']);
  });

  test('a role of some sites cannot make others', async () => {
    const grants = [{ resourceType: 'SITES', accessTypes: ['READ', 'WRITE'], extraGrants: [] }];
    const roleId = await makeRole(api, { grants, siteIds: [api.siteId] });
    const { headers } = await makeKey(api, { roleId });
    const answer = await api.call('createSite', { body: { site: PARIS }, headers });
    expect(answer.status).toBe(403);
  });
});

describe('changing a site', () => {
  test('the patch changes what it names; the rest stays [R5-38]', async () => {
    const id = await make();
    const answer = await api.call('updateSite', { body: { site: { id, name: 'Lyon' } } });
    expect(answer.body.site).toMatchObject({ ...PARIS, name: 'Lyon', revision: 2 });
    expect(answer.headers.get('etag')).toBe('"2"');
  });

  test('it takes no SSH key [R5-37]', async () => {
    const site = { id: api.siteId, gitAccessToken: 'ssh-rsa A' };
    const answer = await api.call('updateSite', { body: { site } });
    expect([answer.status, answer.body.details[0].rule]).toEqual([400, 'unknown_field']);
  });
});

describe('an inactive site', () => {
  test('runs and deploys nothing, with the reason; paused pipelines return', async () => {
    const id = await make();
    const { pipelineId } = await makeDeployedPipeline(toServiceOfSite(id), 'web');
    await api.call('runPipelineAction', { body: { pipelineId, action: 'PAUSE', graphVersion: 1 } });
    await api.service.services.lifecycle.settled();
    expect((await setStatus(id, 'INACTIVE')).status).toBe(200);
    await expectEngineState(id, 'stopped');
    const deploy = () =>
      api.call('runPipelineAction', { body: { pipelineId, action: 'DEPLOY', graphVersion: 1 } });
    const refused = await deploy();
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "Site 'Paris' is inactive and runs nothing; activate it under Settings, Sites first",
    ]);
    expect((await setStatus(id, 'ACTIVE')).body.site.revision).toBe(1);
    await expectEngineState(id, 'running');
    expect((await deploy()).status).toBe(200);
  });

  test('is refused while pipelines run there, with the list', async () => {
    const id = await make();
    await makeDeployedPipeline(toServiceOfSite(id), 'web');
    const answer = await setStatus(id, 'INACTIVE');
    expect([answer.status, answer.body.message]).toEqual([
      409,
      "1 pipeline runs on site 'Paris': web. Pause or delete them first",
    ]);
    expect((await get(id)).status).toBe('ACTIVE');
  });
});

describe('deleting a site', () => {
  const remove = (siteId: string) => api.call('deleteSite', { path: { siteId } });

  test('is refused while pipelines run there, with the list', async () => {
    const id = await make();
    const { pipelineId } = await makeDeployedPipeline(toServiceOfSite(id), 'web');
    const answer = await remove(id);
    expect([answer.status, answer.body.code]).toEqual([409, 'IN_USE']);
    expect(answer.body.details).toEqual([{ field: pipelineId, rule: 'running', message: 'web' }]);
  });

  test('takes what is on it with it, and nothing of another site', async () => {
    const id = await make();
    const kept = await makeSavedPipeline(api, 'kept');
    const gone = await makeSavedPipeline(toServiceOfSite(id), 'gone');
    expect((await remove(id)).status).toBe(200);
    expect((await api.call('getSite', { path: { siteId: id } })).status).toBe(404);
    const statusOf = async ({ pipelineId }: { pipelineId: string }) =>
      (await api.call('getPipeline', { path: { pipelineId } })).status;
    expect([await statusOf(kept), await statusOf(gone)]).toEqual([200, 404]);
    expect(await api.store.nodes.find(gone.sourceId)).toBeUndefined();
    expect(await api.store.nodes.find(kept.sourceId)).toBeDefined();
  });

  test('is refused for the only site', async () => {
    const answer = await remove(api.siteId);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      "'Local' is the only site; create another one first",
    ]);
  });

  test('is refused while a role names it', async () => {
    const id = await make();
    await makeRole(api, { name: 'Parisians', siteIds: [id] });
    const answer = await remove(id);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      "Site 'Paris' is used by the role 'Parisians'. Remove it from them first",
    ]);
  });
});

describe('several sites on one machine', () => {
  test('each pipeline runs on the engine of its site', async () => {
    const id = await make();
    await makeDeployedPipeline(toServiceOfSite(id), 'far');
    await makeDeployedPipeline(api, 'near');
    expect([...api.engine.plans.values()].map(({ name }) => name)).toEqual(['near']);
    expect((await get(id)).running).toMatchObject([{ name: 'far', status: 'DEPLOYED' }]);
  });

  test('a port that another site listens on is refused with both names', async () => {
    const id = await make();
    const source = (siteId: string, name: string) => ({
      source: { name, siteId, templateId: 'tcp', config: { port: 20_990 } },
    });
    await api.call('createSource', { body: source(api.siteId, 'syslog') });
    const answer = await api.call('createSource', { body: source(id, 'other') });
    expect([answer.status, answer.body.message]).toEqual([
      409,
      "TCP port 20990 is taken by the source 'syslog' of site 'Local' on this machine; choose another port",
    ]);
  });

  test('an engine that dies concerns its own site alone', async () => {
    const id = await make();
    const problem = { errorName: 'EngineCrashed', message: 'It died', causes: [], resolutions: [] };
    api.engine.report({ type: 'state', state: 'restarting', problem });
    const sitesTold = async () =>
      (await api.call('listNotifications')).body.notifications.map(
        ({ siteId }: { siteId: string }) => siteId,
      );
    await eventually(async () => expect(await sitesTold()).toEqual([api.siteId]));
    expect((await get(id)).engineState).toBe('running');
  });
});
