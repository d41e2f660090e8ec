import { isTrouble } from '../../../contract/entities/health.ts';
import { LateCollectorNote } from '../../components/analytics/LateCollectorNote.tsx';
import { useHealth } from '../../components/health/use-health.ts';
import { Attention } from './Attention.tsx';
import LiveSiteMetrics from './LiveSiteMetrics.tsx';
import type { SiteFigures } from './use-site-figures.ts';
import { useSiteFlow } from './use-site-flow.ts';
import { useSiteSeries } from './use-site-series.ts';

type DashboardHeadProps = { siteId: string; figures: SiteFigures };

/** `3 of 5 pipelines healthy. No data lost.` */
function describeRest(running: number, troubled: number, lost: number | undefined): string {
  const healthy = `${running - troubled} of ${running} running pipelines healthy.`;
  if (lost === undefined) return healthy;
  return `${healthy} ${lost === 0 ? 'No data lost.' : 'Data was lost.'}`;
}

/** Troubled pipelines, then totals. */
export default function DashboardHead({ siteId, figures }: DashboardHeadProps) {
  const health = useHealth(siteId);
  const flow = useSiteFlow(siteId, figures);
  const series = useSiteSeries(siteId);
  const running = health.pipelines.filter(({ state }) => state !== 'notRunning' && state !== 'starting');
  const troubled = running.filter(({ state }) => isTrouble(state));
  return (
    <>
      <Attention
        health={health}
        flow={flow}
        note={describeRest(running.length, troubled.length, figures.totals?.eventsLost)}
      />
      <LiveSiteMetrics siteId={siteId} figures={figures} flow={flow} series={series.data} />
      {figures.unit === 'events' && <LateCollectorNote />}
    </>
  );
}
