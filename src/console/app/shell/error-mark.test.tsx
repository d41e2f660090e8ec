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
import ErrorMark from './error-mark.tsx';

const SITE = createTestSite();
const NOW_SECONDS = 1_780_000_000;
const WITHIN = { timeout: 30_000 };

let count = 0;
const ranges: number[][] = [];
beforeEach(async () => {
  ranges.length = 0;
  await loadCall('countPipelineErrors');
  pageBase();
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: NOW_SECONDS * 1000,
  });
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>) => {
    const { pathname, searchParams } = new URL(new Request(...request).url);
    if (pathname === '/v1/sites') return Response.json({ sites: [SITE], pagination: { totalCount: 1 } });
    ranges.push(['start', 'end'].map((edge) => Number(searchParams.get(`timeRange.${edge}UnixTimeSeconds`))));
    expect(searchParams.get('acknowledgeState')).toBe('UNACKNOWLEDGED');
    return Response.json({ count: String(count) });
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
      Monitoring
      {site && <ErrorMark />}
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
  await act(() => vi.waitFor(() => expect(ranges.length).toBeGreaterThan(0), WITHIN));
}
const text = () => document.body.textContent;

async function passMinute(shown: string): Promise<void> {
  const before = ranges.length;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  await act(() => vi.waitFor(() => expect(text()).toBe(shown), WITHIN));
  expect(ranges.length - before).toBe(1);
}

test('the mark counts unacknowledged errors of a day every 60 s [R2.2-13, R2.2-14, R9-53]', async () => {
  count = 0;
  await show();
  expect(text()).toBe('Monitoring');
  count = 3;
  await passMinute('Monitoring3, 3 unacknowledged errors of the last 24 hours');
  count = 1;
  await passMinute('Monitoring1, 1 unacknowledged error of the last 24 hours');
  count = 0;
  await passMinute('Monitoring');
  for (const [start = 0, end = 0] of ranges) expect(end - start).toBe(86_400);
});
