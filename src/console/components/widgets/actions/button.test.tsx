import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { formatAriaKeyShortcuts, formatSpokenBinding, parseBinding } from '../../../lib/key-text.ts';
import { Button } from './button.tsx';

describe('button', () => {
  it('stays focusable while disabled, says why, and leads to the cause', async () => {
    const user = userEvent.setup();
    const [onClick, onDisabledPress] = [vi.fn(), vi.fn()];
    render(
      <Button disabledReason="A transform is unconnected" onClick={onClick} onDisabledPress={onDisabledPress}>
        Deploy
      </Button>,
    );
    await user.tab();
    const button = screen.getByRole('button', { name: 'Deploy' });
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription('A transform is unconnected');
    await user.keyboard('{Enter}');
    expect(onClick).not.toHaveBeenCalled();
    expect(onDisabledPress).toHaveBeenCalledOnce();
  });

  it('the focus stays when a button is disabled and enabled', async () => {
    const { rerender } = render(
      <Button disabledReason="The running version is being loaded">Capture</Button>,
    );
    await userEvent.tab();
    const button = screen.getByRole('button', { name: 'Capture' });
    rerender(<Button>Capture</Button>);
    expect(button).toHaveFocus();
    rerender(<Button disabledReason="Choose a node">Capture</Button>);
    expect(button).toHaveFocus();
    expect(button).toHaveAccessibleDescription('Choose a node');
  });

  it('separates its key from its name', () => {
    render(<Button keys="Shift+d">Deploy</Button>);
    expect(screen.getByRole('button', { name: 'Deploy' })).toHaveAttribute('aria-keyshortcuts', 'Shift+d');
  });
});

describe('bindings', () => {
  it('join modifiers in one chip and split chords, with Ctrl off macOS', () => {
    expect(parseBinding('g p', 'other')).toHaveLength(2);
    expect(parseBinding('mod+Shift+z', 'other')).toHaveLength(1);
    expect(formatSpokenBinding('mod+s', 'mac')).toBe('Command S');
    expect(formatSpokenBinding('mod+s', 'other')).toBe('Control S');
    expect(formatSpokenBinding('g p', 'other')).toBe('G then P');
    expect(formatAriaKeyShortcuts('mod+s', 'other')).toBe('Control+s');
    expect(formatAriaKeyShortcuts('g p', 'other')).toBeUndefined();
  });
});
