import { visuallyHidden } from '../../../../styles/text.css.ts';
import * as css from './chart.css.ts';

/** The lines of the grid in the room that the chart will take. */
export function ChartSkeleton({ label }: { label: string }) {
  return (
    <div className={css.skeleton}>
      <span role="status" className={visuallyHidden}>
        Loading {label}
      </span>
    </div>
  );
}
