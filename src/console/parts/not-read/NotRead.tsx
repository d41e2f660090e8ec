import { CommandButton } from '../../commands/CommandButton.tsx';
import { ErrorPanel } from '../../widgets/feedback/error-panel.tsx';
import * as css from './not-read.css.ts';

type NotReadProps = {
  /** The kind of thing that the address names: `source`. */
  what: string;
  /** The command that leads to the list of its kind. */
  listId: string;
  error: { status: number; message: string };
  onRetry: () => void;
};

/** In place of a thing that an address names and that could not be read, or is not there: then the way to the list. */
export function NotRead({ what, listId, error, onRetry }: NotReadProps) {
  // An id that is none names nothing either; asking again does not make it.
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
