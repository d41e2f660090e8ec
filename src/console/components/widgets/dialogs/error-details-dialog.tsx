import { useRef } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { Button } from '../actions/button.tsx';
import { CopyButton } from '../actions/copy-button.tsx';
import { CodeBlock } from '../code/code-block.tsx';
import * as css from './dialog.css.ts';
import { Dialog } from './dialog.tsx';

export type ErrorDetails = {
  title: string;
  causes: readonly string[];
  resolutions: readonly string[];
  /** Unix milliseconds. */
  timestamp: number;
  /** Shown when it says more than the title. */
  raw: string;
};

type ErrorDetailsDialogProps = {
  details: ErrorDetails | undefined;
  onClose: () => void;
  onCopied: (outcome: { ok: boolean; message: string }) => void;
};

function Details({ title, causes, resolutions, timestamp, raw }: ErrorDetails) {
  return (
    <>
      {causes.length > 0 && (
        <>
          <h2 className={css.detailHeading}>Possible Cause:</h2>
          <ul className={css.detailList}>
            {causes.map((cause) => (
              <li key={cause}>{cause}</li>
            ))}
          </ul>
        </>
      )}
      {resolutions.length > 0 && (
        <>
          <h2 className={css.detailHeading}>Resolution:</h2>
          <ol className={css.detailSteps}>
            {resolutions.map((resolution) => (
              <li key={resolution}>{resolution}</li>
            ))}
          </ol>
        </>
      )}
      <p className={css.detailTime}>
        <time dateTime={new Date(timestamp).toISOString()}>{formatDateTime(timestamp)}</time>
      </p>
      {raw !== title && <CodeBlock label="Text as it came" text={raw} wrap />}
    </>
  );
}

export function ErrorDetailsDialog({ details, onClose, onCopied }: ErrorDetailsDialogProps) {
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
        <>
          {details && <CopyButton text={details.raw} label="Copy text" onOutcome={onCopied} />}
          <Button ref={closeRef} keys="Escape" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {details && <Details {...details} />}
    </Dialog>
  );
}
