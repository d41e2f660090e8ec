import { useLayoutEffect, useRef, useState } from 'react';
import { link, visuallyHidden } from '../../../../styles/text.css.ts';
import { TOAST_DISMISS_MS } from '../../../contract/limits.ts';
import { formatClock } from '../format.ts';
import { Icon } from '../icons/icon.tsx';
import { type ShapeName, StatusShape, type Tone } from '../icons/status-shape.tsx';
import { KeySequence } from '../keys/key-chip.tsx';
import * as css from './toast.css.ts';

export type ToastStatus = 'info' | 'success' | 'warning' | 'error';

export type Toast = {
  id: string;
  message: string;
  status: ToastStatus;
  /** Milliseconds since 1970. */
  timestamp: number;
  showTimestamp?: boolean;
  /** Goes away by itself: shows how long it still lives. */
  shouldTimeout?: boolean;
  /** Carries causes or resolutions, so that 'Show error details' always shows (R2.2-47). */
  hasDetails?: boolean;
};

type ToastListProps = {
  /** Oldest first; the newest stands at the bottom. */
  toasts: readonly Toast[];
  onClose: (id: string) => void;
  /** Pointer or focus came: its clock must stop. */
  onHold?: (id: string) => void;
  onRelease?: (id: string) => void;
  onShowDetails?: (id: string) => void;
  /** The binding that shows the details of the newest one. */
  detailsKeys?: string;
  lifeMs?: number;
};

const MARKS: Record<ToastStatus, { shape: ShapeName; tone: Tone; word: string }> = {
  info: { shape: 'info', tone: 'info', word: 'Information' },
  success: { shape: 'check', tone: 'ok', word: 'Done' },
  warning: { shape: 'triangle', tone: 'warn', word: 'Warning' },
  error: { shape: 'octagon', tone: 'err', word: 'Error' },
};

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
  const mark = MARKS[toast.status];
  const isLong = isCut || toast.hasDetails === true || toast.message.includes('\n');
  return (
    <li
      className={css.toast}
      onMouseEnter={() => onHold?.(toast.id)}
      onMouseLeave={() => onRelease?.(toast.id)}
      onFocus={() => onHold?.(toast.id)}
      onBlur={() => onRelease?.(toast.id)}
    >
      <span className={css.mark}>
        <StatusShape shape={mark.shape} tone={mark.tone} size={16} />
      </span>
      <p ref={text} className={css.message} role={toast.status === 'error' ? 'alert' : 'status'}>
        <span className={visuallyHidden}>{mark.word}: </span>
        {toast.message}
      </p>
      <span className={css.side}>
        {toast.showTimestamp && <span className={css.clock}>{formatClock(toast.timestamp)}</span>}
        <button
          type="button"
          className={css.close}
          aria-label="Close notification"
          onClick={() => onClose(toast.id)}
        >
          <Icon name="close" size="s" />
        </button>
      </span>
      {isLong && onShowDetails && (
        <span className={css.act}>
          <button type="button" className={link} onClick={() => onShowDetails(toast.id)}>
            Show error details
          </button>
          {detailsKeys && <KeySequence binding={detailsKeys} decorative />}
        </span>
      )}
      {toast.shouldTimeout && (
        <span
          className={css.life[toast.status]}
          style={{ animationDuration: `${lifeMs}ms` }}
          aria-hidden="true"
        />
      )}
    </li>
  );
}

/** Short notices at the bottom left; errors interrupt a screen reader, the rest wait (R2.2-43 … R2.2-47). */
export function ToastList({ toasts, lifeMs = TOAST_DISMISS_MS, ...handlers }: ToastListProps) {
  return (
    <section aria-label="Notifications" aria-live="polite" aria-relevant="additions" className={css.region}>
      <ol className={css.list}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} lifeMs={lifeMs} {...handlers} />
        ))}
      </ol>
    </section>
  );
}
