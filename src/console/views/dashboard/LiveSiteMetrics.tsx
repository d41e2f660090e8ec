import type { TimeSpan } from '../../../../machines/time-filter/index.ts';
import type { ComponentCounters } from '../../../contract/live.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { listLiveRates, type ReadTotal } from '../../api/live-rates.ts';
import { useCall } from '../../api/use-call.ts';
import { useLiveCounters } from '../../api/use-live.ts';
import { FatesNote } from '../../components/analytics/fates-note.tsx';
import { sumTotals, type Totals } from '../../components/analytics/summary-of.ts';
import { buildErrorFigure, sumOpen, tallyErrors } from '../../components/errors/error-tally.ts';
import { useErrors } from '../../components/errors/use-errors.ts';
import { type Delta, DeltaMark } from '../../components/widgets/metrics/delta-mark.tsx';
import { type Metric, MetricStrip } from '../../components/widgets/metrics/metric-strip.tsx';
import { formatByteRate, formatFigure } from '../../lib/format.ts';
import { formatMoney } from '../../lib/format-money.ts';
import { getNowUnixSeconds, useTimeSpan } from '../../state/time-filter.ts';
import { computeCountDelta, computeQuantityDelta, computeShareDelta } from './deltas.ts';
import { buildTotalMetrics } from './SiteMetrics.tsx';
import { FIGURES_MS, type SiteFigures, toRangeQuery } from './use-site-figures.ts';

const MINUTE_MS = 60_000;
const KEPT_SECONDS = 60 * 86_400;

/** The previous period; undefined beyond retention. */
function computePreviousSpan({ start, end }: TimeSpan): TimeSpan | undefined {
  const former = { start: start - (end - start), end: start };
  return former.start < getNowUnixSeconds() - KEPT_SECONDS ? undefined : former;
}

function useTotalsBefore(siteId: string): Totals | undefined {
  const span = useTimeSpan(MINUTE_MS);
  const former = computePreviousSpan(span);
  const { data } = useCall(
    'getPipelineSummaries',
    { query: { siteId, ...toRangeQuery(former ?? span) } },
    { isSuppressed: true, keepPrevious: true, enabled: former !== undefined },
  );
  const totals = former && data ? sumTotals(Object.values(data.pipelineSummaries)) : undefined;
  // Without input there was no time before to compare with.
  return totals && totals.totalInputDataBytes > 0 ? totals : undefined;
}

/** Errors of the previous period that are not acknowledged. */
function useErrorsBefore(siteId: string): number | undefined {
  const span = useTimeSpan(MINUTE_MS);
  const former = computePreviousSpan(span);
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

type Read = (componentId: string, counters: ComponentCounters) => number;

/** Over all components; a source shared by pipelines counts in each, as in the totals. */
const sumCounters =
  (read: Read): ReadTotal =>
  ({ pipelines }) =>
    Object.values(pipelines).reduce(
      (sum, components) =>
        Object.entries(components).reduce((total, [id, counters]) => total + read(id, counters), sum),
      0,
    );

const GIGABYTE = 1e9;

const formatRateNow = (rate: number | null | undefined) =>
  rate === undefined || rate === null ? undefined : `${formatFigure(formatByteRate(rate))} now`;

const renderDelta = (delta: Delta | undefined) => delta && <DeltaMark {...delta} />;

export default function LiveSiteMetrics({ siteId, figures }: { siteId: string; figures: SiteFigures }) {
  const { pipelines, totals } = figures;
  const before = useTotalsBefore(siteId);
  const history = useLiveCounters(siteId);
  const quiet = { isSuppressed: true };
  const price = useCall('getSavingPrice', { path: { siteId } }, quiet).data?.savingPrice;
  const sources = new Set(pipelines.map((pipeline) => pipeline.sourceId));
  const sinks = new Set(pipelines.flatMap((pipeline) => pipeline.sinkIds));
  const input = listLiveRates(
    history,
    sumCounters((id, counters) => (sources.has(id) ? fromCount(counters.bytesIn) : 0)),
  );
  const output = listLiveRates(
    history,
    sumCounters((id, counters) => (sinks.has(id) ? fromCount(counters.bytesOut) : 0)),
  );
  const errors = useErrors(siteId, undefined, FIGURES_MS);
  const tally = tallyErrors(errors.errors);
  const errorsBefore = useErrorsBefore(siteId);
  const flowed = totals !== undefined && totals.totalInputDataBytes > 0;
  const more: Record<string, Partial<Metric>> = {
    optimization: {
      sub: flowed ? <FatesNote totals={totals} /> : undefined,
      delta: renderDelta(computeShareDelta(totals?.percentDataOptimized, before?.percentDataOptimized)),
    },
    input: {
      sub: formatRateNow(input.at(-1)),
      spark: input,
      delta: renderDelta(computeQuantityDelta(totals?.totalInputDataBytes, before?.totalInputDataBytes)),
    },
    output: {
      sub: formatRateNow(output.at(-1)),
      spark: output,
      sparkTone: 'accent',
      delta: renderDelta(computeQuantityDelta(totals?.totalOutputDataBytes, before?.totalOutputDataBytes)),
    },
    errors: errors.isLoading
      ? {}
      : {
          ...buildErrorFigure(tally),
          // Without input there was no time before to compare with.
          delta: renderDelta(computeCountDelta(sumOpen(tally).occurrences, before && errorsBefore)),
        },
  };
  const metrics: Metric[] = buildTotalMetrics(totals).map((metric) => ({ ...metric, ...more[metric.id] }));
  if (flowed && totals.percentDataOptimized !== null && price && price.pricePerGigabyte !== null) {
    const { pricePerGigabyte, currency } = price;
    const saved = totals.optimizedDataBytes;
    metrics.splice(1, 0, {
      id: 'saving',
      label: 'Estimated saving',
      figure: formatMoney((saved / GIGABYTE) * pricePerGigabyte, currency),
      sub: `at ${pricePerGigabyte} ${currency} per GB`,
      delta: renderDelta(computeQuantityDelta(saved, before?.optimizedDataBytes)),
    });
  }
  return <MetricStrip label="Site totals" metrics={metrics} hasDeltas />;
}
