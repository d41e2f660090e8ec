import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { CodeBlock } from './code-block.tsx';

describe('code block', () => {
  it('copies the text as it is and says so [R2.8-62, R8-46]', async () => {
    const user = userEvent.setup();
    const onCopied = vi.fn();
    const text = 'first\nsecond\n';
    render(<CodeBlock label="Line for curl" text={text} onCopied={onCopied} />);
    const block = screen.getByRole('group', { name: 'Line for curl' });
    expect(block).toHaveTextContent('first second');
    await user.tab();
    expect(block).toHaveFocus();
    await user.tab();
    await user.keyboard('{Enter}');
    expect(await navigator.clipboard.readText()).toBe(text);
    expect(onCopied).toHaveBeenCalledWith({ ok: true, message: 'Text copied successfully' });
  });

  it('says that the browser refused the copy [R2.8-63]', async () => {
    const user = userEvent.setup();
    const onCopied = vi.fn();
    render(<CodeBlock label="Line for curl" text="first" onCopied={onCopied} />);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'));
    await user.click(screen.getByRole('button', { name: /Copy/ }));
    expect(onCopied).toHaveBeenCalledWith({ ok: false, message: 'Error copying text' });
  });
});
