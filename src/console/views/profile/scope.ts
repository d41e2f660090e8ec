import type { RecordMode } from '../../../../machines/key-map/index.ts';
import type { Macro } from '../../../contract/entities/preferences.ts';

export const PROFILE_TABS = ['you', 'keys', 'macros'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

export type ProfileScope = { tab: ProfileTab };

export type ProfileKeysScope = {
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

export type ProfileMacrosScope = { current: Macro | undefined; openImport: () => void };

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    profile: ProfileScope;
    'profile.keys': ProfileKeysScope;
    'profile.macros': ProfileMacrosScope;
  }
}
