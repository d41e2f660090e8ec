import type { CallId } from './calls/index.ts';
import type { PipelineAction } from './enums.ts';

/** Calls that change what the repository defines. Deploying, pausing, samples and acknowledging are not. */
const DEFINING: readonly CallId[] = [
  'createExamplePipeline',
  'createPipeline',
  'updatePipeline',
  'saveGraph',
  'createTransforms',
  'createTransform',
  'updateTransform',
  'deleteTransform',
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

export const definesPipelines = (call: CallId, action?: PipelineAction): boolean =>
  DEFINING.includes(call) || (call === 'runPipelineAction' && action === 'DELETE');

/** Providers report pushes here, with the site's id. */
export const GIT_WEBHOOK_PATH = '/webhooks/git';

type ManagedSite = {
  name: string;
  managedByGit: boolean;
  git: { repo: string; branch: string; isFollowed?: boolean | undefined } | null;
};

export const followsRepository = (site: Omit<ManagedSite, 'name'> | undefined): boolean =>
  site?.managedByGit === true && site.git?.isFollowed === true && site.git.repo !== '';

const REQUESTED: readonly CallId[] = [
  'createSource',
  'updateSource',
  'deleteSource',
  'createSink',
  'updateSink',
  'deleteSink',
  'importPipelines',
  'putPipelineDefinition',
];

/** Kept by the service: the site names no other. */
export const hasOwnRepository = (site: Omit<ManagedSite, 'name'> | undefined): boolean =>
  site?.managedByGit === true && (site.git?.repo ?? '') === '';

/** Pull requests are made here, for a kept or followed repository. */
export const takesRequests = (site: Omit<ManagedSite, 'name'> | undefined): boolean =>
  hasOwnRepository(site) || followsRepository(site);

/** Why a user cannot make this call. API keys can, since the repository's automation uses one. */
export function directChangeRefusal(
  site: ManagedSite | undefined,
  call: CallId,
  action?: PipelineAction,
): string | undefined {
  if (!site?.managedByGit || !definesPipelines(call, action)) return undefined;
  if (hasOwnRepository(site))
    return `Site '${site.name}' is managed by Git: raise a pull request from its editor, form, file or import; archives an API key changes`;
  const { repo = '', branch = '' } = site.git ?? {};
  const where = branch === '' ? repo : `${repo} (branch ${branch})`;
  if (followsRepository(site))
    return `Site '${site.name}' is managed by Git: raise a pull request from its editor, form, file or import, or make this change in ${where}, which it follows`;
  return `Site '${site.name}' is managed by Git: make this change in ${where}, whose pipeline imports it with an API key`;
}

/** Why a person cannot directly change the site's own lookup table. */
export const directLookupRefusal = (site: ManagedSite | undefined): string | undefined =>
  directChangeRefusal(site, 'importPipelines');

export const goesAsRequest = (site: Omit<ManagedSite, 'name'> | undefined, call: CallId): boolean =>
  REQUESTED.includes(call) && takesRequests(site);

export function pullRequestRefusal(site: ManagedSite | undefined): string | undefined {
  if (takesRequests(site)) return undefined;
  if (!site?.managedByGit) return 'This site is not managed by Git; save the pipeline instead';
  return directChangeRefusal(site, 'saveGraph');
}
