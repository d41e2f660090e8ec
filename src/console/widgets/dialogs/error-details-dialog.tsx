import { useRef } from 'react';
import { Button } from '../actions/button.tsx';
import * as css from './dialog.css.ts';
import { Dialog } from './dialog.tsx';

export type ErrorDetails = { title: string; causes: readonly string[]; resolutions: readonly string[] };

type ErrorDetailsDialogProps = { details: ErrorDetails | undefined; onClose: () => void };

/** The dialog 'Error Details' (R2.2-46): the whole message, its causes and resolutions. */
export function ErrorDetailsDialog({ details, onClose }: ErrorDetailsDialogProps) {
  const closeRef = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={details !== undefined}
      onClose={onClose}
      title="Error Details"
      tone="err"
      wide
      initialFocus={closeRef}
      message={<p className={css.detailTitle}>{details?.title}</p>}
      footer={
        <Button ref={closeRef} keys="Escape" onClick={onClose}>
          Close
        </Button>
      }
    >
      {details && details.causes.length > 0 && (
        <>
          <h3 className={css.detailHeading}>Possible Cause:</h3>
          <ul className={css.detailList}>
            {details.causes.map((cause) => (
              <li key={cause}>{cause}</li>
            ))}
          </ul>
        </>
      )}
      {details && details.resolutions.length > 0 && (
        <>
          <h3 className={css.detailHeading}>Resolution:</h3>
          <ol className={css.detailSteps}>
            {details.resolutions.map((resolution) => (
              <li key={resolution}>{resolution}</li>
            ))}
          </ol>
        </>
      )}
    </Dialog>
  );
}
