import type { TimeSpan } from '../../../../machines/time-filter/index.ts';
import { computeRate } from '../../../contract/figures.ts';
import type { ComponentCounters } from '../../../contract/live.ts';
import { fromCount } from '../../../contract/parameters.ts';
import type { CounterHistory } from '../../api/live-counters.ts';
import { useCall } from '../../api/use-call.ts';
import { useLiveCounters } from '../../api/use-live.ts';
import { FatesNote } from '../../components/analytics/fates-note.tsx';
import { sumTotals, type Totals } from '../../components/analytics/summary-of.ts';
import { type Delta, DeltaMark } from '../../components/widgets/metrics/delta-mark.tsx';
import { type Metric, MetricStrip } from '../../components/widgets/metrics/metric-strip.tsx';
import { formatByteRate, formatFigure } from '../../lib/format.ts';
import { formatMoney } from '../../lib/format-money.ts';
import { getNowUnixSeconds, useTimeSpan } from '../../state/time-filter.ts';
import { computeCountDelta, computeQuantityDelta, computeShareDelta } from './deltas.ts';
import { buildTotalMetrics } from './SiteMetrics.tsx';
import { type SiteFigures, toRangeQuery } from './use-site-figures.ts';

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
  return former && data ? sumTotals(Object.values(data.pipelineSummaries)) : undefined;
}

type Read = (componentId: string, counters: ComponentCounters) => number;

const sumCounters = (sample: CounterHistory[number], read: Read): number => {
  let sum = 0;
  for (const components of Object.values(sample.pipelines)) {
    for (const [id, counters] of Object.entries(components)) sum += read(id, counters);
  }
  return sum;
};

/** Rates between neighboring samples, oldest first; a restart gives 0. */
function computeRates(history: CounterHistory, read: Read): number[] {
  return history.slice(1).map((sample, index) => {
    const former = history[index]!;
    const before = { at: former.at, total: sumCounters(former, read) };
    return computeRate(before, { at: sample.at, total: sumCounters(sample, read) }) ?? 0;
  });
}

const GIGABYTE = 1e9;

const formatRateNow = (rate: number | undefined) =>
  rate === undefined ? undefined : `${formatFigure(formatByteRate(rate))} now`;

const renderDelta = (delta: Delta | undefined) => delta && <DeltaMark {...delta} />;

export default function LiveSiteMetrics({ siteId, figures }: { siteId: string; figures: SiteFigures }) {
  const { pipelines, totals } = figures;
  const before = useTotalsBefore(siteId);
  const history = useLiveCounters(siteId);
  const quiet = { isSuppressed: true };
  const price = useCall('getSavingPrice', { path: { siteId } }, quiet).data?.savingPrice;
  const sources = new Set(pipelines.map((pipeline) => pipeline.sourceId));
  const sinks = new Set(pipelines.flatMap((pipeline) => pipeline.sinkIds));
  const input = computeRates(history, (id, counters) => (sources.has(id) ? fromCount(counters.bytesIn) : 0));
  const output = computeRates(history, (id, counters) => (sinks.has(id) ? fromCount(counters.bytesOut) : 0));
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
    errors: {
      delta: flowed && renderDelta(computeCountDelta(totals.processingErrors, before?.processingErrors)),
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
