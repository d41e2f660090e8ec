import type { ReactNode } from 'react';
import type { PipelineSummary } from '../../../contract/entities/analytics.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { formatBytes, formatCount, formatFigure, formatPercent } from '../../lib/format.ts';
import { SeriesMark } from '../widgets/charts/series-mark.tsx';
import { Figure } from '../widgets/text/figure.tsx';
import * as css from './analytics.css.ts';
import { describeUndelivered } from './saving-note.ts';
import { toDelivery } from './summary-of.ts';

type DataSummaryProps = { summary: PipelineSummary | undefined; unit: 'bytes' | 'events' };

const toAmount = (count: string | undefined) => (count === undefined ? undefined : fromCount(count));

function Fact({ label, mark, children }: { label: string; mark?: ReactNode; children: ReactNode }) {
  return (
    <div className={css.fact}>
      {mark}
      <dt className={css.factLabel}>{label}</dt>
      <dd className={css.factValue}>{children}</dd>
    </div>
  );
}

export function DataSummary({ summary, unit }: DataSummaryProps) {
  const format = unit === 'bytes' ? formatBytes : formatCount;
  const undelivered =
    summary && describeUndelivered(toDelivery(summary), (amount) => formatFigure(format(amount)));
  return (
    <dl className={css.summary} aria-label="Data summary">
      <Fact label="Total Input" mark={<SeriesMark tone="in" />}>
        <Figure figure={format(toAmount(summary?.totalInputDataBytes))} />
      </Fact>
      <Fact label="Total Output" mark={<SeriesMark tone="out" />}>
        <Figure figure={format(toAmount(summary?.totalOutputDataBytes))} />
      </Fact>
      <Fact label="Optimization">
        <Figure figure={formatPercent(summary?.percentDataOptimized)} />
        {undelivered !== undefined && ' '}
        {undelivered !== undefined && <span className={css.factNote}>{undelivered}</span>}
      </Fact>
    </dl>
  );
}
