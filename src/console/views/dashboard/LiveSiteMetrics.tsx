import type { FlowSeries } from '../../../contract/entities/analytics.ts';
import { formatMoney } from '../../../contract/figures.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { GIGABYTE, sumTotals, type Totals } from '../../../contract/totals.ts';
import { useCall } from '../../api/use-call.ts';
import { FatesNote } from '../../components/analytics/fates-note.tsx';
import { computeFormerSpan, nameFormerPeriod } from '../../components/analytics/former-period.ts';
import { formatLastKnown } from '../../components/analytics/last-known.ts';
import { buildErrorFigure, sumOpen, tallyErrors } from '../../components/errors/error-tally.ts';
import { useErrors } from '../../components/errors/use-errors.ts';
import { type Delta, DeltaMark } from '../../components/widgets/metrics/delta-mark.tsx';
import { type Metric, MetricStrip } from '../../components/widgets/metrics/metric-strip.tsx';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import { getNowUnixSeconds, useTimeRange, useTimeSpan } from '../../state/time-filter.ts';
import { computeCountDelta, computeLevelDelta, computeQuantityDelta, computeShareDelta } from './deltas.ts';
import { buildTotalMetrics } from './SiteMetrics.tsx';
import { describeCauses, listSparks } from './site-totals.ts';
import { FIGURES_MS, type SiteFigures, toRangeQuery } from './use-site-figures.ts';
import type { SiteFlow } from './use-site-flow.ts';

const MINUTE_MS = 60_000;
function useTotalsBefore(siteId: string, unit: SiteFigures['unit']): Totals | undefined {
  const span = useTimeSpan(MINUTE_MS);
  const former = computeFormerSpan(span);
  const { data } = useCall(
    'getPipelineSummaries',
    {
      query: {
        siteId,
        ...toRangeQuery(former ?? span),
        ...(unit === 'events' && { metricType: 'EVENTS_COUNT' }),
      },
    },
    { isSuppressed: true, keepPrevious: true, enabled: former !== undefined },
  );
  const totals = former && data ? sumTotals(Object.values(data.pipelineSummaries)) : undefined;
  // Without input there is nothing to compare.
  return totals && totals.totalInputDataBytes > 0 ? totals : undefined;
}

/** Unacknowledged errors of the previous period. */
function useErrorsBefore(siteId: string): number | undefined {
  const span = useTimeSpan(MINUTE_MS);
  const former = computeFormerSpan(span);
  const { data } = useCall(
    'countPipelineErrors',
    {
      query: {
        siteId,
        acknowledgeState: 'UNACKNOWLEDGED',
        ...toRangeQuery(former ?? span),
      },
    },
    { enabled: former !== undefined, isSuppressed: true, keepPrevious: true },
  );
  return former && data && fromCount(data.count);
}

const renderDelta = (delta: Delta | undefined) => delta && <DeltaMark {...delta} />;

/** A total that links to its details. */
const lead = (to: string, leadsTo: string) => ({ onPress: () => goTo(to), leadsTo });

type LiveSiteMetricsProps = {
  siteId: string;
  figures: SiteFigures;
  flow: SiteFlow;
  series: FlowSeries | undefined;
};

