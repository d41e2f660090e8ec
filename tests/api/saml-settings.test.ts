import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SsoPatch } from '../../src/contract/entities/sso.ts';
import { SamlIdp } from './support/saml-idp.ts';
import { startService, type TestService } from './support/service.ts';
import { Browser, createSsoSettings, HOST, ORIGIN, switchSsoOn } from './support/sign-in.ts';

let api: TestService;
let idp: SamlIdp;
beforeEach(async () => {
  api = await startService();
  idp = await new SamlIdp().start();
});
afterEach(async () => {
  await api.stop();
  await idp.stop();
});

const SAML = { provider: 'saml', provisions: true, trustsEmail: true } as const;
const switchSamlOn = (settings: Partial<SsoPatch> = {}) => switchSsoOn(api, { ...SAML, ...settings });
const save = async (changes: Partial<SsoPatch>) =>
  api.call('updateSso', { body: { sso: await createSsoSettings(api, { ...SAML, ...changes }) } });

async function passThroughProvider(service: TestService, browser: Browser, url: string): Promise<string> {
  const { to, form } = idp.visit(url);
  const headers = { host: HOST, origin: 'null', 'sec-fetch-site': 'cross-site' };
  const posted = await service.request(new URL(to).pathname, { method: 'POST', body: form, headers });
  return Browser.place(await browser.request(Browser.place(posted)));
}
async function signIn(service = api) {
  const browser = new Browser(service);
  const { body } = await browser.call('startSignIn', { body: {} });
  return { browser, place: await passThroughProvider(service, browser, body.url) };
}

