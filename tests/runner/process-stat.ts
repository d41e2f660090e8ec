import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc: 100 on all server Linux systems. */
export const TICKS_PER_SECOND = 100;

export type Stat = {
  pid: number;
  parent: number;
  /** Distinguishes processes that reuse an id. */
  startedAt: string;
  isZombie: boolean;
  ownTicks: number;
  /** Of ended children that it waited for. */
  childTicks: number;
};

/** The needed fields of /proc/<pid>/stat; undefined once ended. */
export function readStat(pid: number | 'self'): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const read = (index: number) => Number(fields[index]);
    return {
      pid: Number.parseInt(text, 10),
      isZombie: fields[0] === 'Z',
      parent: read(1),
      ownTicks: read(11) + read(12),
      childTicks: read(13) + read(14),
      startedAt: fields[19] ?? '',
    };
  } catch {
    return undefined;
  }
}

/** All processes, by id. */
export function readStats(): Map<number, Stat> {
  const stats = new Map<number, Stat>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined;
    if (stat) stats.set(stat.pid, stat);
  }
  return stats;
}
