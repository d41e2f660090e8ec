import { formatClock } from '../../../lib/format.ts';
import { Icon } from '../icons/icon.tsx';
import * as css from './connection-mark.css.ts';

/** 'data from hh:mm, reconnecting' while the live channel is lost; announced to screen readers. */
export function ConnectionMark({ staleSince }: { staleSince: number | undefined }) {
  return (
    <span role="status" className={css.place}>
      {staleSince !== undefined && (
        <span className={css.mark}>
          <Icon name="refresh" size="xs" />
          <span className={css.text}>data from {formatClock(staleSince)}, reconnecting</span>
        </span>
      )}
    </span>
  );
}
