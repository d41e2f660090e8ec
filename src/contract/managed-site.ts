import type { CallId } from './calls/index.ts';
import type { PipelineAction } from './enums.ts';

/**
 * Calls that change what a git-managed site's repository defines: pipelines, graphs, transforms,
 * sources, destinations and archives. Deploying, pausing, samples and acknowledging are excluded.
 */
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

/** A provider posts to it, with the id of the site, that something was pushed. */
export const GIT_WEBHOOK_PATH = '/webhooks/git';

type ManagedSite = {
  name: string;
  managedByGit: boolean;
  git: { repo: string; branch: string; isFollowed?: boolean | undefined } | null;
};

/** The service fetches the branch of its repository and brings the site to it. */
export const followsRepository = (site: Omit<ManagedSite, 'name'> | undefined): boolean =>
  site?.managedByGit === true && site.git?.isFollowed === true && site.git.repo !== '';

/** What a pull request asks for on a site that takes them. */
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

/** The service keeps the repository of a managed site that names no other. */
export const hasOwnRepository = (site: Omit<ManagedSite, 'name'> | undefined): boolean =>
  site?.managedByGit === true && (site.git?.repo ?? '') === '';

/** Its changes are raised as pull requests here: into the repository that is kept here, or the one that it follows. */
export const takesRequests = (site: Omit<ManagedSite, 'name'> | undefined): boolean =>
  hasOwnRepository(site) || followsRepository(site);

/**
 * Why a user cannot make such a call on the site. API keys can, because the repository's automation uses one.
 */
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

/** Why a person cannot change a lookup table that the site has for itself directly. */
export const directLookupRefusal = (site: ManagedSite | undefined): string | undefined =>
  directChangeRefusal(site, 'importPipelines');

/** Whether a person's change by that call goes as a pull request. */
export const goesAsRequest = (site: Omit<ManagedSite, 'name'> | undefined, call: CallId): boolean =>
  REQUESTED.includes(call) && takesRequests(site);

/** Why no pull request can be raised on the site here; undefined where it can. */
export function pullRequestRefusal(site: ManagedSite | undefined): string | undefined {
  if (takesRequests(site)) return undefined;
  if (!site?.managedByGit) return 'This site is not managed by Git; save the pipeline instead';
  return directChangeRefusal(site, 'saveGraph');
}
