import { pipelineSet } from '../../src/console/app/pipeline-commands.ts';
import { pipelinesSet } from '../../src/console/app/pipelines-commands.ts';

/** All commands of a pipeline, as its screen has them. */
export const pipelineCommands = [...pipelinesSet.commands, ...pipelineSet.commands];
export const pipelineScopes = pipelineSet.scopes;
