import type { Clock } from '../../clock.ts';
import type { Store } from '../../store/index.ts';
import type { LogLine } from './read-logs.ts';

const LINES_KEPT = 30;
/** Kept in memory while they cannot be stored, as on a full disk. */
export const UNSTORED_MAX_BYTES = 64_000_000;
/** Stored at once beyond this, as when a whole fleet fails a configuration. */
const STORE_AT_BYTES = 4_000_000;
/** Approximate size besides the text. */
export const LINE_BYTES = 100;
const AGENTS_PER_TRANSACTION = 100;

/** Repeated lines are counted; `at`: the last, in Unix milliseconds. */
export type KeptLine = LogLine & { at: number; count: number };

function merge(before: readonly KeptLine[], added: readonly KeptLine[]): KeptLine[] {
  const lines = new Map<string, KeptLine>();
  for (const line of [...before, ...added]) {
    const key = `${line.kind} ${line.text}`;
    const count = line.count + (lines.get(key)?.count ?? 0);
    lines.delete(key);
    lines.set(key, { ...line, count });
  }
  return [...lines.values()].slice(-LINES_KEPT);
}

export const parseLog = (stored: string): KeptLine[] =>
  stored === '' ? [] : (JSON.parse(stored) as KeptLine[]);

export type AgentLogs = ReturnType<typeof createAgentLogs>;

const countBytes = (lines: readonly KeptLine[] = []): number =>
  lines.reduce((sum, { text }) => sum + text.length + LINE_BYTES, 0);

export function createAgentLogs({ store, clock }: { store: Pick<Store, 'transaction'>; clock: Clock }) {
  const unstored = new Map<string, KeptLine[]>();
  /** Being stored by a running transaction. */
  const storing = new Map<string, KeptLine[]>();
  let bytes = 0;
  let flushing: Promise<void> | undefined;
  let hasFailed = false;

  const set = (agentId: string, lines: KeptLine[]): void => {
    bytes += countBytes(lines) - countBytes(unstored.get(agentId));
    unstored.set(agentId, lines);
  };
  const drop = (lines: Map<string, KeptLine[]>, agentId: string): void => {
    bytes -= countBytes(lines.get(agentId));
    lines.delete(agentId);
  };

  const storeSome = async (some: readonly [string, KeptLine[]][]): Promise<void> => {
    for (const [id, lines] of some) {
      unstored.delete(id);
      storing.set(id, lines);
    }
    try {
      await store.transaction(async (tx) => {
        for (const [id, lines] of some) {
          const row = await tx.fleetAgents.find(id);
          if (row)
            await tx.fleetAgents.update(id, {
              own_log: JSON.stringify(merge(parseLog(row.own_log), lines)),
            });
        }
      });
    } catch (error) {
      // Keeps newer lines behind, and deleted agents out.
      for (const [id, lines] of storing) set(id, merge(lines, unstored.get(id) ?? []));
      throw error;
    } finally {
      for (const id of [...storing.keys()]) drop(storing, id);
    }
  };

  const storeAll = async (): Promise<void> => {
    const all = [...unstored.keys()];
    for (let done = 0; done < all.length; done += AGENTS_PER_TRANSACTION)
      await storeSome(
        all.slice(done, done + AGENTS_PER_TRANSACTION).flatMap((id): [string, KeptLine[]][] => {
          const lines = unstored.get(id);
          return lines ? [[id, lines]] : [];
        }),
      );
  };

  /** One at a time; callers share a running flush. */
  const flush = (): Promise<void> => {
    flushing ??= storeAll()
      .then(
        () => {
          hasFailed = false;
        },
        (error: unknown) => {
          hasFailed = true;
          throw error;
        },
      )
      .finally(() => {
        flushing = undefined;
      });
    return flushing;
  };

  return {
    take(agentId: string, lines: readonly LogLine[]): void {
      if (lines.length === 0) return;
      const at = clock();
      const added = lines.map((line) => ({ ...line, at, count: 1 }));
      const before = unstored.get(agentId);
      if (before || bytes < UNSTORED_MAX_BYTES) set(agentId, merge(before ?? [], added));
      // After a failure, waits for the next regular flush.
      if (bytes >= STORE_AT_BYTES && !hasFailed) flush().catch(() => undefined);
    },
    read: (agentId: string, stored: string): KeptLine[] =>
      merge(merge(parseLog(stored), storing.get(agentId) ?? []), unstored.get(agentId) ?? []),
    forget(agentId: string): void {
      drop(unstored, agentId);
      drop(storing, agentId);
    },
    async flush(): Promise<void> {
      // Also stores what arrived during a running flush.
      if (flushing) await flushing.catch(() => undefined);
      await flush();
    },
  };
}
