import { useRef } from 'react';
import { link } from '../../../../../styles/text.css.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Button } from '../actions/button.tsx';
import { Dialog } from '../dialogs/dialog.tsx';
import { StatusShape } from '../icons/status-shape.tsx';
import * as css from './toast.css.ts';
import { TOAST_MARKS, type ToastStatus } from './toast-marks.ts';

export type PastNotice = {
  id: string;
  title: string;
  status: ToastStatus;
  /** Unix milliseconds. */
  timestamp: number;
  /** Consecutive repeats. */
  count: number;
  hasDetails: boolean;
};

type ToastHistoryProps = {
  open: boolean;
  /** Newest first. */
  notices: readonly PastNotice[];
  onClose: () => void;
  onShowDetails: (id: string) => void;
};

function Line({ notice, onShowDetails }: { notice: PastNotice; onShowDetails: (id: string) => void }) {
  const mark = TOAST_MARKS[notice.status];
  return (
    <li className={css.past}>
      <span className={css.pastMark}>
        <StatusShape shape={mark.shape} tone={mark.tone} />
        {mark.word}
      </span>
      <span className={css.pastText}>
        {notice.title}
        {notice.count > 1 && <span className={css.pastHint}> ×{notice.count}</span>}
      </span>
      <time className={css.clock} dateTime={new Date(notice.timestamp).toISOString()}>
        {formatDateTime(notice.timestamp)}
      </time>
      {notice.hasDetails && (
        <span className={css.pastAct}>
          <button
            type="button"
            className={link}
            aria-label={`Show error details of ${notice.title}`}
            onClick={() => onShowDetails(notice.id)}
          >
            Show error details
          </button>
        </span>
      )}
    </li>
  );
}

/** Since page load. */
export function ToastHistory({ open, notices, onClose, onShowDetails }: ToastHistoryProps) {
  const closeRef = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Notifications"
      icon="history"
      wide
      initialFocus={closeRef}
      footer={
        <Button ref={closeRef} keys="Escape" onClick={onClose}>
          Close
        </Button>
      }
    >
      {notices.length === 0 ? (
        <p>There were no notifications since this page was opened.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
        <ol className={css.pastList} aria-label="Newest first" tabIndex={0}>
          {notices.map((notice) => (
            <Line key={notice.id} notice={notice} onShowDetails={onShowDetails} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}
