import { act, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNear } from './use-near.ts';

function Far({ isAwaited }: { isAwaited?: boolean }) {
  const room = useRef<HTMLDivElement>(null);
  const isNear = useNear(room, isAwaited);
  return (
    <div ref={room}>
      <button type="button">{isNear ? 'near' : 'far'}</button>
    </div>
  );
}

let tell: (isIntersecting: boolean) => void;
const stop = vi.fn();
beforeEach(() => {
  class Observer {
    constructor(done: (entries: { isIntersecting: boolean }[]) => void) {
      tell = (isIntersecting) => done([{ isIntersecting }]);
    }
    observe() {}
    disconnect = stop;
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 2000, 10, 10));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const shown = () => screen.getByRole('button').textContent;

test('what is scrolled near stays, and is watched no longer', async () => {
  render(<Far />);
  expect(shown()).toBe('far');
  await act(async () => tell(false));
  expect(shown()).toBe('far');
  stop.mockClear();
  await act(async () => tell(true));
  expect(shown()).toBe('near');
  expect(stop).toHaveBeenCalledOnce();
});

test('what gets the focus or is printed is there at once', () => {
  for (const become of [
    () => fireEvent.focusIn(screen.getByRole('button')),
    () => fireEvent(window, new Event('beforeprint')),
  ]) {
    const { unmount } = render(<Far />);
    expect(shown()).toBe('far');
    become();
    expect(shown()).toBe('near');
    unmount();
  }
});

test('what is not late, or has no size, is drawn at once', () => {
  const { unmount } = render(<Far isAwaited={false} />);
  expect(shown()).toBe('near');
  unmount();
  vi.mocked(HTMLElement.prototype.getBoundingClientRect).mockReturnValue(new DOMRect());
  render(<Far />);
  expect(shown()).toBe('near');
});
