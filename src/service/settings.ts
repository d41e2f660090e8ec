import type { z } from 'zod';
import { SETTINGS, type Settings } from './settings-table.ts';

const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];

/** One line, starting with the setting's name. */
export class SettingError extends Error {
  constructor(name: string, why: string) {
    super(`${name} ${why}`);
    this.name = 'SettingError';
  }
}

const SECRETS = ['PENSTOCK_SECRET_KEY', 'DATABASE_URL', 'PENSTOCK_OIDC_CLIENT_SECRET'];

function requireTlsTogether({ tlsCert, tlsKey, publicUrl }: Settings): void {
  if (tlsCert !== '' && tlsKey === '')
    throw new SettingError(SETTINGS.tlsKey.name, 'is needed by PENSTOCK_TLS_CERT');
  if (tlsKey !== '' && tlsCert === '')
    throw new SettingError(SETTINGS.tlsCert.name, 'is needed by PENSTOCK_TLS_KEY');
  if (tlsCert !== '' && publicUrl.startsWith('http:'))
    throw new SettingError(
      SETTINGS.publicUrl.name,
      `must begin with https:// with PENSTOCK_TLS_CERT (it is '${publicUrl}')`,
    );
}

/** On a network, the service needs encrypted sign-in. */
function requireSafeTogether(settings: Settings): void {
  const { auth, host, publicUrl } = settings;
  if (auth === 'oidc') {
    if (settings.oidcIssuer === '')
      throw new SettingError(SETTINGS.oidcIssuer.name, 'is needed by PENSTOCK_AUTH=oidc');
    if (settings.oidcClientId === '')
      throw new SettingError(SETTINGS.oidcClientId.name, 'is needed by PENSTOCK_AUTH=oidc');
  }
  if (auth === 'saml' && settings.samlMetadata === '')
    throw new SettingError(SETTINGS.samlMetadata.name, 'is needed by PENSTOCK_AUTH=saml');
  requireTlsTogether(settings);
  if (LOOPBACK.includes(host)) return;
  if (auth !== 'oidc' && auth !== 'saml') {
    throw new SettingError(
      SETTINGS.host.name,
      `must be one of ${LOOPBACK.join(', ')} without PENSTOCK_AUTH=oidc or saml (it is '${host}')`,
    );
  }
  if (!publicUrl.startsWith('https://')) {
    throw new SettingError(
      SETTINGS.publicUrl.name,
      `must begin with https:// when PENSTOCK_HOST is '${host}': name the address that people open, of this service with PENSTOCK_TLS_CERT and PENSTOCK_TLS_KEY or of a proxy that encrypts`,
    );
  }
}

/** @throws SettingError naming the first wrong one */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const entries = Object.entries(SETTINGS).map(([key, { name, fallback, schema }]) => {
    const given = environment[name];
    const value = given === undefined || given === '' ? fallback : given;
    const parsed = (schema as z.ZodType<unknown, string>).safeParse(value);
    if (parsed.success) return [key, parsed.data];
    const shown = SECRETS.includes(name) ? '' : ` (it is '${value}')`;
    throw new SettingError(name, `${parsed.error.issues[0]?.message ?? 'is wrong'}${shown}`);
  });
  const settings: Settings = Object.fromEntries(entries);
  requireSafeTogether(settings);
  return settings;
}

/** An address or the metadata itself. */
function readMetadata({ auth, oidcIssuer, samlMetadata }: Settings): {
  metadataUrl: string;
  metadataXml: string;
} {
  if (auth !== 'saml') return { metadataUrl: oidcIssuer, metadataXml: '' };
  const isText = samlMetadata.trimStart().startsWith('<');
  return { metadataUrl: isText ? '' : samlMetadata, metadataXml: isText ? samlMetadata : '' };
}

export const toAuthEnvironment = (settings: Settings) => ({
  mode: settings.auth,
  publicUrl: settings.publicUrl,
  hasTls: settings.tlsCert !== '',
  ...readMetadata(settings),
  clientId: settings.oidcClientId,
  clientSecret: settings.oidcClientSecret,
  adminEmail: settings.adminEmail,
});

export function buildHelpText(): string {
  const lines = Object.values(SETTINGS).flatMap(({ name, fallback, description }) => [
    `  ${name}${fallback === '' ? '' : ` (${fallback})`}`,
    `      ${description}`,
  ]);
  return [
    'Starts Penstock: the console and the service that runs pipelines on this machine.',
    '',
    'Usage: npm start [-- --help]',
    '',
    'Settings are environment variables; the value in brackets is the default.',
    '',
    ...lines,
    '',
  ].join('\n');
}
