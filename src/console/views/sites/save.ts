import type { SaveInput, SaveOutcome } from '../../../../machines/entity-form/entity-form.machine.ts';
import type { RequestProvider, SiteEngine } from '../../../contract/entities/site-form.ts';
import type { Vendor } from '../../../contract/enums.ts';
import { callApi } from '../../api/call-api.ts';
import { createFieldErrorsReader, saveOutcome } from '../../components/entity-form/save-outcome.ts';

/** Fields of a site form besides name and description. */
export type SiteConfig = {
  /** Empty until chosen. */
  vendor: Vendor | '';
  /** Cannot be changed after creation. */
  engine: SiteEngine;
  managedByGit: boolean;
  /** The service keeps the repository. */
  gitEmbedded: boolean;
  /** A merge needs someone else's approval. */
  needsApproval: boolean;
  gitProvider: RequestProvider | '';
  gitRepo: string;
  gitBranch: string;
  gitAccessToken: string;
  gitRepoPath: string;
  gitApi: string;
  gitSigned: boolean;
  gitMessage: string;
  /** The service fetches the branch and applies it. */
  gitFollowed: boolean;
  /** `stored`: the stored one is kept. */
  gitToken: 'stored' | { text: string };
  gitWebhookSecret: 'stored' | { text: string };
  gitSshKey: 'stored' | { text: string };
};

const NO_REPOSITORY = { gitProvider: '', gitRepo: '', gitBranch: '', gitRepoPath: '', gitApi: '' } as const;

/** Invalid choices are sent as they are: the service validates them. */
const toSiteBody = (values: SaveInput['values'], withGit: boolean) => {
  const { vendor, engine, gitAccessToken, gitEmbedded, gitToken, gitWebhookSecret, gitSshKey, ...fields } =
    values.config as SiteConfig;
  const secrets = {
    ...(gitToken === 'stored' ? {} : { gitToken: gitToken.text }),
    ...(gitWebhookSecret === 'stored' ? {} : { gitWebhookSecret: gitWebhookSecret.text }),
    ...(gitSshKey === 'stored' ? {} : { gitSshKey: gitSshKey.text }),
  };
  const git = gitEmbedded
    ? { ...fields, ...NO_REPOSITORY, gitFollowed: false, gitToken: '', gitWebhookSecret: '', gitSshKey: '' }
    : { ...fields, ...secrets, needsApproval: fields.gitFollowed && fields.needsApproval };
  const { name, description } = values;
  const site = { name, description, vendor: vendor as Vendor, ...(withGit ? git : {}) };
  return { site, engine, gitAccessToken, gitEmbedded };
};

/** @param withGit whether the form has its Git section */
export const saveSite = ({ id, values, revision }: SaveInput, withGit: boolean): Promise<SaveOutcome> =>
  saveOutcome(createFieldErrorsReader(/^site\./), async () => {
    const { site, engine, gitAccessToken, gitEmbedded } = toSiteBody(values, withGit);
    if (id === undefined) {
      const body = { site: { ...site, engine, ...(withGit ? { gitAccessToken, gitEmbedded } : {}) } };
      const { data } = await callApi('createSite', { body });
      return { id: data.id, revision: 1 };
    }
    const options = { ifMatch: revision ?? ('*' as const) };
    const { data } = await callApi('updateSite', { body: { site: { id, ...site } } }, options);
    return { id, revision: data.site.revision };
  });