describe('the settings of SAML', () => {
  test('enabling needs provider metadata, by address or text', async () => {
    await api.call('createFallbackCode', { body: {} });
    const missing = await save({ enabled: true });
    expect(missing.body.details.map(({ field }: { field: string }) => field)).toEqual(['sso.metadataUrl']);
    expect((await api.call('startSsoTest', { body: {} })).status).toBe(409);
    const bare = await save({ enabled: true, metadataXml: idp.metadataXml(), allowsFallback: false });
    expect(bare.body.message).toContain('Sign in through the provider');
    const xml = { metadataXml: idp.metadataXml(), metadataUrl: 'https://127.0.0.1:1/none' };
    await switchSamlOn(xml);
    const { place, browser } = await signIn();
    expect([place, (await browser.call('getSession')).body.provider]).toEqual(['/dashboard', 'saml']);
    const admin = (await api.store.users.list()).find(({ email }) => email === 'ada@example.org');
    expect([admin?.issuer, admin?.subject]).toEqual([`saml:${idp.entityId}`, 'ada-1']);
  });

  const EC = readFileSync(
    new URL('../../src/engine/components/testing/certificates/server.pem', import.meta.url),
    'utf8',
  ).replace(/-----[A-Z ]+-----/g, '');
  const WRONG: [string, (xml: string) => string, string][] = [
    ['is no XML', () => 'https', 'cannot be used'],
    [
      'names entities',
      (xml) => xml.replace('<md:Ent', '<!DOCTYPE x [<!ENTITY a "b">]><md:Ent'),
      'document type',
    ],
    ['is of a service', (xml) => xml.replaceAll('IDPSSO', 'SPSSO'), 'no identity provider'],
    [
      'is of several providers',
      (xml) => {
        const one = xml.replace('<?xml version="1.0"?>', '');
        return `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${one}${one}</md:EntitiesDescriptor>`;
      },
      'several',
    ],
    ['has no name', (xml) => xml.replace(/entityID="[^"]*"/, ''), 'no entityID'],
    ['has no certificate', (xml) => xml.replace('use="signing"', 'use="encryption"'), 'no certificate'],
    ['has a broken certificate', (xml) => xml.replace(/(X509Certificate>\s*)MII/, '$1XXX'), 'cannot be read'],
    [
      'has another key than RSA',
      (xml) => xml.replace(/(<ds:X509Certificate>)[^<]*/, (_, tag) => `${tag}${EC}`),
      'no RSA key',
    ],
    [
      'has expired',
      (xml) => xml.replace('entityID', 'validUntil="2020-01-01T00:00:00Z" entityID'),
      'valid until',
    ],
    [
      'sends the browser to a script',
      (xml) => xml.replace(/Location="[^"]*sso"/, 'Location="javascript:alert(1)"'),
      'https://',
    ],
    [
      'sends the browser over http',
      (xml) => xml.replace(/Location="[^"]*sso"/, 'Location="http://id.example.org/"'),
      'https://',
    ],
    [
      'sends a logout to a script',
      (xml) => xml.replace(/Location="[^"]*slo"/, 'Location="javascript:alert(1)"'),
      'SingleLogoutService does not begin with https://',
    ],
    ['takes no redirect', (xml) => xml.replaceAll('HTTP-Redirect', 'SOAP'), 'HTTP-Redirect'],
  ];
  test.each(WRONG)('metadata that %s are refused with the reason', async (_, change, why) => {
    const { status, body } = await save({ metadataXml: change(idp.metadataXml()) });
    expect([status, body.details[0].field]).toEqual([400, 'sso.metadataXml']);
    expect(body.details[0].message).toContain(why);
  });

  test.each(['https://169.254.169.254/', 'https://[fd00:ec2::254]/', 'https://0.0.0.0/'])(
    'nothing is asked of %s',
    async (metadataUrl) => {
      await save({ metadataUrl });
      expect((await api.call('startSsoTest', { body: {} })).body.message).toMatch(/refused|failed/);
    },
  );

  test('wrong or foreign metadata are reported before any redirect', async () => {
    const { admin } = await switchSamlOn({ metadataUrl: `${idp.origin}/moved` });
    const refused = await new Browser(api).call('startSignIn', { body: {} });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('cannot be reached'),
    ]);
    expect((await admin.call('startSsoTest', { body: {} })).body.message).toContain(
      'It answered with status 404',
    );
    await admin.call('updateSso', { body: { sso: { ...(await ssoOf(admin)), metadataUrl: idp.entityId } } });
    idp.metadata = () => '<html></html>';
    expect((await admin.call('startSsoTest', { body: {} })).body.message).toContain('no identity provider');
  });

  const ssoOf = async (admin: Browser) => {
    const { hasFallback, fixed, inForce, redirectUri, acsUrl, entityId, logout, revision, ...fields } = (
      await admin.call('getSso')
    ).body.sso;
    return fields;
  };

  test('an email counts from trusted providers, or when marked verified', async () => {
    await switchSamlOn({ metadataUrl: idp.entityId, trustsEmail: false });
    expect((await signIn()).place).toContain('problem=email-not-verified');
    idp.says = { attributes: { email: ['ada@example.org'], email_verified: ['true'] } };
    expect((await signIn()).place).toBe('/dashboard');
  });

  test('a test sign-in shows what would happen and signs nobody in', async () => {
    await save({ metadataUrl: idp.entityId, groupRoles: [{ group: 'ops', roleId: 'operator' }] });
    const admin = new Browser(api);
    const run = async () => {
      const { testId, url } = (await admin.call('startSsoTest', { body: {} })).body;
      expect(await passThroughProvider(api, admin, url)).toBe('/login?tested');
      return (await admin.call('getSsoTest', { path: { testId } })).body.test;
    };
    expect(await run()).toMatchObject({
      isAdmitted: true,
      email: 'ada@example.org',
      name: 'Ada',
      groups: ['ops', 'all'],
      roles: ['Operator'],
    });
    idp.says = { audience: 'https://other.example.org' };
    expect(await run()).toMatchObject({ isAdmitted: false, problem: expect.stringContaining('audience') });
    expect(admin.cookies.has('penstock_session')).toBe(false);
    expect(await api.store.users.list()).toHaveLength(1);
  });

  test('this service describes itself to the provider', async () => {
    const { acsUrl, entityId } = (await api.call('getSso')).body.sso;
    expect([acsUrl, entityId]).toEqual([`${ORIGIN}/login/saml`, `${ORIGIN}/login/saml/metadata`]);
    const { headers, body } = await api.request('/login/saml/metadata', { headers: { host: HOST } });
    expect(headers.get('content-type')).toBe('application/samlmetadata+xml');
    expect(body).toContain(`entityID="${entityId}"`);
    expect(body).toContain(`Location="${acsUrl}"`);
    expect(body).toContain('WantAssertionsSigned="true"');
  });

  test('the audit hashes metadata; a sign-in by another protocol fails', async () => {
    const { admin } = await switchSamlOn({ metadataXml: idp.metadataXml() });
    const { auditRecords } = (await admin.call('listAuditRecords', {})).body;
    const text = JSON.stringify(auditRecords);
    expect(text).toMatch(/"metadataXml":"sha256 [0-9a-f]{64}"/);
    expect(text).not.toContain('X509Certificate');
    const browser = new Browser(api);
    const { url } = (await browser.call('startSignIn', { body: {} })).body;
    const other = {
      ...(await ssoOf(admin)),
      provider: 'oidc',
      metadataUrl: idp.origin,
      clientId: 'penstock',
      clientSecret: 'that of the other provider',
    };
    expect((await admin.call('updateSso', { body: { sso: other } })).status).toBe(200);
    expect(await passThroughProvider(api, browser, url)).toContain('problem=expired');
  });

  test('the environment names and trusts the provider; stored settings stay', async () => {
    const auth = {
      mode: 'saml' as const,
      publicUrl: '',
      metadataUrl: '',
      metadataXml: idp.metadataXml(),
      clientId: '',
      clientSecret: '',
      adminEmail: 'ADA@example.org',
    };
    const fixed = await startService({ store: api.store, auth });
    const { browser } = await signIn(fixed);
    expect((await browser.call('getSession')).body.user.roles).toMatchObject([
      { name: 'Viewer' },
      { name: 'Admin' },
    ]);
    const { sso } = (await browser.call('getSso')).body;
    expect([sso.inForce, sso.trustsEmail, sso.fixed]).toEqual([
      'saml',
      true,
      ['enabled', 'provider', 'metadataUrl', 'metadataXml', 'trustsEmail'],
    ]);
    await browser.call('createFallbackCode', { body: {} });
    const saved = await browser.call('updateSso', {
      body: { sso: { ...(await ssoOf(browser)), name: 'Named' } },
    });
    expect([saved.status, saved.body.sso.name]).toEqual([200, 'Named']);
    await fixed.stop();
    const after = await startService({ store: api.store });
    expect((await after.call('getSso')).body.sso).toMatchObject({
      name: 'Named',
      enabled: false,
      provider: 'oidc',
      metadataXml: '',
      trustsEmail: false,
    });
    await after.stop();
  });
});
