import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageBase } from '../../../../tests/model/command-context.ts';
import { NOTHING_COUNTED } from '../../../contract/entities/analytics.ts';
import type { LiveServerMessage } from '../../../contract/live.ts';
import { loadCall } from '../../api/call-table.ts';
import { type LiveSocket, liveClient } from '../../api/live-client.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { windowFocus } from '../../lib/window-focus.ts';
import { usePipelineSummaries } from './use-pipeline-summaries.ts';

const SITE = '400000000000000001';
const PIPELINE = '300000000000000001';
const summaryOf = (bytes: number) => ({ ...NOTHING_COUNTED, totalInputDataBytes: String(bytes) });

const totals = (bytes: number) => ({
  pipelineSummaries: { [PIPELINE]: summaryOf(bytes) },
  coverage: { startUnixTimeSeconds: 0, endUnixTimeSeconds: 3600, resolutionSeconds: 60 },
});

function Total({ end }: { end: number }) {
  const { summaries } = usePipelineSummaries({
    siteId: SITE,
    'timeRange.startUnixTimeSeconds': end - 3600,
    'timeRange.endUnixTimeSeconds': end,
  });
  return <p>{summaries?.[PIPELINE]?.totalInputDataBytes ?? 'none'}</p>;
}

/** Subscriptions that the console holds, by their id. */
const held = new Map<string, { topic: string; seconds?: number }>();
let tell: (event: Event) => void = () => undefined;
const push = (message: LiveServerMessage) =>
  act(() => tell(new MessageEvent('message', { data: JSON.stringify(message) })));
const pushTotal = (bytes: number) => {
  for (const subscriptionId of held.keys())
    push({
      type: 'summaries',
      subscriptionId,
      siteId: SITE,
      at: 0,
      ...totals(bytes),
    });
};

let answer: () => Response;
let asked = 0;

beforeEach(async () => {
  await loadCall('getPipelineSummaries');
  pageBase();
  held.clear();
  asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return answer();
  });
  const socket: LiveSocket = {
    send: (text) => {
      const message = JSON.parse(text) as { type: string; subscriptionId: string; topic: string };
      if (message.type === 'subscribe') held.set(message.subscriptionId, message);
      if (message.type === 'unsubscribe') held.delete(message.subscriptionId);
    },
    close: () => undefined,
    reconnect: () => undefined,
    addEventListener: (type, listener) => {
      const before = tell;
      tell = (event) => (event.type === type ? listener(event) : before(event));
    },
  };
  liveClient.start({ open: () => socket, read: (text) => JSON.parse(text) as LiveServerMessage });
  act(() => tell(new Event('open')));
});
afterEach(() => {
  cleanup();
  liveClient.stop();
  tell = () => undefined;
  act(() => windowFocus.set(true));
  vi.unstubAllGlobals();
});

const answered = (bytes: number) => () => Response.json(totals(bytes));

function show() {
  const client = createQueryClient();
  const drawn = (end: number) => (
    <QueryClientProvider client={client}>
      <Total end={end} />
    </QueryClientProvider>
  );
  const { container, rerender } = render(drawn(3600));
  return {
    shows: (text: string) => act(() => vi.waitFor(() => expect(container).toHaveTextContent(text), 10_000)),
    move: (end: number) => rerender(drawn(end)),
  };
}

test('totals come by the live channel without the focus, by asking with it [R7-89]', async () => {
  answer = answered(10);
  const { shows, move } = show();
  await shows('10');
  expect(held.size).toBe(0);

  act(() => windowFocus.set(false));
  expect([...held.values()]).toEqual([expect.objectContaining({ topic: 'summaries', seconds: 3600 })]);
  pushTotal(20);
  await shows('20');
  expect(asked).toBe(1);

  answer = answered(30);
  act(() => windowFocus.set(true));
  expect(held.size).toBe(0);
  await shows('20');
  move(3660);
  await shows('30');
  move(3720);
  await shows('30');
});

test('totals come by the live channel while asking fails', async () => {
  answer = () => Response.json({ code: 'INTERNAL', message: 'Broken', requestId: 'r' }, { status: 500 });
  const { shows } = show();
  await act(() => vi.waitFor(() => expect(held.size).toBe(1), 10_000));
  pushTotal(40);
  await shows('40');
});
