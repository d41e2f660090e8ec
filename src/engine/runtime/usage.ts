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

/** Memory that a process has in use, in bytes; 0 where the system does not tell, or it has ended. */
export function memoryOf(pid: number): number {
  const [, resident = '0'] = read(pid, 'statm').split(' ');
  return Number(resident) * PAGE_BYTES;
}

/** Processor time that a process has used so far, in milliseconds; 0 where the system does not tell. */
export function cpuOf(pid: number): number {
  const stat = read(pid, 'stat');
  // The name in brackets may hold anything; user and system time are the 12th and 13th after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1000) / TICKS_PER_SECOND;
}
