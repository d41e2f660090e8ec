import { unit, visuallyHidden } from '../../../../../styles/text.css.ts';
import { flattenPercent, formatPercent } from '../../../lib/format.ts';
import { Missing } from '../text/missing.tsx';
import * as css from './metrics.css.ts';

type PercentBarProps = {
  /** Negative is growth; -2 to 0 counts as 0. */
  percent: number | null | undefined;
  strong?: boolean;
};

/** Growth starts from the other end, in the warning color. */
export function PercentBar({ percent, strong = false }: PercentBarProps) {
  const figure = formatPercent(percent);
  if (figure === undefined || percent === null || percent === undefined) return <Missing />;
  const flat = flattenPercent(percent);
  const isGrowth = flat < 0;
  return (
    <span className={css.bar}>
      <span className={css.track} aria-hidden="true">
        <span
          className={css.fill}
          data-strong={strong ? '' : undefined}
          data-growth={isGrowth ? '' : undefined}
          style={{ width: `${Math.min(100, Math.abs(flat))}%` }}
        />
      </span>
      <span className={css.percent}>
        {figure.value}
        <span className={unit}>{figure.unit}</span>
        {isGrowth && <span className={visuallyHidden}> growth</span>}
      </span>
    </span>
  );
}
