import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { Site } from '../../../contract/entities/site.ts';
import { requestLookup, sendUpload } from './send-upload.ts';
import UploadDialog from './UploadDialog.tsx';

vi.mock('./send-upload.ts', () => ({
  sendUpload: vi.fn(() => new Promise(() => undefined)),
  requestLookup: vi.fn(() => Promise.resolve()),
}));
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

test('where Git manages the site, a lookup table is asked for with its comment [R1-32]', async () => {
  const user = userEvent.setup();
  const site = { id: '400000000000000001', name: 'Paris', managedByGit: true, git: null } as unknown as Site;
  const dropped = new File(['a,b\n1,2\n'], 'hosts.csv');
  const onClose = vi.fn();
  render(<UploadDialog of={{ dropped, site }} onClose={onClose} />);
  await user.type(screen.getByRole('textbox', { name: 'Comment of the pull request' }), 'Two more hosts');
  await user.click(screen.getByRole('button', { name: /^Add to draft/ }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(vi.mocked(requestLookup).mock.calls[0]?.slice(1)).toEqual([
    { name: 'hosts.csv', assetType: 'LOOK_UP_DATA' },
    { file: dropped, way: 'collect', comment: 'Two more hosts' },
  ]);
  expect(screen.getByRole('button', { name: /^Raise PR/ })).toBeInTheDocument();
});
