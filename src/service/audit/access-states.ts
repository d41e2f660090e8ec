import { createHash } from 'node:crypto';
import { toTime } from '../ids.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { PreferencesRow } from '../store/schema.ts';
import { type AuditState, secretMark } from './state.ts';

/** Who may do what; of a key never the secret, nor its hash. */
export async function roleState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.roles.find(id);
  if (!row) return undefined;
  const { name, description } = row;
  const fields = { name, description, grants: JSON.parse(row.grants), siteIds: JSON.parse(row.site_ids) };
  return { entity: 'role', name, siteId: '', fields };
}

export async function userState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.users.find(id);
  if (!row) return undefined;
  const { name, email, status } = row;
  return { entity: 'user', name, siteId: '', fields: { name, email, status, roles: JSON.parse(row.roles) } };
}

export async function apiKeyState(
  { sealer }: Pick<Services, 'sealer'>,
  tx: Repositories,
  id: string,
): Promise<AuditState | undefined> {
  const row = await tx.apiKeys.find(id);
  if (!row) return undefined;
  const { name, description, role_id: role } = row;
  return {
    entity: 'apiKey',
    name,
    siteId: '',
    fields: {
      name,
      description,
      role,
      siteIds: JSON.parse(row.site_ids),
      expiresAt: toTime(row.expires_at),
      isRevoked: row.revoked_at !== 0,
      // Tells that it was rotated.
      secret: secretMark(sealer, row.secret_hash),
    },
  };
}

/** Who is signed in where. */
export async function sessionState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.sessions.find(id);
  const user = row && (await tx.users.find(row.user_id));
  if (!row) return undefined;
  const fields = { user: user?.email ?? row.user_id, provider: row.provider, browser: row.user_agent };
  return { entity: 'session', name: user?.email ?? '', siteId: '', fields };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** How people sign in, with a mark in the place of each secret. */
export async function ssoState(
  { sealer }: Pick<Services, 'sealer'>,
  tx: Repositories,
): Promise<AuditState | undefined> {
  const row = await tx.sso.find();
  if (!row) return undefined;
  const settings = sealer.open(JSON.parse(row.settings));
  const mark = (text: unknown) => (text ? secretMark(sealer, JSON.stringify(text)) : '');
  const fields = {
    ...settings,
    // Long, and public: its hash tells that the provider is another one.
    metadataXml: settings.metadataXml ? `sha256 ${hashOf(String(settings.metadataXml))}` : '',
    clientSecret: mark(settings.clientSecret),
    fallbackCode: mark(row.fallback_hash),
  };
  return { entity: 'sign-in', name: 'Sign-in', siteId: '', fields };
}

const preferencesFields = (row: PreferencesRow) => ({
  characterKeys: row.character_keys === 1,
  keyBindings: JSON.parse(row.key_bindings),
  macros: JSON.parse(row.macros),
});

export async function preferencesState(tx: Repositories, userId: string): Promise<AuditState | undefined> {
  const row = await tx.preferences.find(userId);
  return row && { entity: 'preferences', name: '', siteId: '', fields: preferencesFields(row) };
}
