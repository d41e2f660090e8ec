import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageBase } from '../../../../tests/model/command-context.ts';
import { realClock } from '../../../../tests/model/fake-clock.ts';
import { loadCall } from '../../api/call-table.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { useSites } from '../../state/sites.ts';
import { createTestSite } from '../../state/testing-site.ts';
import { markScreenArrived } from '../first-content.ts';
import AlertMark from './alert-mark.tsx';
import ErrorMark from './error-mark.tsx';

const SITE = createTestSite();
const NOW_SECONDS = 1_780_000_000;
const WITHIN = { timeout: 30_000 };

let count = 0;
let asked: URLSearchParams[] = [];
beforeEach(async () => {
  [count, asked] = [0, []];
  await Promise.all([loadCall('countAlertEvents'), loadCall('countPipelineErrors')]);
  pageBase();
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: NOW_SECONDS * 1000,
  });
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>) => {
    const { pathname, searchParams } = new URL(new Request(...request).url);
    if (pathname === '/v1/sites') return Response.json({ sites: [SITE], pagination: { totalCount: 1 } });
    asked.push(searchParams);
    return Response.json({ count: String(count), alertEventCount: String(count) });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  realClock();
});

const text = () => document.body.textContent;

async function show(Mark: ComponentType, label: string): Promise<void> {
  const Entry = () => (
    <p>
      {label}
      {useSites().site && <Mark />}
    </p>
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Entry />
    </QueryClientProvider>,
  );
  markScreenArrived();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await act(() => vi.waitFor(() => expect(asked.length).toBeGreaterThan(0), WITHIN));
  expect(text()).toBe(label);
}

async function passMinute(counted: number, shown: string): Promise<void> {
  count = counted;
  const before = asked.length;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  await act(() => vi.waitFor(() => expect(text()).toBe(shown), WITHIN));
  expect(asked.length - before).toBe(1);
}

test('unacknowledged alerts are counted every 60 s, and none show nothing [R2.2-15, R2.2-16, R9-54]', async () => {
  await show(AlertMark, 'Alerts');
  await passMinute(3, 'Alerts3, 3 unacknowledged alerts');
  await passMinute(1, 'Alerts1, 1 unacknowledged alert');
  await passMinute(0, 'Alerts');
  for (const one of asked) expect(one.get('acknowledgeState')).toBe('unacknowledged');
});

test('the mark counts unacknowledged errors of a day every 60 s [R2.2-13, R2.2-14, R9-53]', async () => {
  await show(ErrorMark, 'Monitoring');
  await passMinute(3, 'Monitoring3, 3 unacknowledged errors of the last 24 hours');
  await passMinute(1, 'Monitoring1, 1 unacknowledged error of the last 24 hours');
  await passMinute(0, 'Monitoring');
  for (const one of asked) {
    expect(one.get('acknowledgeState')).toBe('UNACKNOWLEDGED');
    const [start, end] = ['start', 'end'].map((edge) => Number(one.get(`timeRange.${edge}UnixTimeSeconds`)));
    expect(end! - start!).toBe(86_400);
  }
});
