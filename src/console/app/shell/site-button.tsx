import type { ComponentPropsWithRef } from 'react';
import { ENGINE_LOOKS } from '../../components/engine-look.ts';
import { Icon } from '../../components/widgets/icons/icon.tsx';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import { useSites } from '../../state/sites.ts';
import * as css from './sidebar.css.ts';

const ACTIVE = { shape: 'check', tone: 'ok' } as const;
const INACTIVE = { shape: 'dashed', tone: 'text3' } as const;

export function SiteButton(props: ComponentPropsWithRef<'button'>) {
  const { site, query } = useSites();
  const name = site?.name ?? (query.isPending ? '' : 'Select existing site');
  const isAway = site?.status === 'ACTIVE' && site.engineState === 'disconnected';
  const look = isAway ? ENGINE_LOOKS.disconnected : site?.status === 'ACTIVE' ? ACTIVE : INACTIVE;
  return (
    <button
      type="button"
      {...props}
      className={css.site}
      aria-label={`Site: ${name}${isAway ? ', not connected' : ''}`}
    >
      {site && <StatusShape shape={look.shape} tone={look.tone} />}
      <span className={css.siteName}>{name}</span>
      <Icon name="chevronDown" size="s" className={css.siteChevron} />
    </button>
  );
}
