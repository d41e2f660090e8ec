import { formatClock } from '../../../lib/format.ts';
import { Icon } from '../icons/icon.tsx';
import * as css from './connection-mark.css.ts';

type ConnectionMarkProps = {
  /** Since when the live channel is lost. */
  staleSince?: number | undefined;
  /** Data time of a paused window. */
  pausedAt?: number | undefined;
};

/** Says that the data is outdated, and of when; announced to screen readers. */
export function ConnectionMark({ staleSince, pausedAt }: ConnectionMarkProps) {
  const isPaused = staleSince === undefined;
  const at = staleSince ?? pausedAt;
  return (
    <span role="status" className={css.place}>
      {at !== undefined && (
        <span className={css.mark} data-paused={isPaused || undefined}>
          <Icon name={isPaused ? 'pause' : 'refresh'} size="xs" />
          <span className={css.text}>
            {isPaused && 'paused, unfocused: '}data from {formatClock(at)}
            {isPaused ? <span className={css.more}>, totals and rates live</span> : ', reconnecting'}
          </span>
        </span>
      )}
    </span>
  );
}
