import { render } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import {
  type ErrorDetails,
  ErrorDetailsDialog,
} from '../../src/console/components/widgets/dialogs/error-details-dialog.tsx';
import { type Toast, ToastList } from '../../src/console/components/widgets/toasts/toast-list.tsx';
import { recordTranscript } from '../harness/screen-reader.ts';

const SAVED: Toast = { id: 'saved', message: 'Pipeline saved', status: 'success', timestamp: 0 };
const FAILED: Toast = {
  id: 'failed',
  message: 'The pipeline could not be deployed',
  status: 'error',
  timestamp: 0,
  showTimestamp: true,
  hasDetails: true,
};
const DETAILS: ErrorDetails = {
  title: FAILED.message,
  causes: ['The bucket was deleted'],
  resolutions: ['Make the bucket, then deploy again'],
  timestamp: 0,
  raw: FAILED.message,
};

/** A repeat keeps the toast with a new time. */
function Owner() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const [isOpen, setOpen] = useState(false);
  const add = (toast: Toast) =>
    setToasts((now) =>
      now.some(({ id }) => id === toast.id)
        ? now.map((one) => (one.id === toast.id ? { ...one, timestamp: one.timestamp + 60_000 } : one))
        : [...now, toast],
    );
  return (
    <>
      <button type="button" onClick={() => add(SAVED)}>
        Save
      </button>
      <button type="button" onClick={() => add(FAILED)}>
        Deploy
      </button>
      <ToastList
        toasts={toasts}
        onClose={(id) => setToasts((now) => now.filter((one) => one.id !== id))}
        onShowDetails={() => setOpen(true)}
      />
      <ErrorDetailsDialog
        details={isOpen ? DETAILS : undefined}
        onClose={() => setOpen(false)}
        onCopied={() => undefined}
      />
    </>
  );
}

test('a notice is read once with its status, repeats are silent [R2.2-43]', async () => {
  render(<Owner />);
  expect(await recordTranscript(['{Tab}', '{Enter}', '{Enter}'])).toMatchInlineSnapshot(`
    [
      "{Tab} → button, Save",
      "{Enter} → polite: Done: Pipeline saved",
      "{Enter} → (nothing)",
    ]
  `);
});

// This reader announces new live-list entries whole: it ignores `aria-live="off"` and inner alerts.
test('an error is read with status, buttons, details and focus [R2.2-46]', async () => {
  render(<Owner />);
  expect(
    await recordTranscript([
      '{Tab}',
      '{Tab}',
      '{Enter}',
      '{Enter}',
      '{Tab}',
      '{Tab}',
      '{Enter}',
      '{Escape}',
      '{Shift>}{Tab}{/Shift}',
      '{Enter}',
    ]),
  ).toMatchInlineSnapshot(`
    [
      "{Tab} → button, Save",
      "{Tab} → button, Deploy",
      "{Enter} → polite: Error: The pipeline could not be deployed00:00Show error details",
      "{Enter} → (nothing)",
      "{Tab} → button, Close notification",
      "{Tab} → button, Show error details",
      "{Enter} → dialog, Error Details, The pipeline could not be deployed | button, Close, key shortcuts Escape",
      "{Escape} → button, Show error details",
      "{Shift>}{Tab}{/Shift} → button, Close notification",
      "{Enter} → button, Deploy",
    ]
  `);
});
