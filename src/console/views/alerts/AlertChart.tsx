import { useMemo } from 'react';
import type { ChartLimit, ChartSeries, ChartSpan, ChartTone } from '../../../charts/types.ts';
import { isStateMetric, METRIC_INFO } from '../../../contract/alerts/metrics.ts';
import { formatAlertValue, OPERATOR_NAMES } from '../../../contract/alerts/texts.ts';
import type { AlertCondition, AlertSeries } from '../../../contract/entities/alert.ts';
import { LineChart } from '../../components/explain/line-chart.tsx';
import { findChartUnit, SEVERITY_LOOKS } from './alert-look.ts';

const TONES: readonly ChartTone[] = ['out', 'in', 'drop', 'fourth', 'dead'];

/** Thresholds, and differing clear values. */
function useLimits(condition: AlertCondition): readonly ChartLimit[] {
  const { metric, aggregation, operator, threshold, clearThreshold, warning } = condition;
  const milder = warning?.threshold;
  const mildLabel = warning ? SEVERITY_LOOKS[warning.severity].label : '';
  return useMemo(() => {
    if (isStateMetric(metric)) return [];
    const format = (value: number) => formatAlertValue({ metric, aggregation }, value);
    const own: ChartLimit = {
      label: `Fires ${OPERATOR_NAMES[operator]} ${format(threshold)}`,
      value: threshold,
      tone: 'err',
    };
    const limits = [own];
    if (milder !== undefined)
      limits.push({
        label: `${mildLabel} ${OPERATOR_NAMES[operator]} ${format(milder)}`,
        value: milder,
        tone: 'warn',
      });
    if (clearThreshold === null || clearThreshold === (milder ?? threshold)) return limits;
    return [...limits, { label: `Clears at ${format(clearThreshold)}`, value: clearThreshold, tone: 'text' }];
  }, [metric, aggregation, operator, threshold, clearThreshold, milder, mildLabel]);
}

type AlertChartProps = {
  title: string;
  condition: AlertCondition;
  series: readonly AlertSeries[];
  /** Must be stable. */
  spans: readonly ChartSpan[];
  loading: boolean;
  error?: { message: string } | null | undefined;
  onRetry?: (() => void) | undefined;
};

/** The evaluated values with their threshold. */
export function AlertChart({ title, condition, series, spans, loading, error, onRetry }: AlertChartProps) {
  const limits = useLimits(condition);
  const lines = useMemo(
    () =>
      series.map(
        ({ target, points }, index): ChartSeries => ({
          id: `${target.pipelineId}/${target.name}/${index}`,
          label: target.name,
          tone: TONES[index % TONES.length] ?? 'out',
          points: points.map(({ unixTimeSeconds, value }) => ({ time: unixTimeSeconds * 1000, value })),
        }),
      ),
    [series],
  );
  return (
    <LineChart
      title={title}
      series={lines}
      unit={findChartUnit(condition)}
      note={METRIC_INFO[condition.metric].stepMinutes > 1 ? 'at the end of each hour' : undefined}
      limits={limits}
      spans={spans}
      loading={loading}
      error={error}
      onRetry={onRetry}
    />
  );
}
