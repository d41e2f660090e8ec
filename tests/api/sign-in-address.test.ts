import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startService, type TestService } from './support/service.ts';
import { createSsoSettings, switchSsoOn } from './support/sign-in.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await api.stop();
});

const createSettings = (metadataUrl: string) => ({ metadataUrl, clientId: 'penstock', enabled: true });

test.each(['http://127.0.0.1:9/', 'http://localhost:9/', 'https://10.1.2.3/', 'https://[fd00::7]/'])(
  'no lockout: %s stays off while the service is unreachable',
  async (metadataUrl) => {
    vi.stubEnv('PENSTOCK_ALLOW_TARGETS', '');
    await api.call('createFallbackCode', { body: {} });
    const sso = await createSsoSettings(api, createSettings(metadataUrl));
    const { status, body } = await api.call('updateSso', { body: { sso } });
    expect([status, body.details[0].field]).toEqual([400, 'sso.metadataUrl']);
    expect(body.details[0].message).toContain('Start the service with PENSTOCK_ALLOW_TARGETS=');
    const kept = await createSsoSettings(api, { ...createSettings(metadataUrl), enabled: false });
    expect((await api.call('updateSso', { body: { sso: kept } })).status).toBe(200);
  },
);

test('a provider in a network that is allowed can be switched on', async () => {
  vi.stubEnv('PENSTOCK_ALLOW_TARGETS', '10.1.0.0/16');
  const { admin } = await switchSsoOn(api, createSettings('https://10.1.2.3/'));
  expect((await admin.call('getSso')).body.sso.inForce).toBe('oidc');
});
