import type { CommandSet } from '../commands/registry.ts';
import { accessCommands, accessScopes } from '../views/access/access.commands.ts';
import {
  assistantModelCommands,
  assistantModelScopes,
} from '../views/assistant-model/assistant-model.commands.ts';
import { auditCommands, auditScopes } from '../views/audit/audit.commands.ts';
import { featuresCommands, featuresScopes } from '../views/features/features.commands.ts';
import { filesCommands, filesScopes } from '../views/files/files.commands.ts';
import { ssoCommands, ssoScopes } from '../views/sso/sso.commands.ts';

/** Settings, except sites. */
export const settingsSet: CommandSet = {
  commands: [
    ...filesCommands,
    ...auditCommands,
    ...accessCommands,
    ...featuresCommands,
    ...ssoCommands,
    ...assistantModelCommands,
  ],
  scopes: [
    ...filesScopes,
    ...auditScopes,
    ...accessScopes,
    ...featuresScopes,
    ...ssoScopes,
    ...assistantModelScopes,
  ],
};
