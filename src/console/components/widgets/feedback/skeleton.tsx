import { visuallyHidden } from '../../../../../styles/text.css.ts';
import * as css from './feedback.css.ts';

type SkeletonProps = {
  /** For screen readers; omit it when another element already announces the loading. */
  label?: string;
  width?: number | string;
  height?: number;
};

export function Skeleton({ label, width = '100%', height = 14 }: SkeletonProps) {
  return (
    <>
      <span className={css.skeleton} style={{ width, height }} data-skeleton="" aria-hidden="true" />
      {label && (
        <span role="status" className={visuallyHidden}>
          Loading {label}
        </span>
      )}
    </>
  );
}
