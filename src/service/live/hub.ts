import type { LiveServerMessage } from '../../contract/live.ts';

export type SiteMessage = Extract<
  LiveServerMessage,
  {
    type:
      | 'pipeline.status'
      | 'pipeline.deployment'
      | 'entity.changed'
      | 'error.changed'
      | 'error.acknowledged'
      | 'notification.changed'
      | 'health.changed';
  }
>;

export type Hub = {
  publish(message: SiteMessage): void;
  subscribe(siteId: string, listener: (message: SiteMessage) => void): () => void;
  /** Every site, for the service itself. */
  observe(listener: (message: SiteMessage) => void): () => void;
};

export function createHub(): Hub {
  const listeners = new Map<string, Set<(message: SiteMessage) => void>>();
  const observers = new Set<(message: SiteMessage) => void>();
  return {
    publish(message) {
      for (const observer of observers) observer(message);
      for (const listener of listeners.get(message.siteId) ?? []) listener(message);
    },
    observe(listener) {
      observers.add(listener);
      return () => observers.delete(listener);
    },
    subscribe(siteId, listener) {
      const ofSite = listeners.get(siteId) ?? new Set();
      listeners.set(siteId, ofSite.add(listener));
      return () => {
        ofSite.delete(listener);
        if (ofSite.size === 0) listeners.delete(siteId);
      };
    },
  };
}
