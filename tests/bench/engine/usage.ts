import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

const read = (pid: number, name: string): string | null => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return null;
  }
};

/** The fields of /proc/…/stat that follow the name, which may hold anything. */
const statOf = (pid: number): string[] => {
  const text = read(pid, 'stat') ?? '';
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

/** A process and all that it started. */
export function withChildren(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (Number.isInteger(pid)) parents.set(pid, Number(statOf(pid)[1]));
  }
  const found = [root];
  for (const one of found) for (const [pid, parent] of parents) if (parent === one) found.push(pid);
  return found;
}

/** Seconds of processor time, of a process with its children, all threads. */
export const cpuSeconds = (root: number): number =>
  withChildren(root).reduce((sum, pid) => {
    const stat = statOf(pid);
    return sum + (Number(stat[11] ?? 0) + Number(stat[12] ?? 0)) / TICKS_PER_SECOND;
  }, 0);

const memoryMiB = (root: number, what: 'VmHWM' | 'VmRSS'): number =>
  withChildren(root).reduce((sum, pid) => {
    const match = new RegExp(`${what}:\\s+(\\d+) kB`).exec(read(pid, 'status') ?? '');
    return sum + Number(match?.[1] ?? 0) / 1024;
  }, 0);

/** The most memory that was in use, of a process and its children together, in MiB. */
export const peakMiB = (root: number): number => memoryMiB(root, 'VmHWM');

/** Memory that is in use now, of a process and its children together, in MiB. */
export const usedMiB = (root: number): number => memoryMiB(root, 'VmRSS');
