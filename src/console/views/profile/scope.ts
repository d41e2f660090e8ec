import type { RecordMode } from '../../../../machines/key-map/index.ts';
import type { Macro } from '../../../contract/entities/preferences.ts';

export const PROFILE_TABS = ['you', 'keys', 'macros'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** What the profile publishes for its commands. */
export type ProfileScope = { tab: ProfileTab };

/** What the list of keys publishes. */
export type ProfileKeysScope = {
  /** Under the cursor. */
  current: { id: string; label: string; isChanged: boolean; hasKeys: boolean } | undefined;
  changedCount: number;
  record: (commandId: string, mode: RecordMode) => void;
  clear: (commandId: string) => void;
  reset: (commandId: string) => void;
  resetAll: () => void;
  findByKey: () => void;
  exportMap: () => void;
  openImport: () => void;
};

/** What the list of macros publishes. */
export type ProfileMacrosScope = { current: Macro | undefined; openImport: () => void };

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    profile: ProfileScope;
    'profile.keys': ProfileKeysScope;
    'profile.macros': ProfileMacrosScope;
  }
}
