import type { Clock } from '../../clock.ts';
import type { Store } from '../../store/index.ts';
import type { LogLine } from './read-logs.ts';

/** Of an agent; older ones are dropped. */
const LINES_KEPT = 30;
/** Agents whose lines are kept in memory while they cannot be stored, such as on a full disk. */
const MOST_UNSTORED = 5000;
const AGENTS_PER_TRANSACTION = 100;

/** The same line again is counted; `at` is when it came last, in Unix milliseconds. */
export type KeptLine = LogLine & { at: number; count: number };

/** Oldest first, as they are stored. */
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

/** Warnings and errors that the Collectors of agents log. */
export function createAgentLogs({ store, clock }: { store: Store; clock: Clock }) {
  let unstored = new Map<string, KeptLine[]>();

  const keep = (agentId: string, lines: readonly KeptLine[]): void => {
    const before = unstored.get(agentId);
    if (before || unstored.size < MOST_UNSTORED) unstored.set(agentId, merge(before ?? [], lines));
  };

  return {
    take(agentId: string, lines: readonly LogLine[]): void {
      const at = clock();
      if (lines.length > 0)
        keep(
          agentId,
          lines.map((line) => ({ ...line, at, count: 1 })),
        );
    },
    /** With those that are not stored yet. */
    read: (agentId: string, stored: string): KeptLine[] =>
      merge(parseLog(stored), unstored.get(agentId) ?? []),
    forget: (agentId: string): void => void unstored.delete(agentId),
    async flush(): Promise<void> {
      const all = [...unstored];
      unstored = new Map();
      for (let done = 0; done < all.length; done += AGENTS_PER_TRANSACTION)
        try {
          await store.transaction(async (tx) => {
            for (const [id, lines] of all.slice(done, done + AGENTS_PER_TRANSACTION)) {
              const row = await tx.fleetAgents.find(id);
              if (row)
                await tx.fleetAgents.update(id, {
                  own_log: JSON.stringify(merge(parseLog(row.own_log), lines)),
                });
            }
          });
        } catch (error) {
          // What came meanwhile is newer.
          const since = unstored;
          unstored = new Map(all.slice(done));
          for (const [id, lines] of since) keep(id, lines);
          throw error;
        }
    },
  };
}
