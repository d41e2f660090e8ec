import type { Draft } from '../../../../machines/pipeline-editor/index.ts';
import { NOTHING_COUNTED } from '../../../contract/entities/analytics.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { savingNote } from '../../parts/analytics/saving-note.ts';
import { deliveryOf } from '../../parts/analytics/summary-of.ts';
import {
  figureText,
  formatByteRate,
  formatBytes,
  formatCount,
  formatEventRate,
  formatPercent,
} from '../../widgets/format.ts';
import { MetricStrip } from '../../widgets/metrics/metric-strip.tsx';
import { componentIdOf } from './draft-from-graph.ts';
import { errorMetric } from './error-metric.ts';
import { type FlowUnit, type NodeFlow, sumRates } from './flow-figures.ts';
import type { PipelineFlow } from './use-flow.ts';

type SummaryProps = {
  draft: Draft;
  flow: PipelineFlow;
  unit: FlowUnit;
  /** A figure leads to the tab that has its details. */
  onShow: (tab: 'analytics' | 'errors') => void;
};

const total = (count: string | undefined) => (count === undefined ? undefined : fromCount(count));

const sparkOf = (flows: readonly NodeFlow[]): (number | null)[] => {
  const length = Math.max(0, ...flows.map((one) => one.spark.length));
  return Array.from({ length }, (_, index) =>
    flows.reduce<number | null>((sum, one) => {
      const value = one.spark[one.spark.length - length + index];
      return value === undefined || value === null ? sum : (sum ?? 0) + value;
    }, null),
  );
};

/** Optimization, Total Input, Total Output and Pipeline Errors of the time range (R2.4-11 … R2.4-17). */
export function Summary({ draft, flow, unit, onShow }: SummaryProps) {
  const { summary, flows } = flow;
  const of = (nodeType: 'SOURCE' | 'SINK'): NodeFlow[] =>
    Object.values(draft.nodes)
      .filter((node) => node.nodeType === nodeType)
      .flatMap((node) => flows.get(componentIdOf(draft, node.id)) ?? []);
  const [inputs, outputs] = [of('SOURCE'), of('SINK')];
  const isBytes = unit === 'bytes';
  const rate = isBytes ? formatByteRate : formatEventRate;
  const amount = isBytes ? formatBytes : formatCount;
  const now = (flowsNow: readonly NodeFlow[]) => {
    const figure = rate(sumRates(flowsNow.map((one) => one.rate)));
    return figure ? `${figureText(figure)} now` : undefined;
  };
  const errors = errorMetric(flow.errors);
  const toAnalytics = {
    onPress: () => onShow('analytics'),
    leadsTo: 'Shows the figures over time',
  };
  const percent = summary?.percentDataOptimized;
  return (
    <MetricStrip
      label="Summary"
      metrics={[
        {
          id: 'optimization',
          label: 'Optimization',
          figure: formatPercent(percent),
          sub: savingNote(deliveryOf(summary ?? NOTHING_COUNTED)),
          ...toAnalytics,
        },
        {
          id: 'input',
          label: 'Total Input',
          figure: amount(total(isBytes ? summary?.totalInputDataBytes : summary?.eventsIn)),
          sub: now(inputs),
          spark: sparkOf(inputs),
          ...toAnalytics,
        },
        {
          id: 'output',
          label: 'Total Output',
          figure: amount(total(isBytes ? summary?.totalOutputDataBytes : summary?.eventsOut)),
          sub: now(outputs),
          spark: sparkOf(outputs),
          sparkTone: 'accent',
          ...toAnalytics,
        },
        {
          id: 'errors',
          label: 'Pipeline Errors',
          ...errors,
          onPress: () => onShow('errors'),
          leadsTo: 'Shows the errors with causes and resolutions',
        },
      ]}
    />
  );
}
