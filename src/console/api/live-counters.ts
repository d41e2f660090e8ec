import type { ComponentCounters } from '../../contract/live.ts';
import { createStore, type Store } from '../lib/store.ts';
import type { LiveClient } from './live-client.ts';

export type CounterSample = {
  at: number;
  pipelines: Readonly<Record<string, Readonly<Record<string, ComponentCounters>>>>;
};

/** At most one minute of samples, newest last. */
export type CounterHistory = readonly CounterSample[];

const KEPT_SAMPLES = 60;
const NONE: CounterHistory = [];

type Feed = { store: Store<CounterHistory>; users: number; stop: () => void };

export class CounterFeeds {
  #feeds = new Map<string, Feed>();
  #live: LiveClient;

  constructor(live: LiveClient) {
    this.#live = live;
  }

  watch(siteId: string, pipelineIds: readonly string[] | undefined, listener: () => void): () => void {
    const key = buildCountersKey(siteId, pipelineIds);
    const feed = this.#feeds.get(key) ?? this.#open(key, siteId, pipelineIds);
    feed.users++;
    const stop = feed.store.subscribe(listener);
    return () => {
      stop();
      feed.users--;
      if (feed.users > 0) return;
      feed.stop();
      this.#feeds.delete(key);
    };
  }

  read(siteId: string, pipelineIds: readonly string[] | undefined): CounterHistory {
    return this.#feeds.get(buildCountersKey(siteId, pipelineIds))?.store.get() ?? NONE;
  }

  #open(key: string, siteId: string, pipelineIds: readonly string[] | undefined): Feed {
    const store = createStore<CounterHistory>(NONE);
    const stop = this.#live.subscribe(
      { topic: 'counters', siteId, ...(pipelineIds ? { pipelineIds: [...pipelineIds] } : {}) },
      (message) => {
        if (message.type !== 'counters') return;
        const sample = { at: message.at, pipelines: message.pipelines };
        store.set([...store.get(), sample].slice(-KEPT_SAMPLES));
      },
    );
    const feed: Feed = { store, users: 0, stop };
    this.#feeds.set(key, feed);
    return feed;
  }
}

export const buildCountersKey = (siteId: string, pipelineIds: readonly string[] | undefined): string =>
  `${siteId}:${pipelineIds ? [...pipelineIds].sort().join(',') : '*'}`;
