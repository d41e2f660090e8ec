import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageBase } from '../../../../tests/model/command-context.ts';
import { realClock } from '../../../../tests/model/fake-clock.ts';
import { loadCall } from '../../api/call-table.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { useSites } from '../../state/sites.ts';
import { createTestSite } from '../../state/testing-site.ts';
import { markScreenArrived } from '../first-content.ts';
import AlertMark from './alert-mark.tsx';

const SITE = createTestSite();
const NOW_SECONDS = 1_780_000_000;
const WITHIN = { timeout: 30_000 };

let count = 0;
const asked: string[] = [];
beforeEach(async () => {
  asked.length = 0;
  await loadCall('countAlertEvents');
  pageBase();
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: NOW_SECONDS * 1000,
  });
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>) => {
    const { pathname, searchParams } = new URL(new Request(...request).url);
    if (pathname === '/v1/sites') return Response.json({ sites: [SITE], pagination: { totalCount: 1 } });
    asked.push(searchParams.get('acknowledgeState') ?? '');
    return Response.json({ alertEventCount: String(count) });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  realClock();
});

function Mark() {
  const { site } = useSites();
  return (
    <p>
      Alerts
      {site && <AlertMark />}
    </p>
  );
}

async function show(): Promise<void> {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Mark />
    </QueryClientProvider>,
  );
  markScreenArrived();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await act(() => vi.waitFor(() => expect(asked.length).toBeGreaterThan(0), WITHIN));
}
const text = () => document.body.textContent;

async function passMinute(shown: string): Promise<void> {
  const before = asked.length;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  await act(() => vi.waitFor(() => expect(text()).toBe(shown), WITHIN));
  expect(asked.length - before).toBe(1);
}

test('unacknowledged alerts are counted every 60 s, and none show nothing [R2.2-15, R2.2-16, R9-54]', async () => {
  count = 0;
  await show();
  expect(text()).toBe('Alerts');
  count = 3;
  await passMinute('Alerts3, 3 unacknowledged alerts');
  count = 1;
  await passMinute('Alerts1, 1 unacknowledged alert');
  count = 0;
  await passMinute('Alerts');
  expect(new Set(asked)).toEqual(new Set(['unacknowledged']));
});
