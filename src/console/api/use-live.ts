import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { selectStaleSince } from '../../../machines/connection-mark/index.ts';
import type { LiveServerMessage } from '../../contract/live.ts';
import { type LiveTopic, liveClient } from './live-client.ts';
import { CounterFeeds, type CounterHistory, keyOf } from './live-counters.ts';

const feeds = new CounterFeeds(liveClient);

/**
 * Since when what is on screen is old, in milliseconds; undefined while it is true. The shell shows 'data from
 * hh:mm, reconnecting' by it.
 */
export const useStaleSince = (): number | undefined => useSelector(liveClient.connection, selectStaleSince);

/** Messages of a topic while mounted; undefined listens to nothing. */
export function useLive(topic: LiveTopic | undefined, listener: (message: LiveServerMessage) => void): void {
  const receive = useEffectEvent(listener);
  const key = topic && JSON.stringify(topic);
  useEffect(() => {
    if (key === undefined) return;
    return liveClient.subscribe(JSON.parse(key) as LiveTopic, (message) => receive(message));
  }, [key]);
}

/**
 * Running totals of a site's pipelines, each second, newest sample last (at most 60). The difference of two
 * samples over the difference of their `at` is the rate. Give the same ids in any order to share the feed.
 */
export function useLiveCounters(siteId: string | undefined, pipelineIds?: readonly string[]): CounterHistory {
  const key = siteId && keyOf(siteId, pipelineIds);
  const [watch] = useState(() => new Map<string, (listener: () => void) => () => void>());
  if (key && siteId && !watch.has(key)) {
    watch.clear();
    watch.set(key, (listener) => feeds.watch(siteId, pipelineIds, listener));
  }
  return useSyncExternalStore((key && watch.get(key)) || watchNothing, () =>
    siteId ? feeds.read(siteId, pipelineIds) : EMPTY,
  );
}

const EMPTY: CounterHistory = [];
const watchNothing = () => () => undefined;

export type TapState = {
  /** Newest last. */
  events: readonly { text: string; at: number }[];
  state: 'waiting' | 'open' | 'ended';
  /** Why it ended or was refused. */
  reason?: string;
};

const WAITING: TapState = { events: [], state: 'waiting' };

/** Events that leave a component of a running pipeline, until `limit` have come. */
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
