import type { CommandSet } from '../commands/registry.ts';
import { assistantCommands, assistantScopes } from '../views/assistant/assistant.commands.ts';
import { profileCommands, profileScopes } from '../views/profile/profile.commands.ts';
import { draftCommands } from '../views/pull-requests/draft.commands.ts';
import { pullRequestsCommands, pullRequestsScopes } from '../views/pull-requests/pull-requests.commands.ts';
import { tourCommands } from '../views/tour/tour.commands.ts';

/** Commands of all other screens; list new areas here. */
export const screenSet: CommandSet = {
  commands: [
    ...pullRequestsCommands,
    ...draftCommands,
    ...profileCommands,
    ...assistantCommands,
    ...tourCommands,
  ],
  scopes: [...pullRequestsScopes, ...profileScopes, ...assistantScopes],
};
