import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { RangePickers } from './range-pickers.tsx';

const at = (text: string): number => new Date(text).getTime() / 1000;
const LIMITS = { start: at('2026-04-01T00:00:00'), end: at('2026-05-28T20:00:00') };

it('From, To: typed to the second, applied alone, then together [R2.8-43 … R2.8-46]', async () => {
  const [onSet, onApply] = [vi.fn(), vi.fn()];
  render(
    <RangePickers
      from={undefined}
      to={undefined}
      problem={undefined}
      limits={LIMITS}
      onSet={onSet}
      onApply={onApply}
    />,
  );
  const user = userEvent.setup();
  const pickers = within(screen.getByRole('group', { name: 'Custom Range' }));
  for (const [label, end, text] of [
    ['From', 'from', '2026-05-01 08:00:05'],
    ['To', 'to', '2026-05-01 09:30:07'],
  ] as const) {
    await user.type(pickers.getByRole('textbox', { name: label }), text);
    const apply = pickers.getByRole('button', { name: `Apply ${label}` });
    expect(apply).toHaveTextContent('Apply');
    await user.click(apply);
    expect(onSet).toHaveBeenLastCalledWith(end, at(text.replace(' ', 'T')));
  }
  expect(onApply).not.toHaveBeenCalled();
  await user.click(pickers.getByRole('button', { name: 'Apply' }));
  expect(onApply).toHaveBeenCalledOnce();
});
