import { readStat, readStats, type Stat, TICKS_PER_SECOND } from './process-stat.ts';

/** Test files that share a process load this module again, each time, some of them with globals of their own. */
const TAKEN = Symbol.for('penstock.processor-seconds-taken');
const shared = process as { [TAKEN]?: number };

/** Of this process and its descendants, with children that ended. */
function readProcessorSeconds(): number {
  const childrenOf = Map.groupBy(readStats().values(), ({ parent }) => parent);
  const sum = ({ pid, ownTicks, childTicks }: Stat): number =>
    (childrenOf.get(pid) ?? []).reduce((ticks, child) => ticks + sum(child), ownTicks + childTicks);
  const own = readStat('self');
  return own === undefined ? 0 : sum(own) / TICKS_PER_SECOND;
}

/**
 * Processor time since the last call, or since this process began: user and system time, with that of processes it
 * started. Undefined where the system does not tell.
 */
export function takeProcessorSeconds(): number | undefined {
  if (readStat('self') === undefined) return undefined;
  const now = readProcessorSeconds();
  // A child that was killed with its parent is in no count any more.
  const used = Math.max(0, now - (shared[TAKEN] ?? 0));
  shared[TAKEN] = now;
  return used;
}
