import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { handlePopupErrors } from '../../components/widgets/lazy/popup-boundary.tsx';
import { markScreenArrived } from '../first-content.ts';
import { Late } from './late.tsx';

const told: unknown[] = [];
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('late code that failed to load appears once it can be loaded, without a notice', async () => {
  vi.useFakeTimers();
  // React logs what boundaries catch.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  handlePopupErrors((error) => told.push(error));
  let isDown = true;
  const code = createLazyCode(async () => {
    if (isDown) throw new Error('Failed to fetch');
    return { default: () => <p>3 unacknowledged errors</p> };
  });
  markScreenArrived();
  render(<Late Component={code.Component} />);
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(document.body.textContent).toBe('');
  isDown = false;
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  expect(document.body.textContent).toBe('3 unacknowledged errors');
  expect(told).toEqual([]);
});

test('what is loaded ahead waits until the screen is drawn', async () => {
  vi.useFakeTimers();
  const code = createLazyCode(async () => ({ default: () => <p>3 unacknowledged errors</p> }));
  markScreenArrived();
  const draw = (isDrawn: boolean) => (
    <>
      <main id="content">{!isDrawn && <Skeleton label="the errors" />}</main>
      <Late Component={code.Component} />
    </>
  );
  const { rerender } = render(draw(false));
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(document.body.textContent).toBe('Loading the errors');
  rerender(draw(true));
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(document.body.textContent).toBe('3 unacknowledged errors');
});
