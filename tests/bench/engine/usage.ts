import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

const read = (pid: number, name: string): string | null => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return null;
  }
};

/** Fields of /proc/…/stat after the name, which may contain anything. */
const statOf = (pid: number): string[] => {
  const text = read(pid, 'stat') ?? '';
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

/** Processes of a subject, descendants included. */
function withChildren(roots: readonly number[]): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (Number.isInteger(pid)) parents.set(pid, Number(statOf(pid)[1]));
  }
  const found = [...roots];
  for (const one of found) for (const [pid, parent] of parents) if (parent === one) found.push(pid);
  return found;
}

/** Descendants included. */
export const cpuSeconds = (roots: readonly number[]): number =>
  withChildren(roots).reduce((sum, pid) => {
    const stat = statOf(pid);
    return sum + (Number(stat[11] ?? 0) + Number(stat[12] ?? 0)) / TICKS_PER_SECOND;
  }, 0);

const memoryMiB = (roots: readonly number[], what: 'VmHWM' | 'VmRSS'): number =>
  withChildren(roots).reduce((sum, pid) => {
    const match = new RegExp(`${what}:\\s+(\\d+) kB`).exec(read(pid, 'status') ?? '');
    return sum + Number(match?.[1] ?? 0) / 1024;
  }, 0);

/** In MiB, descendants included. */
export const peakMiB = (roots: readonly number[]): number => memoryMiB(roots, 'VmHWM');

/** In MiB, descendants included. */
export const usedMiB = (roots: readonly number[]): number => memoryMiB(roots, 'VmRSS');
