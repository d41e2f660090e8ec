import type { Draft } from '../../../../machines/pipeline-editor/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { fromCount } from '../../../contract/parameters.ts';
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
import { type FlowUnit, type NodeFlow, sumRates } from './flow-figures.ts';
import { openErrors } from './graph-view.ts';
import type { PipelineFlow } from './use-flow.ts';

type SummaryProps = {
  pipeline: Pipeline;
  draft: Draft;
  flow: PipelineFlow;
  unit: FlowUnit;
  onErrors: () => void;
};

const total = (count: string | undefined) => (count === undefined ? undefined : fromCount(count));
const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

const sparkOf = (flows: readonly NodeFlow[]): (number | null)[] => {
  const length = Math.max(0, ...flows.map((one) => one.spark.length));
  return Array.from({ length }, (_, index) =>
    flows.reduce<number | null>((sum, one) => {
      const value = one.spark[one.spark.length - length + index];
      return value === undefined || value === null ? sum : (sum ?? 0) + value;
    }, null),
  );
};

/** Optimization, Total Input, Total Output and Pipeline Errors of the time range (R2.4-11 … R2.4-15). */
export function Summary({ draft, flow, unit, onErrors }: SummaryProps) {
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
  const open = openErrors(flow.errors);
  const errors = open.filter((error) => error.errorLevel === 'ERROR').length;
  const percent = summary?.percentDataOptimized;
  return (
    <MetricStrip
      label="Summary"
      metrics={[
        {
          id: 'optimization',
          label: 'Optimization',
          figure: formatPercent(percent),
          sub:
            percent === undefined || percent === null
              ? 'Nothing came in'
              : percent < -2
                ? 'Output grew'
                : undefined,
        },
        {
          id: 'input',
          label: 'Total Input',
          figure: amount(total(isBytes ? summary?.totalInputDataBytes : summary?.eventsIn)),
          sub: now(inputs),
          spark: sparkOf(inputs),
        },
        {
          id: 'output',
          label: 'Total Output',
          figure: amount(total(isBytes ? summary?.totalOutputDataBytes : summary?.eventsOut)),
          sub: now(outputs),
          spark: sparkOf(outputs),
          sparkTone: 'accent',
        },
        {
          id: 'errors',
          label: 'Pipeline Errors',
          figure: { value: String(open.length), unit: '' },
          tone: errors > 0 ? 'err' : open.length > 0 ? 'warn' : undefined,
          sub:
            open.length > 0
              ? `${plural(errors, 'error')}, ${plural(open.length - errors, 'warning')}`
              : 'None',
          onPress: onErrors,
          leadsTo: 'Shows the errors with causes and resolutions',
        },
      ]}
    />
  );
}
