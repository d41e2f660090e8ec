import { useMemo } from 'react';
import type { OpenBucket } from '../../../charts/rates.ts';
import type { ChartSeries } from '../../../charts/types.ts';
import type { AgentDetail, AgentSeries } from '../../../contract/entities/fleet-agent.ts';
import { useCall } from '../../api/use-call.ts';
import { buildFiguresOptions, useAnalyticsRange } from '../../components/analytics/analytics-query.ts';
import { toChartPoints } from '../../components/chart-series.ts';
import { selectChartRange } from '../../components/select-chart-range.ts';
import { LineChart } from '../../components/widgets/charts/line-chart.tsx';
import * as css from './fleets.css.ts';

const buildSeries = (data: AgentSeries): ChartSeries[] =>
  [
    {
      id: 'received',
      label: 'Received',
      tone: 'in' as const,
      points: toChartPoints(data.receivedDataSeries),
    },
    {
      id: 'sent',
      label: 'Sent',
      tone: 'out' as const,
      area: true,
      points: toChartPoints(data.sentDataSeries),
    },
    ...[
      {
        id: 'refused',
        label: 'Refused',
        tone: 'drop' as const,
        points: toChartPoints(data.refusedDataSeries),
      },
      { id: 'failed', label: 'Failed', tone: 'lost' as const, points: toChartPoints(data.failedDataSeries) },
    ].filter(({ points }) => points.some(({ value }) => value !== null && value > 0)),
  ].filter(({ points }) => points.length > 0);

/** The last point as far as the agent has reported: what it does since then comes with its next report. */
function findReportedPoint({
  receivedDataSeries,
  reportedAt,
  coverage,
}: AgentSeries): OpenBucket | undefined {
  const last = receivedDataSeries.timeSeriesTuple.at(-1);
  const since = (last?.unixTimeSeconds ?? 0) * 1000;
  const until = Date.parse(reportedAt);
  return last && until > since && until < since + coverage.resolutionSeconds * 1000
    ? { since, until }
    : undefined;
}

/** Why there is nothing to see, and what to do; empty when there is. */
function describeAbsence({ canReport, isConnected, isEmpty }: Record<string, boolean>): string {
  if (!isEmpty) return '';
  if (!canReport)
    return 'This agent does not send its own metrics, so what it processes is not known. Let its supervisor have reports_own_metrics: true.';
  return isConnected
    ? 'No report of its own metrics in this time range. A Collector sends one a minute, the first after a minute.'
    : 'No report of its own metrics in this time range; the agent is not connected.';
}

/** What the agent processed in the time range, by its own count. */
export function AgentVolumes({ agent }: { agent: AgentDetail }) {
  const { range, poll } = useAnalyticsRange();
  const ask = (metricType: AgentSeries['metricType']) => ({
    path: { agentId: agent.id },
    query: { metricType, ...range },
  });
  const events = useCall('getAgentSeries', ask('AGENT_EVENTS_COUNT'), buildFiguresOptions(poll));
  const bytes = useCall('getAgentSeries', ask('AGENT_EVENTS_BYTES'), buildFiguresOptions(poll));
  const ofEvents = useMemo(() => (events.data ? buildSeries(events.data) : []), [events.data]);
  const ofBytes = useMemo(() => (bytes.data ? buildSeries(bytes.data) : []), [bytes.data]);
  const open = useMemo(() => events.data && findReportedPoint(events.data), [events.data]);
  const absence = events.data
    ? describeAbsence({
        canReport: events.data.canReport,
        isConnected: agent.isConnected,
        isEmpty: ofEvents.length === 0,
      })
    : '';
  return (
    <section className={css.section} aria-labelledby="agent-volumes">
      <h3 id="agent-volumes" className={css.heading}>
        Volumes
      </h3>
      {absence !== '' ? (
        <p className={css.quiet}>{absence}</p>
      ) : (
        <>
          <LineChart
            title="Events"
            note="log records, spans and data points"
            unit="events"
            series={ofEvents}
            open={open}
            loading={events.isPending}
            error={events.data ? null : events.error}
            onRetry={() => void events.refetch()}
            onSelectRange={selectChartRange}
          />
          {ofBytes.length > 0 && (
            <LineChart
              title="Bytes"
              unit="bytes"
              series={ofBytes}
              open={open}
              loading={false}
              error={null}
              onRetry={() => void bytes.refetch()}
              onSelectRange={selectChartRange}
            />
          )}
          <p className={css.quiet}>
            Exact: how many its receivers took and its exporters sent, as the Collector counts them; what goes
            to two exporters counts twice. Estimated: when within the time between two reports, since growth
            is spread evenly over it.
            {bytes.data && ofBytes.length === 0 && ' This Collector does not count bytes.'}
          </p>
        </>
      )}
    </section>
  );
}
