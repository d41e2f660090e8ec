import type { EngineReport, Senders } from '../../engine/port.ts';
import type { Clock } from '../clock.ts';

/** Reports come each second; older ones mean a silent engine. */
const FRESH_MS = 10_000;

export type SourceSenders = {
  take(report: EngineReport): void;
  of(sourceId: string): Senders | undefined;
};

export function createSourceSenders(clock: Clock): SourceSenders {
  /** By boot: each report names all sources of its engine. */
  const heard = new Map<string, { at: number; senders: Record<string, Senders> }>();
  return {
    take(report) {
      if (report.type !== 'counters' || report.isFormer) return;
      const now = clock();
      for (const [bootId, { at }] of heard) if (now - at > FRESH_MS) heard.delete(bootId);
      heard.set(report.bootId, { at: now, senders: report.senders ?? {} });
    },
    of(sourceId) {
      const now = clock();
      for (const { at, senders } of heard.values()) {
        const found = senders[sourceId];
        if (found && now - at <= FRESH_MS) return found;
      }
      return undefined;
    },
  };
}
