import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type Command, defineCommands } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import { keysCommands } from './keys.commands.ts';
import { macrosCommands } from './macros.commands.ts';
import type { ProfileTab } from './scope.ts';
import './scope.ts';

const createTabCommand = (view: ProfileTab, title: string, keys: string, icon: Command['icon']): Command => ({
  id: `profile.${view}`,
  title,
  group: 'View',
  icon,
  keywords: ['profile', 'settings', 'preferences'],
  keys,
  scope: 'profile',
  everywhere: true,
  bar: false,
  enabled: () => true,
  run: (ctx) => ctx.navigate(paths.userProfile({ view }), { replace: ctx.scopes.profile !== undefined }),
});

export const profileCommands = defineCommands([
  createTabCommand('you', 'Show your profile', '1', 'user'),
  createTabCommand('keys', 'Show your keys', '2', 'keyboard'),
  createTabCommand('macros', 'Show your macros', '3', 'play'),
  ...keysCommands,
  ...macrosCommands,
]);

export const profileScopes: readonly ScopeDefinition[] = [
  { id: 'profile', mode: 'PROFILE' },
  { id: 'profile.keys', mode: 'PROFILE', alongside: ['profile', 'list'] },
  { id: 'profile.macros', mode: 'PROFILE', alongside: ['profile', 'list'] },
];
