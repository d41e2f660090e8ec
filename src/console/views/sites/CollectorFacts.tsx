import { Link } from 'wouter';
import { mono, quietLink } from '../../../../styles/text.css.ts';
import type { SiteDetail } from '../../../contract/entities/site-form.ts';
import { counted } from '../../../contract/values.ts';
import { changeQuery, paths } from '../../lib/paths.ts';
import * as css from './sites.css.ts';

type CollectorFactsProps = { siteId: string; collectors: NonNullable<SiteDetail['collectors']> };

/** The site's fleet, and requirements of its Collectors. */
export function CollectorFacts({ siteId, collectors }: CollectorFactsProps) {
  const { fleetId, configurationId, configurationVersion, agents, connected, variables } = collectors;
  const inSite = changeQuery('', { site: siteId });
  return (
    <>
      <dt className={css.term}>Fleet</dt>
      <dd className={css.value}>
        <Link href={paths.fleet(fleetId) + inSite} className={quietLink}>
          {agents === 0 ? 'No agent has enrolled yet' : counted(agents, 'agent')}
        </Link>
        {agents > 0 && `, ${connected} connected`}
      </dd>
      <dt className={css.term}>Configuration</dt>
      <dd className={css.value}>
        <Link href={paths.configuration(configurationId) + inSite} className={quietLink}>
          Version {configurationVersion}
        </Link>
      </dd>
      {variables.length > 0 && (
        <>
          <dt className={css.term}>Variables</dt>
          <dd className={css.value}>
            <ul className={css.running} aria-label="Variables that each Collector needs">
              {variables.map(({ name, purpose, destination }) => (
                <li key={name}>
                  <span className={mono}>{name}</span>: {purpose} of {destination}
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
    </>
  );
}
