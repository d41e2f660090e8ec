import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react';
import { link, visuallyHidden } from '../../../../../styles/text.css.ts';
import { TOAST_DISMISS_MS } from '../../../../contract/limits.ts';
import { formatClock } from '../../../lib/format.ts';
import { Icon } from '../icons/icon.tsx';
import { StatusShape } from '../icons/status-shape.tsx';
import { KeySequence } from '../keys/key-chip.tsx';
import * as css from './toast.css.ts';
import { TOAST_MARKS, type ToastStatus } from './toast-marks.ts';

/** Pauses the timeout. */
export type ToastHold = 'pointer' | 'focus';

export type Toast = {
  id: string;
  message: string;
  status: ToastStatus;
  /** Unix milliseconds. */
  timestamp: number;
  showTimestamp?: boolean;
  /** Shows the remaining time. */
  shouldTimeout?: boolean;
  /** Has causes or resolutions. */
  hasDetails?: boolean;
};

type ToastListProps = {
  /** Oldest first. */
  toasts: readonly Toast[];
  onClose: (id: string) => void;
  /** Pauses the timeout until both have left. */
  onHold?: (id: string, by: ToastHold) => void;
  onRelease?: (id: string, by: ToastHold) => void;
  onShowDetails?: (id: string) => void;
  detailsKeys?: string;
  lifeMs?: number;
};

/** Focus moving between a toast's buttons has not left it. */
const isFocusStayingInside = (event: FocusEvent): boolean =>
  event.currentTarget.contains(event.relatedTarget);

type ToastCardProps = Omit<ToastListProps, 'toasts'> & { toast: Toast };

function ToastCard({
  toast,
  onClose,
  onHold,
  onRelease,
  onShowDetails,
  detailsKeys,
  lifeMs,
}: ToastCardProps) {
  const text = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = text.current;
    setCut(element !== null && element.scrollHeight > element.clientHeight + 1);
  }, []);
  const mark = TOAST_MARKS[toast.status];
  const isLong = isCut || toast.hasDetails === true || toast.message.includes('\n');
  return (
    <li
      className={css.toast}
      // Errors are announced by their alert only.
      aria-live={toast.status === 'error' ? 'off' : undefined}
      onMouseEnter={() => onHold?.(toast.id, 'pointer')}
      onMouseLeave={() => onRelease?.(toast.id, 'pointer')}
      onFocus={(event) => isFocusStayingInside(event) || onHold?.(toast.id, 'focus')}
      onBlur={(event) => isFocusStayingInside(event) || onRelease?.(toast.id, 'focus')}
    >
      <span className={css.mark}>
        <StatusShape shape={mark.shape} tone={mark.tone} size={16} />
      </span>
      <p ref={text} className={css.message} role={toast.status === 'error' ? 'alert' : undefined}>
        <span className={visuallyHidden}>{mark.word}: </span>
        {toast.message}
      </p>
      <span className={css.side} aria-live="off">
        {toast.showTimestamp && <span className={css.clock}>{formatClock(toast.timestamp)}</span>}
        <button
          type="button"
          className={css.close}
          data-close
          aria-label="Close notification"
          onClick={() => onClose(toast.id)}
        >
          <Icon name="close" size="s" />
        </button>
      </span>
      {isLong && onShowDetails && (
        <span className={css.act} aria-live="off">
          <button type="button" className={link} onClick={() => onShowDetails(toast.id)}>
            Show error details
          </button>
          {detailsKeys && <KeySequence binding={detailsKeys} decorative />}
        </span>
      )}
      {toast.shouldTimeout && (
        <span
          // Restarts the timeout when a notice repeats.
          key={toast.timestamp}
          className={css.life[toast.status]}
          style={{ animationDuration: `${lifeMs}ms` }}
          aria-hidden="true"
        />
      )}
    </li>
  );
}

/** Closing moves the focus to the next toast, after the last to where it came from. */
function useFocusOnClose(onClose: (id: string) => void) {
  const list = useRef<HTMLOListElement>(null);
  const before = useRef<HTMLElement>(null);
  const cameFrom = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      before.current = relatedTarget;
  };
  const close = (id: string) => {
    const cards = [...(list.current?.children ?? [])];
    const at = cards.findIndex((card) => card.contains(document.activeElement));
    const next = cards[at + 1] ?? cards[at - 1];
    onClose(id);
    if (at < 0) return;
    const target = next?.querySelector<HTMLElement>('[data-close]') ?? before.current;
    if (target?.isConnected) target.focus();
  };
  return { list, cameFrom, close };
}

/**
 * Notices at the bottom left. The live region exists beforehand, so screen readers announce new ones
 * politely; errors interrupt. Only the text is announced, not buttons or the changing time.
 */
export function ToastList({ toasts, lifeMs = TOAST_DISMISS_MS, onClose, ...handlers }: ToastListProps) {
  const { list, cameFrom, close } = useFocusOnClose(onClose);
  return (
    <section aria-label="Notifications" className={css.region} onFocus={cameFrom}>
      <ol ref={list} className={css.list} aria-live="polite" aria-atomic="false" aria-relevant="additions">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} lifeMs={lifeMs} onClose={close} {...handlers} />
        ))}
      </ol>
    </section>
  );
}
