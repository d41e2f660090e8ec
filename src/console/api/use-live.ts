import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { selectStaleSince } from '../../../machines/connection-mark/index.ts';
import type { LiveServerMessage } from '../../contract/live.ts';
import { type LiveTopic, liveClient } from './live-client.ts';
import { buildCountersKey, CounterFeeds, type CounterHistory } from './live-counters.ts';
import { type HeldHistory, holdHistory } from './live-rates.ts';

const feeds = new CounterFeeds(liveClient);

/** Milliseconds timestamp; undefined while current. */
export const useStaleSince = (): number | undefined => useSelector(liveClient.connection, selectStaleSince);

export function useLive(topic: LiveTopic | undefined, listener: (message: LiveServerMessage) => void): void {
  const receive = useEffectEvent(listener);
  const key = topic && JSON.stringify(topic);
  useEffect(() => {
    if (key === undefined) return;
    return liveClient.subscribe(JSON.parse(key) as LiveTopic, (message) => receive(message));
  }, [key]);
}

/**
 * One sample per second, at most 60, newest last. A rate is the difference of totals over the difference of
 * `at`. Ids in any order share one subscription.
 */
export function useLiveCounters(siteId: string | undefined, pipelineIds?: readonly string[]): CounterHistory {
  const key = siteId && buildCountersKey(siteId, pipelineIds);
  const [watch] = useState(() => new Map<string, (listener: () => void) => () => void>());
  if (key && siteId && !watch.has(key)) {
    watch.clear();
    watch.set(key, (listener) => feeds.watch(siteId, pipelineIds, listener));
  }
  return useSyncExternalStore((key && watch.get(key)) || watchNothing, () =>
    siteId ? feeds.read(siteId, pipelineIds) : EMPTY,
  );
}

/**
 * Like `useLiveCounters`, up to the moment of the displayed totals (Unix seconds); unlimited for past ranges,
 * and during a screen's first seconds.
 */
export function useLiveCountersAt(
  until: number | undefined,
  siteId: string | undefined,
  pipelineIds?: readonly string[],
): CounterHistory {
  const history = useLiveCounters(siteId, pipelineIds);
  const key = siteId && buildCountersKey(siteId, pipelineIds);
  const [kept, setKept] = useState<{ key: typeof key; held: HeldHistory }>();
  const held =
    until === undefined ? undefined : holdHistory(kept?.key === key ? kept?.held : undefined, history, until);
  if (held && held !== kept?.held) setKept({ key, held });
  return held?.history ?? history;
}

const EMPTY: CounterHistory = [];
const watchNothing = () => () => undefined;

export type TapState = {
  events: readonly { text: string; at: number; isText?: boolean | undefined }[];
  state: 'waiting' | 'open' | 'ended';
  reason?: string;
};

const WAITING: TapState = { events: [], state: 'waiting' };

/** Captures events of a running pipeline's component until `limit` is reached. */
export function useTap(topic: Omit<Extract<LiveTopic, { topic: 'tap' }>, 'topic'> | undefined): TapState {
  const [tap, setTap] = useState<TapState>(WAITING);
  const key = topic && JSON.stringify(topic);
  const [lastKey, setLastKey] = useState(key);
  if (key !== lastKey) {
    setLastKey(key);
    setTap(WAITING);
  }
  useLive(topic && { topic: 'tap', ...topic }, (message) => {
    if (message.type === 'subscribed') setTap((now) => ({ ...now, state: 'open' }));
    if (message.type === 'tap.events')
      setTap((now) => ({
        state: 'open',
        events: [...now.events, ...message.events].slice(-(topic?.limit ?? 20)),
      }));
    if (message.type === 'tap.ended') setTap((now) => ({ ...now, state: 'ended', reason: message.reason }));
    if (message.type === 'refused') setTap((now) => ({ ...now, state: 'ended', reason: message.message }));
  });
  return tap;
}
