import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

const show = (props: Partial<ConfirmDialogProps>) => {
  const handlers = { onAction: vi.fn(), onCancel: vi.fn() };
  render(
    <ConfirmDialog
      open
      type="info"
      title="Deploy Pipeline"
      message="v15 replaces v14."
      actionLabel="Deploy"
      {...handlers}
      {...props}
    />,
  );
  return handlers;
};

describe('confirm dialog', () => {
  it('Cancel and an action, which has the focus and runs on Enter [R2.8-60]', async () => {
    const user = userEvent.setup();
    const { onAction } = show({});
    expect(screen.getByRole('dialog', { name: 'Deploy Pipeline' })).toHaveAccessibleDescription(
      'v15 replaces v14.',
    );
    await waitFor(() => expect(screen.getByRole('button', { name: 'Deploy' })).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(onAction).toHaveBeenCalledOnce();
  });

  it('puts the focus on Cancel when it deletes [R2.8-59]', async () => {
    const user = userEvent.setup();
    const { onAction, onCancel } = show({ type: 'delete', actionLabel: 'Delete 2 pipelines' });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(onAction).not.toHaveBeenCalled();
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it('has a cancel-only mode [R2.8-61]', () => {
    show({ type: 'error', actionLabel: undefined, cancelLabel: 'Close' });
    expect(screen.queryByRole('button', { name: 'Deploy' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Close' })).toBeVisible();
  });

  it('closes on Escape, which goes no further', async () => {
    const user = userEvent.setup();
    const seen = vi.fn();
    document.addEventListener('keydown', seen);
    const { onCancel } = show({});
    await waitFor(() => expect(screen.getByRole('button', { name: 'Deploy' })).toHaveFocus());
    await user.keyboard('{Escape}');
    document.removeEventListener('keydown', seen);
    expect(onCancel).toHaveBeenCalledOnce();
    expect(seen).not.toHaveBeenCalled();
  });
});
