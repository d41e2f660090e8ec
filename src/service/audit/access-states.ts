import { createHash } from 'node:crypto';
import { formatTime } from '../clock.ts';
import type { Repositories } from '../store/index.ts';
import type { PreferencesRow } from '../store/schema.ts';
import { type AuditState, markSecret, type StateTools } from './state.ts';

/** Never a key's secret or hash. */
export async function readRoleState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.roles.find(id);
  if (!row) return undefined;
  const { name, description } = row;
  const fields = { name, description, grants: JSON.parse(row.grants), siteIds: JSON.parse(row.site_ids) };
  return { entity: 'role', name, siteId: '', fields };
}

export async function readUserState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.users.find(id);
  if (!row) return undefined;
  const { name, email, status } = row;
  return { entity: 'user', name, siteId: '', fields: { name, email, status, roles: JSON.parse(row.roles) } };
}

export async function readApiKeyState(
  { sealer }: Pick<StateTools, 'sealer'>,
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
      expiresAt: formatTime(row.expires_at),
      isRevoked: row.revoked_at !== 0,
      // Shows that the key was rotated.
      secret: markSecret(sealer, row.secret_hash),
    },
  };
}

export async function readSessionState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.sessions.find(id);
  const user = row && (await tx.users.find(row.user_id));
  if (!row) return undefined;
  const fields = { user: user?.email ?? row.user_id, provider: row.provider, browser: row.user_agent };
  return { entity: 'session', name: user?.email ?? '', siteId: '', fields };
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

export async function readSsoState(
  { sealer }: Pick<StateTools, 'sealer'>,
  tx: Repositories,
): Promise<AuditState | undefined> {
  const row = await tx.sso.find();
  if (!row) return undefined;
  const settings = sealer.open(JSON.parse(row.settings));
  const mark = (text: unknown) => (text ? markSecret(sealer, JSON.stringify(text)) : '');
  const fields = {
    ...settings,
    // Long and public: its hash shows that the provider changed.
    metadataXml: settings.metadataXml ? `sha256 ${hashText(String(settings.metadataXml))}` : '',
    clientSecret: mark(settings.clientSecret),
    fallbackCode: mark(row.fallback_hash),
  };
  return { entity: 'sign-in', name: 'Sign-in', siteId: '', fields };
}

export async function readAssistantState(
  { sealer }: Pick<StateTools, 'sealer'>,
  tx: Repositories,
): Promise<AuditState | undefined> {
  const row = await tx.assistantEndpoint.find();
  if (!row) return undefined;
  const settings = sealer.open(JSON.parse(row.settings));
  const apiKey = settings.apiKey ? markSecret(sealer, JSON.stringify(settings.apiKey)) : '';
  return { entity: 'assistant', name: 'Assistant', siteId: '', fields: { ...settings, apiKey } };
}

const toPreferencesFields = (row: PreferencesRow) => ({
  characterKeys: row.character_keys === 1,
  keyBindings: JSON.parse(row.key_bindings),
  macros: JSON.parse(row.macros),
  ...(row.log_views === '[]' ? {} : { logViews: JSON.parse(row.log_views) }),
  ...(row.tour_seen === 1 ? { isTourSeen: true } : {}),
});

export async function readPreferencesState(
  tx: Repositories,
  userId: string,
): Promise<AuditState | undefined> {
  const row = await tx.preferences.find(userId);
  return row && { entity: 'preferences', name: '', siteId: '', fields: toPreferencesFields(row) };
}

export const readFeatureState = async (tx: Repositories): Promise<AuditState> => ({
  entity: 'features',
  name: 'Features',
  siteId: '',
  fields: { turnedOn: (await tx.features.list()).map(({ feature }) => feature) },
});
