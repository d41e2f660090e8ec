import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { sendUpload } from './send-upload.ts';
import UploadDialog from './UploadDialog.tsx';

vi.mock('./send-upload.ts', () => ({ sendUpload: vi.fn(() => new Promise(() => undefined)) }));
afterEach(cleanup);

test('Ctrl+Enter sends the file once, from footer buttons too', async () => {
  const user = userEvent.setup();
  const dropped = new File(['a,b\n1,2\n'], 'hosts.csv');
  render(<UploadDialog of={{ dropped }} onClose={() => undefined} />);
  const cancel = screen.getByRole('button', { name: /^Cancel/ });
  cancel.focus();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sendUpload).toHaveBeenCalledTimes(1));
  expect(screen.getByRole('button', { name: /^Cancel the upload/ })).toHaveFocus();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(sendUpload).toHaveBeenCalledTimes(1);
});
