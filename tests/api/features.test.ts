import { afterEach, expect, test } from 'vitest';
import { makeKey } from './support/access.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService | undefined;
afterEach(() => api?.stop());

test.each([[[]], [['apiKeys', 'gitOps'] as const]])(
  'the features of the organisation are the flags that are on: %j [R6-31, R6-34]',
  async (flags) => {
    api = await startService({ flags: [...flags] });
    const { body } = await api.call('listFeatures');
    expect(body).toEqual({ features: flags });
  },
);

const set = (feature: string, isOn: boolean) =>
  api!.call('setFeature', { path: { feature }, body: { isOn } });
const listOn = async () => (await api!.call('listFeatures')).body.features;

test('a flag is on when the environment or the organization says so [R6-32, R6-33, R6-35]', async () => {
  api = await startService({ flags: ['apiKeys'] });
  const { body } = await set('gitOps', true);
  expect(body.featureSettings.find(({ feature }: { feature: string }) => feature === 'gitOps')).toEqual({
    feature: 'gitOps',
    isOn: true,
    environment: 'unset',
    organization: 'on',
  });
  expect(await listOn()).toEqual(['apiKeys', 'gitOps']);
  // It works, and not only shows.
  const git = {
    managedByGit: true,
    gitProvider: 'GITHUB',
    gitRepo: 'https://git.example/x',
    gitBranch: 'main',
  };
  const site = { name: 'Paris', description: '', vendor: 'AWS', ...git, gitAccessToken: 'ssh-ed25519 AAAA' };
  expect((await api.call('createSite', { body: { site } })).status).toBe(200);
  const { store } = api;
  await api.stop();
  api = await startService({ flags: ['apiKeys'], store });
  expect(await listOn()).toEqual(['apiKeys', 'gitOps']);
  await set('gitOps', false);
  // Not that of the environment.
  await set('apiKeys', false);
  expect(await listOn()).toEqual(['apiKeys']);
  expect((await api.call('createSite', { body: { site: { ...site, name: 'Rome' } } })).status).toBe(400);
});

test('what the environment turns off stays off [R6-35]', async () => {
  api = await startService({ flags: [], flagsOff: ['gitOps'] });
  await set('gitOps', true);
  expect(await listOn()).toEqual([]);
});

test('only administrators set flags, and only those that exist [R6-35]', async () => {
  api = await startService();
  const { headers } = await makeKey(api, { roleId: 'viewer' });
  const parts = { path: { feature: 'gitOps' }, body: { isOn: true }, headers };
  expect((await api.call('setFeature', parts)).status).toBe(403);
  const unknown = await set('none', true);
  expect([unknown.status, unknown.body.details[0].field]).toEqual([400, 'feature']);
});
