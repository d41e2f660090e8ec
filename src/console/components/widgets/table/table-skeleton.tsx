import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { SKELETON_ROWS } from '../../../../contract/limits.ts';
import * as css from './table-skeleton.css.ts';

const WIDTHS = [168, 120, 140, 96, 110, 180, 132, 150, 104, 126];

/** Real height, so that nothing moves when data arrives. */
export function TableSkeleton({ label, columns }: { label: string; columns: number }) {
  return (
    <div>
      <span role="status" className={visuallyHidden}>
        Loading {label}
      </span>
      <div aria-hidden="true">
        {WIDTHS.slice(0, SKELETON_ROWS).map((width) => (
          <div key={width} className={css.skeletonRow} data-skeleton-row="">
            <span className={css.skeletonBar} style={{ width }} />
            {Array.from({ length: Math.max(0, columns - 1) }, (_, at) => at).map((at) => (
              <span key={at} className={css.skeletonBar} style={{ flex: 1, maxWidth: 120 }} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
