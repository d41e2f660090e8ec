import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { fromCount } from '../../../contract/parameters.ts';
import type { CounterHistory } from '../../api/live-counters.ts';
import { figureText, formatByteRate, formatBytes, formatCount, formatPercent } from '../../widgets/format.ts';
import { type Metric, MetricStrip } from '../../widgets/metrics/metric-strip.tsx';
import { ratesOf } from './rates.ts';
import type { SiteTotals } from './use-site-figures.ts';

type SiteMetricsProps = {
  pipelines: readonly Pipeline[];
  totals: SiteTotals | undefined;
  history: CounterHistory;
};

const now = (rate: number | undefined) =>
  rate === undefined ? undefined : `${figureText(formatByteRate(rate))} now`;

/** Totals of the time range, each with what flows now. */
export function SiteMetrics({ pipelines, totals, history }: SiteMetricsProps) {
  const sources = new Set(pipelines.map((pipeline) => pipeline.sourceId));
  const sinks = new Set(pipelines.flatMap((pipeline) => pipeline.sinkIds));
  const input = ratesOf(history, (id, counters) => (sources.has(id) ? fromCount(counters.bytesIn) : 0));
  const output = ratesOf(history, (id, counters) => (sinks.has(id) ? fromCount(counters.bytesOut) : 0));
  const flowed = totals !== undefined && totals.input > 0;
  const metrics: Metric[] = [
    {
      id: 'optimization',
      label: 'Optimization',
      figure: flowed ? formatPercent(totals.optimized) : undefined,
      sub: flowed ? `${figureText(formatBytes(totals.input - totals.output))} saved` : undefined,
    },
    {
      id: 'input',
      label: 'Total Input',
      figure: flowed ? formatBytes(totals.input) : undefined,
      sub: now(input.at(-1)),
      spark: input,
    },
    {
      id: 'output',
      label: 'Total Output',
      figure: flowed ? formatBytes(totals.output) : undefined,
      sub: now(output.at(-1)),
      spark: output,
      sparkTone: 'accent',
    },
    {
      id: 'errors',
      label: 'Pipeline Errors',
      figure: flowed ? formatCount(totals.errors) : undefined,
      tone: totals && totals.errors > 0 ? 'err' : undefined,
    },
  ];
  return <MetricStrip label="Site totals" metrics={metrics} />;
}
