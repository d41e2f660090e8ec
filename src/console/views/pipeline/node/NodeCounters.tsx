import type { DataProcessed } from '../../../../contract/entities/analytics.ts';
import type { NodeType } from '../../../../contract/enums.ts';
import { fromCount } from '../../../../contract/parameters.ts';
import { useOnlyMetric } from '../../../components/analytics/only-metric.ts';
import { DeadLettersButton } from '../../../components/dead-letters/DeadLettersButton.tsx';
import { Missing } from '../../../components/widgets/text/missing.tsx';
import { formatExact } from '../../../lib/format.ts';
import { formatTimeRangeTitle, useTimeRange } from '../../../state/time-filter.ts';
import type { NodeFlow } from '../graph/flow-figures.ts';
import * as css from '../pipeline.css.ts';

const DEAD_LETTERS = 'Dead letters';

type Row = { label: string; range: string | undefined; total: string | undefined };

/** Collectors only count events. */
function toCounterRows({ nodeType, range, flow }: NodeCountersProps, isOnEngine: boolean): Row[] {
  const totals = flow?.totals;
  const gone = totals?.eventsDropped;
  const ofEngine = [
    { label: 'Events waiting', range: range?.eventsWaiting, total: totals?.eventsBuffered },
    { label: DEAD_LETTERS, range: range?.eventsDeadLetter, total: totals?.eventsDeadLetter },
    { label: 'Bytes in', range: range?.totalInputDataBytes, total: totals?.bytesIn },
    { label: 'Bytes out', range: range?.totalOutputDataBytes, total: totals?.bytesOut },
  ];
  return [
    { label: 'Events in', range: range?.eventsIn, total: totals?.eventsIn },
    { label: 'Events out', range: range?.eventsOut, total: totals?.eventsOut },
    nodeType === 'TRANSFORM'
      ? { label: 'Events dropped by rule', range: range?.eventsDropped, total: gone }
      : { label: 'Events lost', range: range?.eventsLost, total: gone },
    ...(isOnEngine ? ofEngine : []),
    { label: 'Errors', range: range?.errors, total: totals?.errors },
  ];
}

const renderExact = (count: string | undefined) =>
  count === undefined ? <Missing /> : formatExact(fromCount(count));

type NodeCountersProps = {
  nodeType: NodeType;
  pipelineId: string;
  componentId: string;
  range: DataProcessed | undefined;
  flow: NodeFlow | undefined;
};

export function NodeCounters(props: NodeCountersProps) {
  const shown = useTimeRange();
  const isOnEngine = useOnlyMetric() === undefined;
  return (
    <table className={css.counters}>
      <thead>
        <tr>
          <th scope="col" className={css.counterHead}>
            Counted
          </th>
          <th scope="col" className={css.counterHead}>
            {formatTimeRangeTitle(shown)}
          </th>
          <th scope="col" className={css.counterHead}>
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {toCounterRows(props, isOnEngine).map((row) => (
          <tr key={row.label}>
            <th scope="row" className={css.counterName}>
              {row.label}
              {row.label === DEAD_LETTERS && (
                <DeadLettersButton
                  amount={Math.max(fromCount(row.range ?? 0), fromCount(row.total ?? 0))}
                  pipelineId={props.pipelineId}
                  componentId={props.componentId}
                />
              )}
            </th>
            <td className={css.counterValue}>{renderExact(row.range)}</td>
            <td className={css.counterValue}>{renderExact(row.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
