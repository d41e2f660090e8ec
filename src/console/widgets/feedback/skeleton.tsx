import { visuallyHidden } from '../../../../styles/text.css.ts';
import * as css from './feedback.css.ts';

type SkeletonProps = {
  /** What is loading, for screen readers; left out when a neighbour says it already. */
  label?: string;
  width?: number | string;
  height?: number;
};

/** A quiet bar of the size of what will come. */
export function Skeleton({ label, width = '100%', height = 14 }: SkeletonProps) {
  return (
    <>
      <span className={css.skeleton} style={{ width, height }} aria-hidden="true" />
      {label && (
        <span role="status" className={visuallyHidden}>
          Loading {label}
        </span>
      )}
    </>
  );
}
