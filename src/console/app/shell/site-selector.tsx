import type { ComponentPropsWithRef } from 'react';
import { useSites } from '../../actors/sites.ts';
import { OpenOnDemand } from '../../widgets/actions/open-on-demand.tsx';
import { Icon } from '../../widgets/icons/icon.tsx';
import { StatusShape } from '../../widgets/icons/status-shape.tsx';
import { lazyCode } from '../../widgets/lazy/lazy-code.ts';
import * as css from './sidebar.css.ts';

/** The selected site with its state, as a button. */
export function SiteButton(props: ComponentPropsWithRef<'button'>) {
  const { site, query } = useSites();
  const name = site?.name ?? (query.isPending ? '' : 'Select existing site');
  return (
    <button type="button" {...props} className={css.site} aria-label={`Site: ${name}`}>
      {site && (
        <StatusShape
          shape={site.status === 'ACTIVE' ? 'check' : 'dashed'}
          tone={site.status === 'ACTIVE' ? 'ok' : 'text3'}
        />
      )}
      <span className={css.siteName}>{name}</span>
      <Icon name="chevronDown" size="s" className={css.siteChevron} />
    </button>
  );
}

const list = lazyCode(async () => (await import('../screens.ts')).POPUPS.siteList());

/** Choice of the site; the list's code comes with the first need. */
export const SiteSelector = () => (
  <OpenOnDemand trigger={<SiteButton />} popup="listbox" load={list.load}>
    <list.Component />
  </OpenOnDemand>
);
