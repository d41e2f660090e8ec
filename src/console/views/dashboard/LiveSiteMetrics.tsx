import { fromCount } from '../../../contract/parameters.ts';
import { useCall } from '../../api/use-call.ts';
import { useLiveCounters } from '../../api/use-live.ts';
import { savingNote } from '../../parts/analytics/saving-note.ts';
import { figureText, formatByteRate } from '../../widgets/format.ts';
import { formatMoney } from '../../widgets/format-money.ts';
import { type Delta, DeltaMark } from '../../widgets/metrics/delta-mark.tsx';
import { type Metric, MetricStrip } from '../../widgets/metrics/metric-strip.tsx';
import { countDelta, quantityDelta, shareDelta } from './deltas.ts';
import { ratesOf } from './rates.ts';
import { totalMetrics } from './SiteMetrics.tsx';
import type { SiteFigures } from './use-site-figures.ts';
import { useTotalsBefore } from './use-totals-before.ts';

const GIGABYTE = 1e9;

const now = (rate: number | undefined) =>
  rate === undefined ? undefined : `${figureText(formatByteRate(rate))} now`;

const mark = (delta: Delta | undefined) => delta && <DeltaMark {...delta} />;

/** Totals of the time range with what flows now, how they stand to the window before, and what they saved. */
export default function LiveSiteMetrics({ siteId, figures }: { siteId: string; figures: SiteFigures }) {
  const { pipelines, totals } = figures;
  const before = useTotalsBefore(siteId);
  const history = useLiveCounters(siteId);
  const quiet = { isSuppressed: true };
  const price = useCall('getSavingPrice', { path: { siteId } }, quiet).data?.savingPrice;
  const sources = new Set(pipelines.map((pipeline) => pipeline.sourceId));
  const sinks = new Set(pipelines.flatMap((pipeline) => pipeline.sinkIds));
  const input = ratesOf(history, (id, counters) => (sources.has(id) ? fromCount(counters.bytesIn) : 0));
  const output = ratesOf(history, (id, counters) => (sinks.has(id) ? fromCount(counters.bytesOut) : 0));
  const flowed = totals !== undefined && totals.input > 0;
  const more: Record<string, Partial<Metric>> = {
    optimization: {
      sub: flowed ? savingNote(totals) : undefined,
      delta: mark(shareDelta(totals?.saving?.percent, before?.saving?.percent)),
    },
    input: {
      sub: now(input.at(-1)),
      spark: input,
      delta: mark(quantityDelta(totals?.input, before?.input)),
    },
    output: {
      sub: now(output.at(-1)),
      spark: output,
      sparkTone: 'accent',
      delta: mark(quantityDelta(totals?.output, before?.output)),
    },
    errors: { delta: flowed && mark(countDelta(totals.errors, before?.errors)) },
  };
  const metrics: Metric[] = totalMetrics(totals).map((metric) => ({ ...metric, ...more[metric.id] }));
  if (flowed && totals.saving && price && price.pricePerGigabyte !== null) {
    const { pricePerGigabyte, currency } = price;
    const { saved } = totals.saving;
    metrics.splice(1, 0, {
      id: 'saving',
      label: 'Estimated saving',
      figure: formatMoney((saved / GIGABYTE) * pricePerGigabyte, currency),
      sub: `at ${pricePerGigabyte} ${currency} per GB`,
      delta: mark(quantityDelta(saved, before?.saving?.saved)),
    });
  }
  return <MetricStrip label="Site totals" metrics={metrics} hasDeltas />;
}
