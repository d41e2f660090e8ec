import { toBars, toFigures } from '../../../contract/dashboards/answers.ts';
import type { QueryChart, QueryResult } from '../../../contract/entities/query.ts';
import { LineChart } from '../../components/widgets/charts/line-chart.tsx';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { escapeHiddenCharacters } from '../../components/widgets/text/visible-text.ts';
import { toSeries } from './chart-data.ts';
import * as css from './query.css.ts';
import { formatValue } from './result-rows.tsx';

type ResultChartProps = { title: string; result: QueryResult; chart: Exclude<QueryChart, 'TABLE'> };

const CannotDraw = ({ problem }: { problem: string }) => (
  <EmptyState title="This answer cannot be drawn so" icon="chart">
    {problem}. The table shows every answer.
  </EmptyState>
);

function Lines({ title, result, isStacked }: { title: string; result: QueryResult; isStacked: boolean }) {
  const drawn = toSeries(result);
  if ('problem' in drawn) return <CannotDraw problem={drawn.problem} />;
  const series = drawn.data.map((one) => ({ ...one, isStacked }));
  return <LineChart title={title} series={series} unit="number" />;
}

function Bars({ title, result }: { title: string; result: QueryResult }) {
  const drawn = toBars(result, formatValue);
  if ('problem' in drawn) return <CannotDraw problem={drawn.problem} />;
  const { bars, measure, more } = drawn.data;
  const most = Math.max(...bars.map(({ value }) => Math.abs(value)), 0);
  return (
    <figure className={css.bars} aria-label={title}>
      <figcaption className={css.barsTitle}>
        {measure}
        {more > 0 && `, the first ${bars.length} of ${bars.length + more} rows`}
      </figcaption>
      <ul className={css.barList}>
        {bars.map(({ id, label, value, text }) => (
          <li key={id} className={css.bar}>
            <span className={css.barName} title={label}>
              {escapeHiddenCharacters(label)}
            </span>
            <span className={css.barTrack}>
              <span
                className={css.barFill}
                data-negative={value < 0 ? '' : undefined}
                style={{ width: `${most === 0 ? 0 : (Math.abs(value) / most) * 100}%` }}
              />
            </span>
            <span className={css.barValue}>
              {formatValue({ name: measure, type: 'DOUBLE' }, Number(text))}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

function Figures({ title, result }: { title: string; result: QueryResult }) {
  const drawn = toFigures(result);
  if ('problem' in drawn) return <CannotDraw problem={drawn.problem} />;
  return (
    <dl className={css.figures} aria-label={title}>
      {drawn.data.map(({ name, at, value }) => {
        const column = result.columns[at];
        return (
          <div key={at}>
            <dt className={css.figureName}>{name}</dt>
            <dd className={css.figure}>{column ? formatValue(column, value) : ''}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A result as a chart, or what it lacks for one. */
export function ResultChart({ title, result, chart }: ResultChartProps) {
  if (chart === 'BAR') return <Bars title={title} result={result} />;
  if (chart === 'FIGURE') return <Figures title={title} result={result} />;
  return <Lines title={title} result={result} isStacked={chart === 'AREA'} />;
}
