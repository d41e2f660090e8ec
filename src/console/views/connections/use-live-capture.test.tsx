import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageBase } from '../../../../tests/model/command-context.ts';
import type { Capture } from '../../../contract/entities/sample.ts';
import { loadCall } from '../../api/call-table.ts';
import { queryClient } from '../../api/query-client.ts';
import { useLiveCapture } from './use-live-capture.ts';

const PIPELINE = '300000000000000001';
const SOURCE = '100000000000000001';
const RUNNING: Capture = {
  id: '700000000000000001',
  pipelineId: PIPELINE,
  componentId: SOURCE,
  limit: 2,
  seconds: 60,
  startedAt: '2026-11-22T10:00:00Z',
  startedBy: 'somebody',
  state: 'RUNNING',
  reason: '',
  eventCount: 1,
};
const DONE: Capture = {
  ...RUNNING,
  state: 'DONE',
  reason: 'The number of events was reached',
  eventCount: 2,
};

/** Next answers of the service for list and capture. */
let listed = RUNNING;
let held = { capture: RUNNING, events: ['one'] };

beforeEach(async () => {
  queryClient.clear();
  listed = RUNNING;
  held = { capture: RUNNING, events: ['one'] };
  await Promise.all([loadCall('listCaptures'), loadCall('getCapture')]);
  pageBase();
  vi.stubGlobal('fetch', async (...asked: ConstructorParameters<typeof Request>) => {
    const { pathname } = new URL(new Request(...asked).url);
    return Response.json(pathname.endsWith('/captures') ? { captures: [listed] } : held);
  });
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const shown = () =>
  renderHook(() => useLiveCapture(PIPELINE, SOURCE), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  }).result;
const readAgain = (call: string) => act(() => queryClient.refetchQueries({ queryKey: [call] }));

test('a finished capture is not running, even before the list knows [R2.1-12]', async () => {
  const live = shown();
  await waitFor(() => expect(live.current.events).toEqual(['one']));
  expect(live.current.isRunning).toBe(true);
  held = { capture: DONE, events: ['one', 'two'] };
  await readAgain('getCapture');
  await waitFor(() => expect(live.current.events).toEqual(['one', 'two']));
  expect(live.current.isRunning).toBe(false);
});

test('a capture the list ends first still receives its last events [R2.1-12]', async () => {
  const live = shown();
  await waitFor(() => expect(live.current.events).toEqual(['one']));
  listed = DONE;
  await readAgain('listCaptures');
  await waitFor(() => expect(live.current.isRunning).toBe(false));
  expect(live.current.capture).toMatchObject({ state: 'DONE', eventCount: 2 });
  held = { capture: DONE, events: ['one', 'two'] };
  await waitFor(() => expect(live.current.events).toEqual(['one', 'two']));
});
