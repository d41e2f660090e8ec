import { useMemo } from 'react';
import type { SiteHealth } from '../../components/health/use-health.ts';
import { FateLegend } from '../../components/widgets/fates/fate-swatch.tsx';
import { Topology } from '../../components/widgets/topology/topology.tsx';
import { formatBytes, formatCount, formatFigure } from '../../lib/format.ts';
import { goTo } from '../../state/location.tsx';
import * as css from './overview.css.ts';
import { buildSiteTopology, formatRateText } from './site-topology.ts';
import type { SiteFigures } from './use-site-figures.ts';
import type { SiteFlow } from './use-site-flow.ts';

type SiteMapProps = {
  isOnEngine: boolean;
  rows: SiteFigures['rows'];
  totals: SiteFigures['totals'];
  flow: SiteFlow;
  health: SiteHealth;
};

const countEvents = (count: number | undefined) => formatFigure(formatCount(count));

export function SiteMap({ isOnEngine, rows, totals, flow, health }: SiteMapProps) {
  const { flows, names, site } = flow;
  const topology = useMemo(
    () => buildSiteTopology({ rows, health, flows, names }),
    [rows, health, flows, names],
  );
  if (topology.nodes.length === 0) return null;
  return (
    <section aria-label="Map of the site" className={css.section}>
      <div className={css.head}>
        <h2 className={css.heading}>
          Flow <span className={css.note}>now, width is volume</span>
        </h2>
        <FateLegend
          figures={{
            delivered: formatRateText(site.delivered),
            dropped: formatRateText(site.dropped),
            waiting: formatFigure(formatBytes(site.waitingBytes)),
            dead: countEvents(isOnEngine ? totals?.eventsDeadLetter : undefined),
            lost: countEvents(totals?.eventsLost),
          }}
        />
      </div>
      <Topology {...topology} onFollow={goTo} />
    </section>
  );
}