export default function LiveSiteMetrics({ siteId, figures, flow, series }: LiveSiteMetricsProps) {
  const { pipelines, totals, unit, isCounted } = figures;
  const amount = unit === 'bytes' ? formatBytes : formatCount;
  const before = useTotalsBefore(siteId, unit);
  const range = useTimeRange();
  const former = nameFormerPeriod(range);
  const price = useCall('getSavingPrice', { path: { siteId } }, { isSuppressed: true }).data?.savingPrice;
  const errors = useErrors(siteId, undefined, FIGURES_MS);
  const tally = tallyErrors(errors.errors);
  const errorsBefore = useErrorsBefore(siteId);
  const flowed = totals !== undefined && totals.totalInputDataBytes > 0;
  // Waiting data comes from the same stream as on the map.
  const waiting =
    (range.kind === 'preset' ? flow.site.waitingBytes : undefined) ?? totals?.totalWaitingDataBytes;
  const lastKnown = formatLastKnown(figures.until, getNowUnixSeconds());
  const sparks = listSparks(series, getNowUnixSeconds());
  const rates = { input: flow.site.input, output: flow.site.delivered };
  const causes = describeCauses({ pipelines, flows: flow.flows, names: flow.names }, totals, rates);
  const quantity = (now: number | undefined, then: number | undefined) =>
    renderDelta(computeQuantityDelta(now, then, former));
  const more: Record<string, Partial<Metric>> = {
    optimization: {
      sub: flowed ? <FatesNote totals={totals} isWhole={false} unit={unit} /> : undefined,
      spark: sparks?.optimization,
      delta: renderDelta(
        computeShareDelta(totals?.percentDataOptimized, before?.percentDataOptimized, former),
      ),
      ...lead(paths.monitoring(), 'Opens Monitoring'),
    },
    input: {
      sub: causes.input,
      spark: sparks?.input,
      delta: quantity(totals?.totalInputDataBytes, before?.totalInputDataBytes),
      ...lead(paths.sources(), 'Opens sources'),
    },
    output: {
      sub: causes.output,
      spark: sparks?.output,
      sparkTone: 'accent',
      delta: quantity(totals?.totalOutputDataBytes, before?.totalOutputDataBytes),
      ...lead(paths.destinations(), 'Opens destinations'),
    },
    errors:
      errors.isLoading || errors.error || !isCounted
        ? {}
        : {
            ...buildErrorFigure(tally),
            // Without input there is nothing to compare.
            delta: renderDelta(computeCountDelta(sumOpen(tally).occurrences, before && errorsBefore, former)),
            ...lead(paths.monitoringErrors(), 'Opens errors'),
          },
  };
  const metrics: Metric[] = buildTotalMetrics(totals, unit).map((metric) => ({
    ...metric,
    ...more[metric.id],
  }));
  // Collectors count only events, and bytes of waiting data.
  const waits: Metric[] = [
    {
      id: 'waiting',
      label: 'Waiting',
      figure: formatBytes(waiting),
      sub: lastKnown ? `Last known ${lastKnown}` : waiting === 0 ? 'Nothing waits' : causes.waiting,
      spark: sparks?.waiting,
      sparkTone: 'waiting',
      delta: renderDelta(computeLevelDelta(waiting, before?.totalWaitingDataBytes, former)),
      ...(causes.waitingAt
        ? lead(paths.destinations({ destination: causes.waitingAt.sinkId }), 'Opens the destination')
        : lead(paths.destinations(), 'Opens destinations')),
    },
  ];
  if (flowed)
    metrics.splice(3, 0, ...(unit === 'bytes' ? waits : []), {
      id: 'lost',
      label: 'Lost',
      figure: amount(totals.totalLostDataBytes),
      tone: causes.lostTone,
      sub: causes.deadLetters ? `${causes.lost}, ${causes.deadLetters}` : causes.lost,
      spark: sparks?.lost,
      sparkTone: causes.lostTone ? 'bad' : 'quiet',
      ...(causes.deadLetters && !causes.lostTone
        ? lead(paths.deadLetters(), 'Opens dead letters')
        : lead(paths.monitoringErrors(), 'Opens errors')),
    });
  if (
    flowed &&
    unit === 'bytes' &&
    totals.percentDataOptimized !== null &&
    price &&
    price.pricePerGigabyte !== null
  ) {
    const { pricePerGigabyte, currency } = price;
    const saved = totals.optimizedDataBytes;
    metrics.splice(1, 0, {
      id: 'saving',
      label: 'Estimated saving',
      figure: formatMoney((saved / GIGABYTE) * pricePerGigabyte, currency),
      sub: `at ${pricePerGigabyte} ${currency} per GB`,
      delta: quantity(saved, before?.optimizedDataBytes),
    });
  }
  return <MetricStrip label="Site totals" metrics={metrics} hasDeltas />;
}
