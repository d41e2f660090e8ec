import type { PipelineIntent } from '../../../../machines/pipeline-lifecycle/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import type { CommandContext } from '../../commands/context.ts';

/** What an engine has to be told. Deleting what it never ran is none of it: the service knows. */
const TOLD: readonly PipelineIntent[] = ['DEPLOY', 'PAUSE', 'BYPASS', 'RESUME'];

/** Why the engine of the pipeline's site cannot be told that now; undefined when it can. */
export function engineReason(
  { sites }: Pick<CommandContext, 'sites'>,
  { siteId }: Pick<Pipeline, 'siteId'>,
  intent: PipelineIntent,
): string | undefined {
  const site = sites.find(({ id }) => id === siteId);
  if (site?.engineState !== 'disconnected' || !TOLD.includes(intent)) return undefined;
  return `The engine of site '${site.name}' is not connected`;
}
