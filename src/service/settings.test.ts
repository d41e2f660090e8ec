import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { takeDataFolder } from './data-folder.ts';
import { buildHelpText, readSettings, toAuthEnvironment } from './settings.ts';
import { SETTINGS } from './settings-table.ts';

const folder = mkdtempSync(join(tmpdir(), 'penstock-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('settings', () => {
  test('none is needed', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 4600,
      data: '.penstock',
      auth: 'settings',
    });
  });

  test('every one is in the help, with its default', () => {
    for (const { name, fallback, description } of Object.values(SETTINGS)) {
      expect(buildHelpText()).toContain(fallback === '' ? name : `${name} (${fallback})`);
      expect(buildHelpText()).toContain(description);
    }
  });

  test.each([
    ['PENSTOCK_PORT', 'eighty'],
    ['PENSTOCK_PORT', '70000'],
    ['PENSTOCK_HOST', '0.0.0.0'],
    ['PENSTOCK_AUTH', 'maybe'],
    ['PENSTOCK_PUBLIC_URL', 'https://penstock.example.org/console'],
    ['PENSTOCK_OIDC_ISSUER', 'example.org'],
    ['PENSTOCK_SAML_METADATA', 'example.org'],
    ['PENSTOCK_ADMIN_EMAIL', 'ada'],
    ['PENSTOCK_FLAGS', 'noSuchFlag'],
    ['PENSTOCK_LOG_LEVEL', 'loud'],
    ['PENSTOCK_ENGINE_SILENCE', '1'],
    ['PENSTOCK_ENGINE_SILENCE', '2.5'],
    ['PENSTOCK_SECRET_KEY', 'short'],
    ['DATABASE_URL', 'mysql://x'],
  ])('a wrong %s is named: %s', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name} `));
  });

  test('oidc needs a provider, other addresses need oidc and https', () => {
    const oidc = {
      PENSTOCK_AUTH: 'oidc',
      PENSTOCK_OIDC_ISSUER: 'https://id.example.org',
      PENSTOCK_OIDC_CLIENT_ID: 'penstock',
    };
    expect(() => readSettings({ PENSTOCK_AUTH: 'oidc' })).toThrow(/^PENSTOCK_OIDC_ISSUER is needed/);
    expect(() => readSettings({ ...oidc, PENSTOCK_OIDC_CLIENT_ID: '' })).toThrow(/^PENSTOCK_OIDC_CLIENT_ID/);
    const open = { ...oidc, PENSTOCK_HOST: '0.0.0.0' };
    for (const auth of ['none', 'settings'])
      expect(() => readSettings({ ...open, PENSTOCK_AUTH: auth })).toThrow(/^PENSTOCK_HOST must be one of/);
    expect(() => readSettings(open)).toThrow(/^PENSTOCK_PUBLIC_URL must begin with https/);
    expect(() => readSettings({ ...open, PENSTOCK_PUBLIC_URL: 'http://p.example.org' })).toThrow(
      /^PENSTOCK_PUBLIC_URL/,
    );
    const settings = readSettings({ ...open, PENSTOCK_PUBLIC_URL: 'https://p.example.org/' });
    expect(settings).toMatchObject({ host: '0.0.0.0', publicUrl: 'https://p.example.org' });
  });

  test('saml needs metadata by address or text, and https as oidc', () => {
    const saml = { PENSTOCK_AUTH: 'saml', PENSTOCK_SAML_METADATA: 'https://id.example.org/metadata' };
    expect(() => readSettings({ PENSTOCK_AUTH: 'saml' })).toThrow(/^PENSTOCK_SAML_METADATA is needed/);
    expect(toAuthEnvironment(readSettings(saml))).toMatchObject({
      mode: 'saml',
      metadataUrl: 'https://id.example.org/metadata',
      metadataXml: '',
    });
    const xml = '\n<EntityDescriptor/>';
    expect(toAuthEnvironment(readSettings({ ...saml, PENSTOCK_SAML_METADATA: xml }))).toMatchObject({
      metadataUrl: '',
      metadataXml: xml,
    });
    const open = { ...saml, PENSTOCK_HOST: '0.0.0.0' };
    expect(() => readSettings(open)).toThrow(/^PENSTOCK_PUBLIC_URL must begin with https/);
    expect(readSettings({ ...open, PENSTOCK_PUBLIC_URL: 'https://p.example.org' }).host).toBe('0.0.0.0');
  });

  test('identity provider: one of two types, or none [R1-34, R1-35]', () => {
    const ways = {
      none: {},
      oidc: { PENSTOCK_OIDC_ISSUER: 'https://id.example.org', PENSTOCK_OIDC_CLIENT_ID: 'penstock' },
      saml: { PENSTOCK_SAML_METADATA: 'https://id.example.org/metadata' },
    };
    for (const [mode, more] of Object.entries(ways))
      expect(toAuthEnvironment(readSettings({ PENSTOCK_AUTH: mode, ...more }))).toMatchObject({ mode });
    expect(() => readSettings({ PENSTOCK_AUTH: 'ldap' })).toThrow(
      "PENSTOCK_AUTH must be 'settings', 'none', 'oidc' or 'saml'",
    );
  });

  test('a certificate needs its key, and an address over https', () => {
    const tls = { PENSTOCK_TLS_CERT: '/tls/cert.pem', PENSTOCK_TLS_KEY: '/tls/key.pem' };
    expect(toAuthEnvironment(readSettings(tls)).hasTls).toBe(true);
    expect(() => readSettings({ ...tls, PENSTOCK_TLS_KEY: '' })).toThrow(/^PENSTOCK_TLS_KEY is needed/);
    expect(() => readSettings({ ...tls, PENSTOCK_TLS_CERT: '' })).toThrow(/^PENSTOCK_TLS_CERT is needed/);
    expect(() => readSettings({ ...tls, PENSTOCK_PUBLIC_URL: 'http://p.example.org' })).toThrow(
      /^PENSTOCK_PUBLIC_URL must begin with https/,
    );
  });

  test('a wrong secret is not repeated', () => {
    expect(() => readSettings({ PENSTOCK_SECRET_KEY: 'hunter2' })).not.toThrow(/hunter2/);
  });
});

describe('the data folder', () => {
  test('is made for its owner alone, and used by one', async () => {
    const path = join(folder, 'data');
    const data = await takeDataFolder(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    await expect(takeDataFolder(path)).rejects.toThrow(/^PENSTOCK_DATA '.*' is used by another Penstock/);
    data.release();
    (await takeDataFolder(path)).release();
  });

  test('a folder that others can open is closed to them, links in it are left', async () => {
    const path = join(folder, 'open');
    const elsewhere = join(folder, 'elsewhere');
    for (const made of [path, elsewhere, join(path, 'engine')]) {
      mkdirSync(made);
      chmodSync(made, 0o755);
    }
    writeFileSync(join(path, 'penstock.db'), '', { mode: 0o644 });
    symlinkSync(elsewhere, join(path, 'output'));
    (await takeDataFolder(path)).release();
    const modeOf = (name: string) => statSync(join(path, name)).mode & 0o777;
    expect(['.', 'engine', 'penstock.db', 'output'].map(modeOf)).toEqual([0o700, 0o700, 0o600, 0o755]);
  });

  test('a folder that cannot be used is named with its setting', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    await expect(takeDataFolder(join(file, 'below'))).rejects.toThrow(/^PENSTOCK_DATA '.*' cannot be used/);
  });
});
