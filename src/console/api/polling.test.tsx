import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { pageBase } from '../../../tests/model/command-context.ts';
import { passTime, realClock } from '../../../tests/model/fake-clock.ts';
import { useTimeSpan } from '../state/time-filter.ts';
import { loadCall } from './call-table.ts';
import { createQueryClient, pollWithFocusOnly } from './query-client.ts';
import { useCall } from './use-call.ts';

const POLL_MS = 60_000;

function Count() {
  const { data } = useCall('countPipelineErrors', { query: RANGE }, { poll: POLL_MS, isSuppressed: true });
  return <p>{data ? `${data.count} errors` : 'none yet'}</p>;
}
const RANGE = {
  siteId: '400000000000000001',
  'timeRange.startUnixTimeSeconds': 0,
  'timeRange.endUnixTimeSeconds': 60,
};

afterEach(() => {
  vi.restoreAllMocks();
  window.dispatchEvent(new Event('focus'));
  realClock();
});

/** `event` is false where the browser sends none. */
function focusWindow(isFocused: boolean, { event = true } = {}): void {
  vi.spyOn(document, 'hasFocus').mockReturnValue(isFocused);
  if (event) act(() => void window.dispatchEvent(new Event(isFocused ? 'focus' : 'blur')));
}

test('polling: none without the focus, at once with it [R7-89]', async () => {
  pollWithFocusOnly();
  await loadCall('countPipelineErrors');
  pageBase();
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  let asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return Response.json({ count: String(asked) });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Count />
    </QueryClientProvider>,
  );
  const shows = (count: number) =>
    act(() => vi.waitFor(() => expect(document.body).toHaveTextContent(`${count} errors`), 20_000));
  await shows(1);
  passTime(POLL_MS);
  await shows(2);

  focusWindow(false);
  await act(() => vi.advanceTimersByTimeAsync(5 * POLL_MS));
  expect(asked).toBe(2);

  focusWindow(true);
  await shows(3);
  passTime(POLL_MS);
  await shows(4);
});

function SpanEnd({ refreshMs }: { refreshMs: number | false }) {
  return <p>{useTimeSpan(refreshMs).end}</p>;
}

test('a preset range moves on only with focus, and only when polled [R7-89, R4-29]', () => {
  pollWithFocusOnly();
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const { container, rerender } = render(<SpanEnd refreshMs={POLL_MS} />);
  const end = () => Number(container.textContent);
  const first = end();
  focusWindow(false);
  act(() => void vi.advanceTimersByTime(3 * POLL_MS));
  expect(end()).toBe(first);
  focusWindow(true);
  expect(end()).toBe(first + (3 * POLL_MS) / 1000);
  act(() => void vi.advanceTimersByTime(POLL_MS));
  const moved = end();
  expect(moved).toBe(first + (4 * POLL_MS) / 1000);
  rerender(<SpanEnd refreshMs={false} />);
  act(() => void vi.advanceTimersByTime(3 * POLL_MS));
  expect(end()).toBe(moved);
});

test('a preset range moves on after a blur of something inside the window [R7-89]', () => {
  pollWithFocusOnly();
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const { container } = render(<SpanEnd refreshMs={POLL_MS} />);
  const end = () => Number(container.textContent);
  const first = end();
  // As Ariakit does where the focus leaves a list of options.
  act(() => void container.dispatchEvent(new FocusEvent('blur', { bubbles: true })));
  act(() => void vi.advanceTimersByTime(2 * POLL_MS));
  expect(end()).toBe(first + (2 * POLL_MS) / 1000);
});

test('the focus is read each second, with or without its events [R7-89]', () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  pollWithFocusOnly();
  const { container } = render(<SpanEnd refreshMs={POLL_MS} />);
  const end = () => Number(container.textContent);
  const first = end();
  focusWindow(false, { event: false });
  act(() => void vi.advanceTimersByTime(2 * POLL_MS));
  expect(end()).toBe(first);
  focusWindow(true, { event: false });
  act(() => void vi.advanceTimersByTime(1000));
  expect(end()).toBe(first + 1 + (2 * POLL_MS) / 1000);
});
