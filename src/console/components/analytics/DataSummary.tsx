import type { ReactNode } from 'react';
import type { Totals } from '../../../contract/totals.ts';
import { formatBytes, formatCount, formatPercent } from '../../lib/format.ts';
import { getNowUnixSeconds } from '../../state/time-filter.ts';
import { DeadLettersButton } from '../dead-letters/DeadLettersButton.tsx';
import { SeriesMark } from '../widgets/charts/series-mark.tsx';
import { Figure } from '../widgets/text/figure.tsx';
import * as css from './analytics.css.ts';
import { formatLastKnown } from './last-known.ts';

type DataSummaryProps = {
  totals: Totals | undefined;
  unit: 'bytes' | 'events';
  /** Range end up to which was counted, in Unix seconds. */
  until: number | undefined;
  pipelineId?: string;
  /** False when the engine counts only events: sizes of waiting data and dead letters are unknown. */
  hasBytes?: boolean;
};

type FactProps = { label: string; mark?: ReactNode; isBad?: boolean | undefined; children: ReactNode };

function Fact({ label, mark, isBad, children }: FactProps) {
  return (
    <div className={css.fact}>
      {mark}
      <dt className={css.factLabel}>{label}</dt>
      <dd className={css.factValue} data-bad={isBad || undefined}>
        {children}
      </dd>
    </div>
  );
}

/** Totals of the range, and what became of the rest. */
export function DataSummary({ totals, unit, until, pipelineId, hasBytes = true }: DataSummaryProps) {
  const format = unit === 'bytes' ? formatBytes : formatCount;
  const lost = totals?.totalLostDataBytes;
  const lastKnown = formatLastKnown(until, getNowUnixSeconds());
  return (
    <dl className={css.summary} aria-label="Data summary">
      <Fact label="Total Input" mark={<SeriesMark tone="in" />}>
        <Figure figure={format(totals?.totalInputDataBytes)} />
      </Fact>
      <Fact label="Total Output" mark={<SeriesMark tone="out" />}>
        <Figure figure={format(totals?.totalOutputDataBytes)} />
      </Fact>
      <Fact label="Optimization">
        <Figure figure={formatPercent(totals?.percentDataOptimized)} />
      </Fact>
      <Fact label="Dropped by rule" mark={<SeriesMark tone="drop" />}>
        <Figure figure={format(totals?.totalDroppedDataBytes)} />
      </Fact>
      <Fact label={lastKnown ? `Waiting, last known ${lastKnown}` : 'Waiting'}>
        <Figure figure={hasBytes ? format(totals?.totalWaitingDataBytes) : undefined} />
      </Fact>
      <Fact label="Dead letters" mark={<SeriesMark tone="dead" />}>
        <Figure figure={hasBytes ? format(totals?.totalDeadLetterDataBytes) : undefined} />
        <DeadLettersButton amount={totals?.totalDeadLetterDataBytes} pipelineId={pipelineId} />
      </Fact>
      <Fact label="Lost" mark={<SeriesMark tone="lost" />} isBad={lost !== undefined && lost > 0}>
        <Figure figure={format(lost)} />
      </Fact>
    </dl>
  );
}
