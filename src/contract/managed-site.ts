import type { CallId } from './calls/index.ts';
import type { PipelineAction } from './enums.ts';

/**
 * Calls that change what the repository of a git-managed site holds: pipelines, graphs, transforms, sources,
 * destinations and their archives (R6-48). What is done with what it holds (deploying, pausing, samples,
 * acknowledging) is none of them.
 */
const DEFINING: readonly CallId[] = [
  'createExamplePipeline',
  'createPipeline',
  'updatePipeline',
  'saveGraph',
  'createTransforms',
  'createSource',
  'updateSource',
  'deleteSource',
  'createSink',
  'updateSink',
  'deleteSink',
  'enableArchival',
  'disableArchival',
  'importPipelines',
  'putPipelineDefinition',
];

/** Whether that call, with that action where it takes one, changes what a repository holds. */
export const definesPipelines = (call: CallId, action?: PipelineAction): boolean =>
  DEFINING.includes(call) || (call === 'runPipelineAction' && action === 'DELETE');

type ManagedSite = { name: string; managedByGit: boolean; git: { repo: string; branch: string } | null };

/**
 * Why nobody makes such a call directly on the site (R1-32): the one rule of service and console. An API key, with
 * which the repository's pipeline brings changes in, is not held by it.
 */
export function directChangeRefusal(
  site: ManagedSite | undefined,
  call: CallId,
  action?: PipelineAction,
): string | undefined {
  if (!site?.managedByGit || !definesPipelines(call, action)) return undefined;
  const { repo = '', branch = '' } = site.git ?? {};
  const where = repo === '' ? 'its repository' : branch === '' ? repo : `${repo} (branch ${branch})`;
  return `Site '${site.name}' is managed by Git: make this change in ${where}, whose pipeline imports it with an API key`;
}
