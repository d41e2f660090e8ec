import { fromCount } from '../../../contract/parameters.ts';
import { sumTotals } from '../../../contract/totals.ts';
import type { Draft } from '../../../graph/draft.ts';
import { FatesNote } from '../../components/analytics/fates-note.tsx';
import { buildErrorFigure, tallyErrors } from '../../components/errors/error-tally.ts';
import { MetricStrip } from '../../components/widgets/metrics/metric-strip.tsx';
import {
  formatByteRate,
  formatBytes,
  formatCount,
  formatEventRate,
  formatFigure,
  formatPercent,
} from '../../lib/format.ts';
import { isOnItsWay } from '../../lib/on-its-way.ts';
import { getComponentId } from './editor/draft-from-graph.ts';
import { addRates, type FlowUnit, type NodeFlow } from './graph/flow-figures.ts';
import type { PipelineFlow } from './graph/use-flow.ts';

/** Live rates need an engine; agents report once a minute. */
const BY_AGENTS = 'Counted once a minute';
const NOT_YET = 'Not reported yet';

type SummaryProps = {
  /** Undefined until the version is read: only it knows which nodes are sources. */
  draft: Draft | undefined;
  flow: PipelineFlow;
  unit: FlowUnit;
  /** False on Collectors, which count events once a minute. */
  isOnEngine?: boolean;
  onShow: (tab: 'analytics' | 'errors') => void;
};

const toTotal = (count: string | undefined) => (count === undefined ? undefined : fromCount(count));

const sumSparks = (sparks: readonly NodeFlow['spark'][]): (number | null)[] => {
  const length = Math.max(0, ...sparks.map((one) => one.length));
  return Array.from({ length }, (_, index) =>
    sparks.reduce<number | null>((sum, one) => {
      const value = one[one.length - length + index];
      return value === undefined || value === null ? sum : (sum ?? 0) + value;
    }, null),
  );
};

export function Summary({ draft, flow, unit, isOnEngine = true, onShow }: SummaryProps) {
  const { summary, flows } = flow;
  const isCounted = isOnEngine || summary !== undefined;
  const of = (nodeType: 'SOURCE' | 'SINK'): NodeFlow[] =>
    !draft
      ? []
      : Object.values(draft.nodes)
          .filter((node) => node.nodeType === nodeType)
          .flatMap((node) => flows.get(getComponentId(draft, node.id)) ?? []);
  const [inputs, outputs] = [of('SOURCE'), of('SINK')];
  const isBytes = unit === 'bytes';
  const rate = isBytes ? formatByteRate : formatEventRate;
  const amount = isBytes ? formatBytes : formatCount;
  const now = (rates: readonly (number | undefined)[]) => {
    const figure = rate(addRates(rates));
    return figure ? `${formatFigure(figure)} now` : undefined;
  };
  const errors = isCounted
    ? buildErrorFigure(tallyErrors(flow.errors))
    : { figure: formatCount(undefined), sub: NOT_YET };
  const byAgents = isCounted ? BY_AGENTS : NOT_YET;
  const toAnalytics = {
    onPress: () => onShow('analytics'),
    leadsTo: 'Shows the figures over time',
  };
  const percent = summary?.percentDataOptimized;
  const waiting = toTotal(isBytes ? summary?.totalWaitingDataBytes : summary?.eventsWaiting);
  return (
    <MetricStrip
      label="Summary"
      metrics={[
        {
          id: 'optimization',
          label: 'Optimization',
          figure: formatPercent(percent),
          sub: isCounted ? (
            <FatesNote
              totals={sumTotals(summary ? [summary] : [])}
              unit={isOnEngine ? 'bytes' : 'events'}
              isFlowing={isOnItsWay(waiting ?? 0, addRates(inputs.map((one) => one.rateIn)))}
            />
          ) : (
            NOT_YET
          ),
          ...toAnalytics,
        },
        {
          id: 'input',
          label: 'Total Input',
          figure: amount(toTotal(isBytes ? summary?.totalInputDataBytes : summary?.eventsIn)),
          // Received by sources, like the total.
          sub: isOnEngine ? now(inputs.map((one) => one.rateIn)) : byAgents,
          spark: sumSparks(inputs.map((one) => one.sparkIn)),
          ...toAnalytics,
        },
        {
          id: 'output',
          label: 'Total Output',
          figure: amount(toTotal(isBytes ? summary?.totalOutputDataBytes : summary?.eventsOut)),
          sub: isOnEngine ? now(outputs.map((one) => one.rate)) : byAgents,
          spark: sumSparks(outputs.map((one) => one.spark)),
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
