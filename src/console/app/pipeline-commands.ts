import type { CommandSet } from '../commands/registry.ts';
import { pipelineCommands, pipelineScopes } from '../views/pipeline/pipeline.commands.ts';

export const pipelineSet: CommandSet = { commands: pipelineCommands, scopes: pipelineScopes };
