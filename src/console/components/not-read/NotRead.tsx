import { CommandButton } from '../commands/CommandButton.tsx';
import { ErrorPanel } from '../widgets/feedback/error-panel.tsx';
import * as css from './not-read.css.ts';

type NotReadProps = {
  /** Noun such as `source`. */
  what: string;
  /** Command that opens the list. */
  listId: string;
  error: { status: number; message: string };
  onRetry: () => void;
};

/** The item in the address does not exist or cannot be read. */
export function NotRead({ what, listId, error, onRetry }: NotReadProps) {
  // 400: an invalid id. Retrying does not help either.
  const isGone = error.status === 404 || error.status === 400;
  return (
    <div className={css.failed}>
      {isGone ? (
        <ErrorPanel
          title={`There is no such ${what}`}
          cause={error.message}
          resolution={
            <div className={css.wayOut}>
              It may have been deleted, or the link is not complete. Open one from the list.
              <CommandButton id={listId} />
            </div>
          }
        />
      ) : (
        <ErrorPanel title={`The ${what} could not be read`} cause={error.message} onRetry={onRetry} />
      )}
    </div>
  );
}
