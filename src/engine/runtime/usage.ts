import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;
const TICKS_PER_SECOND = 100;

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
};

export function memoryOf(pid: number): number {
  const [, resident = '0'] = read(pid, 'statm').split(' ');
  return Number(resident) * PAGE_BYTES;
}

/** CPU milliseconds of a process or thread; 0 when unknown. */
export function cpuOf(pid: number, thread?: number): number {
  const stat = read(pid, thread === undefined ? 'stat' : `task/${thread}/stat`);
  // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: the name in parentheses may contain anything;
  // utime and stime are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1000) / TICKS_PER_SECOND;
}
