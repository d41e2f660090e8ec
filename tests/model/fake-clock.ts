import { act } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';

/** Date and timers stand still until `passTime`. */
export function fakeClock(now?: number): void {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  if (now !== undefined) vi.setSystemTime(now);
  // Testing Library moves fake clocks through this global.
  vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });
}

export function realClock(): void {
  vi.unstubAllGlobals();
  vi.useRealTimers();
}

export const passTime = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

/** Key presses take no time. */
export const fakeClockUser = () =>
  userEvent.setup({ advanceTimers: (ms) => void vi.advanceTimersByTime(ms), delay: null });

/** Dialogs open and close with animation frames. */
export const framesDrawn = (): Promise<void> =>
  act(async () => {
    for (let frame = 0; frame < 3; frame += 1)
      await new Promise<void>((drawn) => requestAnimationFrame(() => drawn()));
  });
