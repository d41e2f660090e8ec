import { readFileSync } from 'node:fs';
import { readStats, type Stat, TICKS_PER_SECOND } from '../../runner/process-stat.ts';

/** Processes of a subject, descendants included. */
function withChildren(roots: readonly number[]): Stat[] {
  const all = readStats();
  const found = roots.flatMap((pid) => all.get(pid) ?? []);
  for (const one of found) for (const stat of all.values()) if (stat.parent === one.pid) found.push(stat);
  return found;
}

/** Descendants included. */
export const cpuSeconds = (roots: readonly number[]): number =>
  withChildren(roots).reduce((sum, { ownTicks }) => sum + ownTicks / TICKS_PER_SECOND, 0);

const readStatus = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
};

const memoryMiB = (roots: readonly number[], what: 'VmHWM' | 'VmRSS'): number =>
  withChildren(roots).reduce((sum, { pid }) => {
    const match = new RegExp(`${what}:\\s+(\\d+) kB`).exec(readStatus(pid));
    return sum + Number(match?.[1] ?? 0) / 1024;
  }, 0);

/** In MiB, descendants included. */
export const peakMiB = (roots: readonly number[]): number => memoryMiB(roots, 'VmHWM');

/** In MiB, descendants included. */
export const usedMiB = (roots: readonly number[]): number => memoryMiB(roots, 'VmRSS');

/** All that a process has read so far, from files that are in memory as well; what comes over sockets is not in it. */
export const readBytes = (pid: number): number =>
  Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);
