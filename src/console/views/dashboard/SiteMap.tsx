import { useMemo } from 'react';
import type { SiteComponent } from '../../../contract/entities/analytics.ts';
import { useCall } from '../../api/use-call.ts';
import type { SiteHealth } from '../../components/health/use-health.ts';
import { Topology } from '../../components/widgets/topology/topology.tsx';
import { goTo } from '../../state/location.tsx';
import * as css from './overview.css.ts';
import { buildSiteTopology } from './site-topology.ts';
import type { SiteFigures } from './use-site-figures.ts';

type SiteMapProps = {
  siteId: string;
  rows: SiteFigures['rows'];
  components: readonly SiteComponent[] | undefined;
  health: SiteHealth;
};

const NONE: readonly SiteComponent[] = [];

export function SiteMap({ siteId, rows, components = NONE, health }: SiteMapProps) {
  const names = useCall('listNodeNames', { query: { siteId } }, { isSuppressed: true, keepPrevious: true });
  const topology = useMemo(
    () =>
      buildSiteTopology({
        rows,
        health,
        components,
        names: new Map(names.data?.nodeNames.map(({ id, name }) => [id, name])),
      }),
    [rows, components, health, names.data],
  );
  if (topology.nodes.length === 0) return null;
  return (
    <section aria-label="Map of the site" className={css.section}>
      <h2 className={css.heading}>Sources to destinations</h2>
      <Topology {...topology} onFollow={goTo} />
    </section>
  );
}
