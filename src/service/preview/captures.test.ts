import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EnginePort, TapEvent } from '../../engine/port.ts';
import { type CaptureRequest, createCaptures, UNWATCHED_MS } from './captures.ts';

const REQUEST = { pipelineId: '1', componentId: '2', limit: 3, seconds: 300, startedBy: 'Ann' };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function startCapture(more: Partial<CaptureRequest> = {}) {
  const stop = vi.fn();
  let send: (events: TapEvent[]) => void = () => undefined;
  const engine: Pick<EnginePort, 'tap'> = {
    tap: (_request, onEvents) => {
      send = onEvents;
      return { stop };
    },
  };
  const captures = createCaptures(engine, () => '7', Date.now);
  const { id } = captures.start({ ...REQUEST, ...more });
  const look = () => captures.list('1').at(0);
  return { captures, id, stop, look, send: (events: TapEvent[]) => send(events) };
}

test('a capture that restarts a Collector ends soon after its viewer left', () => {
  const { captures, id, stop, look, send } = startCapture({ mayRestart: true });
  captures.find(id);
  send([{ text: 'one', at: 1 }]);
  vi.advanceTimersByTime(UNWATCHED_MS);
  expect(look()).toMatchObject({
    state: 'STOPPED',
    reason: 'Nobody read its events for 10 s',
    eventCount: 1,
  });
  expect(stop).toHaveBeenCalledOnce();
  expect(captures.find(id)?.events).toEqual(['one']);
});

test('a capture that restarts a Collector goes on while it is read', () => {
  const { captures, id, stop } = startCapture({ mayRestart: true });
  for (let read = 0; read < 25; read += 1) {
    vi.advanceTimersByTime(UNWATCHED_MS - 1);
    expect(captures.find(id)?.capture.state).toBe('RUNNING');
  }
  captures.stop(id);
  vi.advanceTimersByTime(UNWATCHED_MS);
  expect(captures.find(id)?.capture.reason).toBe('It was stopped');
  expect(stop).toHaveBeenCalledOnce();
});

test('a capture on an engine goes on without a viewer', () => {
  const { look } = startCapture();
  vi.advanceTimersByTime(299_999);
  expect(look()?.state).toBe('RUNNING');
});
