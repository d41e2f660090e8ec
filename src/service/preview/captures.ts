import type { Capture } from '../../contract/entities/sample.ts';
import { ContractError } from '../../contract/errors.ts';
import { type EnginePort, TAP_FULL, type Tap, type TapEvent, type TapRequest } from '../../engine/port.ts';
import { type Clock, formatTime } from '../clock.ts';
import type { IdSource } from '../ids.ts';

const KEEP_MS = 3_600_000;
const CAPTURES_MAX = 48;
const CAPTURE_MAX_BYTES = 8_000_000;
/** The console polls each second; an unread capture must not hold a Collector's tap. */
export const UNWATCHED_MS = 10_000;

const FULL = `One capture takes at most ${CAPTURE_MAX_BYTES / 1_000_000} MB, and the next event would be over that`;

export type CaptureRequest = Pick<Capture, 'pipelineId' | 'componentId' | 'limit' | 'seconds' | 'startedBy'> &
  Pick<TapRequest, 'mayRestart'>;

type CapturedEvents = {
  capture: Capture;
  events: string[];
  /** Per event: plain text, even when it holds JSON. */
  isText: boolean[];
  /** Per event: JSON text of `@origin`, or empty. */
  origins: string[];
};

export type Captures = {
  /** @throws ContractError TOO_MANY_REQUESTS */
  start(request: CaptureRequest): Capture;
  list(pipelineId: string): Capture[];
  /** Also shows that somebody watches it. */
  find(id: string): CapturedEvents | undefined;
  stop(id: string): Capture | undefined;
  stopAll(): void;
};

type Held = {
  capture: Capture;
  events: string[];
  isText: boolean[];
  origins: string[];
  bytes: number;
  startedAt: number;
  tap: Tap | undefined;
  timer: NodeJS.Timeout | undefined;
  /** Only where a Collector was restarted for it. */
  unwatched: NodeJS.Timeout | undefined;
};

export function createCaptures(
  engine: Pick<EnginePort, 'tap'>,
  ids: IdSource,
  clock: Clock,
  steady: Clock = clock,
): Captures {
  const held = new Map<string, Held>();

  const end = (one: Held, state: Capture['state'], reason: string) => {
    if (one.capture.state !== 'RUNNING') return;
    one.capture = { ...one.capture, state, reason };
    clearTimeout(one.timer);
    clearTimeout(one.unwatched);
    one.tap?.stop();
  };

  const take = (one: Held, taken: readonly TapEvent[]) => {
    for (const { text, isText = false, origin = '' } of taken) {
      if (one.capture.state !== 'RUNNING') return;
      const size = Buffer.byteLength(text) + origin.length;
      if (one.bytes + size > CAPTURE_MAX_BYTES) {
        end(one, 'DONE', FULL);
        return;
      }
      one.bytes += size;
      one.events.push(text);
      one.isText.push(isText);
      one.origins.push(origin);
      one.capture = { ...one.capture, eventCount: one.events.length };
      if (one.events.length >= one.capture.limit) end(one, 'DONE', 'The number of events was reached');
    }
  };

  /** Removes old captures, then the oldest ended ones. */
  const makeRoom = () => {
    for (const [id, one] of held) if (steady() - one.startedAt >= KEEP_MS) forget(id, one);
    if (held.size < CAPTURES_MAX) return;
    const ended = [...held].find(([, one]) => one.capture.state !== 'RUNNING');
    if (!ended) {
      const message = `${CAPTURES_MAX} captures are running; stop one, or try again when one has finished`;
      throw new ContractError('TOO_MANY_REQUESTS', message);
    }
    forget(...ended);
  };

  const forget = (id: string, one: Held) => {
    end(one, 'STOPPED', 'It was removed');
    held.delete(id);
  };

  const waitForReader = (one: Held) => {
    clearTimeout(one.unwatched);
    const reason = `Nobody read its events for ${UNWATCHED_MS / 1000} s`;
    one.unwatched = setTimeout(() => end(one, 'STOPPED', reason), UNWATCHED_MS);
    one.unwatched.unref();
  };

  const current = (id: string): Held | undefined => {
    const one = held.get(id);
    if (one && steady() - one.startedAt >= KEEP_MS) forget(id, one);
    return held.get(id);
  };

  return {
    start({ mayRestart, ...request }) {
      makeRoom();
      const now = clock();
      const id = ids('capture');
      const capture: Capture = {
        ...request,
        id,
        startedAt: formatTime(now),
        state: 'RUNNING',
        reason: '',
        eventCount: 0,
      };
      const one: Held = {
        capture,
        events: [],
        isText: [],
        origins: [],
        bytes: 0,
        startedAt: steady(),
        tap: undefined,
        timer: undefined,
        unwatched: undefined,
      };
      held.set(id, one);
      const { pipelineId, componentId, limit, seconds } = request;
      one.timer = setTimeout(
        () => end(one, 'DONE', `The time limit of ${seconds} s was reached`),
        seconds * 1000,
      );
      one.timer.unref();
      if (mayRestart) waitForReader(one);
      one.tap = engine.tap(
        { pipelineId, componentId, limit, maxBytes: CAPTURE_MAX_BYTES, ...(mayRestart && { mayRestart }) },
        (events) => take(one, events),
        (reason) => {
          if (reason === TAP_FULL) end(one, 'DONE', FULL);
          // Events captured so far are useful.
          else end(one, one.events.length > 0 ? 'DONE' : 'FAILED', reason);
        },
      );
      return one.capture;
    },
    list: (pipelineId) =>
      [...held.keys()]
        .flatMap((id) => current(id) ?? [])
        .filter(({ capture }) => capture.pipelineId === pipelineId)
        .map(({ capture }) => capture)
        .reverse(),
    find(id) {
      const one = current(id);
      if (one?.unwatched && one.capture.state === 'RUNNING') waitForReader(one);
      return one && { capture: one.capture, events: one.events, isText: one.isText, origins: one.origins };
    },
    stop(id) {
      const one = current(id);
      if (one) end(one, 'STOPPED', 'It was stopped');
      return one?.capture;
    },
    stopAll() {
      for (const [id, one] of [...held]) forget(id, one);
    },
  };
}
