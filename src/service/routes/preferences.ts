import { DEFAULT_PREFERENCES, type Preferences } from '../../contract/entities/preferences.ts';
import type { Handlers } from '../http/call-context.ts';
import { requireVersion } from '../require.ts';
import type { Repositories } from '../store/index.ts';
import type { PreferencesRow } from '../store/schema.ts';

const toPreferences = (row: PreferencesRow | undefined): Preferences =>
  row
    ? {
        revision: row.revision,
        characterKeys: row.character_keys === 1,
        keyBindings: JSON.parse(row.key_bindings),
        macros: JSON.parse(row.macros),
        ...(row.log_views === '[]' ? {} : { logViews: JSON.parse(row.log_views) }),
        ...(row.tour_seen === 1 ? { isTourSeen: true } : {}),
      }
    : DEFAULT_PREFERENCES;

const read = async (tx: Repositories, userId: string): Promise<Preferences> =>
  toPreferences(await tx.preferences.find(userId));

export const preferencesHandlers = {
  getPreferences: async ({ principal, tx, setEtag }) => {
    const preferences = await read(tx, principal.user.id);
    setEtag(preferences.revision);
    return { preferences };
  },
  updatePreferences: async ({ principal, tx, body, ifMatch, now, setEtag }) => {
    const stored = await read(tx, principal.user.id);
    requireVersion(ifMatch, stored.revision, () => stored);
    const { characterKeys, keyBindings, macros, isTourSeen = stored.isTourSeen } = body.preferences;
    const logViews = body.preferences.logViews ?? stored.logViews ?? [];
    const preferences: Preferences = {
      revision: stored.revision + 1,
      characterKeys: characterKeys ?? stored.characterKeys,
      keyBindings: keyBindings ?? stored.keyBindings,
      macros: macros ?? stored.macros,
      ...(logViews.length > 0 ? { logViews } : {}),
      ...(isTourSeen ? { isTourSeen } : {}),
    };
    await tx.preferences.put({
      user_id: principal.user.id,
      character_keys: preferences.characterKeys ? 1 : 0,
      key_bindings: JSON.stringify(preferences.keyBindings),
      macros: JSON.stringify(preferences.macros),
      tour_seen: isTourSeen ? 1 : 0,
      log_views: JSON.stringify(logViews),
      revision: preferences.revision,
      updated_at: now,
    });
    setEtag(preferences.revision);
    return { preferences };
  },
} satisfies Pick<Handlers, 'getPreferences' | 'updatePreferences'>;
