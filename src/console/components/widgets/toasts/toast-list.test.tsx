import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { type Toast, ToastList } from './toast-list.tsx';

const toast = (rest: Partial<Toast>): Toast => ({
  id: '1',
  message: 'Saved',
  status: 'success',
  timestamp: 0,
  ...rest,
});
const handlers = () => ({ onClose: vi.fn(), onHold: vi.fn(), onRelease: vi.fn(), onShowDetails: vi.fn() });

describe('toasts', () => {
  it('interrupt for errors and wait for the rest', () => {
    render(
      <ToastList
        toasts={[toast({}), toast({ id: '2', message: 'Failed', status: 'error' })]}
        {...handlers()}
      />,
    );
    const region = screen.getByRole('region', { name: 'Notifications' });
    expect(within(region).getByRole('list')).toHaveAttribute('aria-live', 'polite');
    expect(screen.getByRole('alert')).toHaveTextContent('Error: Failed');
    // The alert announces it; the list must not repeat it.
    expect(screen.getByRole('alert').closest('[aria-live]')).toHaveAttribute('aria-live', 'off');
    for (const button of screen.getAllByRole('button'))
      expect(button.closest('[aria-live]')).toHaveAttribute('aria-live', 'off');
  });

  it('long messages and those with causes offer details [R2.2-45, R2.2-47]', async () => {
    const user = userEvent.setup();
    const calls = handlers();
    const { rerender } = render(<ToastList toasts={[toast({})]} {...calls} />);
    expect(screen.queryByRole('button', { name: 'Show error details' })).toBeNull();
    rerender(
      <ToastList
        toasts={[toast({ id: '2', message: 'Failed', status: 'error', hasDetails: true })]}
        {...calls}
      />,
    );
    await user.click(screen.getByRole('button', { name: 'Show error details' }));
    expect(calls.onShowDetails).toHaveBeenCalledWith('2');
  });

  it('are held by focus and closed by their button', async () => {
    const user = userEvent.setup();
    const calls = handlers();
    render(<ToastList toasts={[toast({})]} {...calls} />);
    await user.tab();
    expect(calls.onHold).toHaveBeenCalledWith('1', 'focus');
    await user.keyboard('{Enter}');
    expect(calls.onClose).toHaveBeenCalledWith('1');
    await user.tab();
    expect(calls.onRelease).toHaveBeenCalledWith('1', 'focus');
  });

  it('stay held while the focus moves between their buttons', async () => {
    const user = userEvent.setup();
    const calls = handlers();
    render(<ToastList toasts={[toast({ hasDetails: true })]} {...calls} />);
    await user.tab();
    await user.tab();
    expect(screen.getByRole('button', { name: 'Show error details' })).toHaveFocus();
    expect(calls.onHold).toHaveBeenCalledOnce();
    expect(calls.onRelease).not.toHaveBeenCalled();
  });

  it('a closed toast passes the focus to the next, or back', async () => {
    const user = userEvent.setup();
    function Page() {
      const [toasts, setToasts] = useState([toast({}), toast({ id: '2', message: 'Copied' })]);
      const close = (id: string) => setToasts((now) => now.filter((one) => one.id !== id));
      return (
        <>
          <button type="button">Save</button>
          <ToastList toasts={toasts} {...handlers()} onClose={close} />
        </>
      );
    }
    render(<Page />);
    await user.tab();
    await user.tab();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('listitem')).toHaveTextContent('Copied');
    expect(screen.getByRole('button', { name: 'Close notification' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
  });
});
