import type { SaveInput, SaveOutcome } from '../../../../machines/connection-form/connection-form.machine.ts';
import type { GitProvider, SiteEngine } from '../../../contract/entities/site-form.ts';
import type { Vendor } from '../../../contract/enums.ts';
import { callApi } from '../../api/call-api.ts';
import { saveOutcome } from '../../parts/entity-form/save-outcome.ts';

/** What a site form holds beside name and description. */
export type SiteConfig = {
  /** Empty while none is chosen. */
  vendor: Vendor | '';
  /** Chosen when the site is made, and then no more. */
  engine: SiteEngine;
  managedByGit: boolean;
  gitProvider: GitProvider | '';
  gitRepo: string;
  gitBranch: string;
  gitAccessToken: string;
  gitRepoPath: string;
};

/** The rules are the service's: what is not chosen is sent as it is, and comes back named. */
const sent = (values: SaveInput['values'], withGit: boolean) => {
  const { vendor, engine, gitAccessToken, ...git } = values.config as SiteConfig;
  const { name, description } = values;
  const site = { name, description, vendor: vendor as Vendor, ...(withGit ? git : {}) };
  return { site, engine, gitAccessToken };
};

/** @param withGit the form has its Git section */
export const saveSite = ({ id, values, revision }: SaveInput, withGit: boolean): Promise<SaveOutcome> =>
  saveOutcome(/^site\./, async () => {
    const { site, engine, gitAccessToken } = sent(values, withGit);
    if (id === undefined) {
      const body = { site: { ...site, engine, ...(withGit ? { gitAccessToken } : {}) } };
      const { data } = await callApi('createSite', { body });
      return { id: data.id, revision: 1 };
    }
    const options = { ifMatch: revision ?? ('*' as const) };
    const { data } = await callApi('updateSite', { body: { site: { id, ...site } } }, options);
    return { id, revision: data.site.revision };
  });
