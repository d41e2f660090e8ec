import { useMemo } from 'react';
import type { OpenBucket } from '../../../charts/rates.ts';
import type { ChartSeries } from '../../../charts/types.ts';
import type { Fleet } from '../../../contract/entities/fleet.ts';
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

/** The last reported point: later data comes with the next report. */
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

type Answer = {
  data: AgentSeries | undefined;
  error: Error | null;
  isPending: boolean;
  refetch: () => unknown;
};
type VolumesProps = { events: Answer; bytes: Answer; isConnected: boolean; who: string; away: string };

/** Why there is no data, and what to do. */
function describeAbsence({ who, away, isConnected }: VolumesProps, canReport: boolean): string {
  if (!canReport)
    return `${who} own metrics, so what is processed is not known. Let the supervisor have reports_own_metrics: true.`;
  return isConnected
    ? 'No report of its own metrics in this time range. A Collector sends one a minute, the first after a minute.'
    : `No report of its own metrics in this time range; ${away} not connected.`;
}

function Volumes(props: VolumesProps) {
  const { events, bytes } = props;
  const ofEvents = useMemo(() => (events.data ? buildSeries(events.data) : []), [events.data]);
  const ofBytes = useMemo(() => (bytes.data ? buildSeries(bytes.data) : []), [bytes.data]);
  const open = useMemo(() => events.data && findReportedPoint(events.data), [events.data]);
  const shared = { open, onSelectRange: selectChartRange };
  return (
    <section className={css.section} aria-labelledby="agent-volumes">
      <h3 id="agent-volumes" className={css.heading}>
        Volumes
      </h3>
      {events.data && ofEvents.length === 0 ? (
        <p className={css.quiet}>{describeAbsence(props, events.data.canReport)}</p>
      ) : (
        <>
          <LineChart
            title="Events"
            note="log records, spans and data points"
            unit="events"
            series={ofEvents}
            loading={events.isPending}
            error={events.data ? null : events.error}
            onRetry={() => void events.refetch()}
            {...shared}
          />
          {ofBytes.length > 0 && (
            <LineChart
              title="Bytes"
              unit="bytes"
              series={ofBytes}
              loading={false}
              error={null}
              onRetry={() => void bytes.refetch()}
              {...shared}
            />
          )}
          <p className={css.quiet}>
            Exact: how many receivers took and exporters sent, as Collectors count them; what goes to two
            exporters counts twice. Estimated: when within the time between two reports, since growth is
            spread evenly over it.
            {bytes.data && ofBytes.length === 0 && ' Bytes are not counted here.'}
          </p>
        </>
      )}
    </section>
  );
}

const COUNT = { metricType: 'AGENT_EVENTS_COUNT' } as const;
const BYTES = { metricType: 'AGENT_EVENTS_BYTES' } as const;

/** Data processed by the agent in the time range, by its own count. */
export function AgentVolumes({ agent }: { agent: AgentDetail }) {
  const { range, poll } = useAnalyticsRange();
  const path = { agentId: agent.id };
  const options = buildFiguresOptions(poll);
  return (
    <Volumes
      events={useCall('getAgentSeries', { path, query: { ...COUNT, ...range } }, options)}
      bytes={useCall('getAgentSeries', { path, query: { ...BYTES, ...range } }, options)}
      isConnected={agent.isConnected}
      who="This agent does not send its"
      away="the agent is"
    />
  );
}

/** Data processed by the fleet's agents in the time range, including former ones. */
export function FleetVolumes({ fleet }: { fleet: Fleet }) {
  const { range, poll } = useAnalyticsRange();
  const path = { fleetId: fleet.id };
  const options = buildFiguresOptions(poll);
  return (
    <Volumes
      events={useCall('getFleetSeries', { path, query: { ...COUNT, ...range } }, options)}
      bytes={useCall('getFleetSeries', { path, query: { ...BYTES, ...range } }, options)}
      isConnected={fleet.statuses.DISCONNECTED < fleet.agentCount}
      who="No agent of this fleet sends its"
      away="its agents are"
    />
  );
}
