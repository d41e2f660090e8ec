import type { ComponentPropsWithRef } from 'react';
import { Icon } from '../../components/widgets/icons/icon.tsx';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import { useSites } from '../../state/sites.ts';
import * as css from './sidebar.css.ts';

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
