import type { CommandSet } from '../commands/registry.ts';
import { filterCommands, filterScopes } from '../views/list/filter.commands.ts';
import { listCommands } from '../views/list/list.commands.ts';
import { pipelineCommands, pipelineScopes } from '../views/pipeline/pipeline.commands.ts';
import { profileCommands, profileScopes } from '../views/profile/profile.commands.ts';

/** The commands that the dashboard does without, in the order the palette and the key bar list them. */
export const screenCommands: CommandSet = {
  commands: [...listCommands, ...filterCommands, ...pipelineCommands, ...profileCommands],
  scopes: [
    { id: 'list', mode: 'LIST' },
    ...filterScopes,
    { id: 'pipelines.list', mode: 'LIST', alongside: ['list', 'filters'] },
    { id: 'sources.list', mode: 'LIST', alongside: ['list', 'filters'] },
    { id: 'destinations.list', mode: 'LIST', alongside: ['list', 'filters'] },
    ...pipelineScopes,
    ...profileScopes,
  ],
};
