import { useId } from 'react';
import * as css from './progress-bar.css.ts';

type ProgressBarProps = {
  label: string;
  /** 0 to 100; undefined while unknown. */
  percent: number | undefined;
  /** `12 of 40 MB`. */
  note?: string | undefined;
};

export function ProgressBar({ label, percent, note }: ProgressBarProps) {
  const id = useId();
  return (
    <div className={css.whole}>
      <div className={css.line}>
        <span id={id}>{label}</span>
        <span>{note ?? (percent === undefined ? '' : `${percent}%`)}</span>
      </div>
      <div
        className={css.track}
        role="progressbar"
        aria-labelledby={id}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={note}
      >
        <svg
          className={css.drawing}
          width="100%"
          height="100%"
          aria-hidden="true"
          preserveAspectRatio="none"
          viewBox="0 0 100 1"
        >
          <rect className={css.filled} width={percent ?? 0} height="1" />
        </svg>
      </div>
    </div>
  );
}
