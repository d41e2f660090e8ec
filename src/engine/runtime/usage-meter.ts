import type { Usage } from '../types/report.ts';
import { cpuOf, memoryOf } from './usage.ts';

type Readers = {
  readonly own: () => { cpuMs: number; memoryBytes: number };
  readonly cpuOf: (pid: number) => number;
  readonly memoryOf: (pid: number) => number;
};

const readOwn = () => {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000, memoryBytes: process.memoryUsage.rss() };
};

/** Adds up the usage of an engine process and its isolated processes. */
export class UsageMeter {
  readonly #readers: Readers;
  readonly #known = new Map<number, number>();
  #othersMs = 0;

  constructor(readers: Readers = { own: readOwn, cpuOf, memoryOf }) {
    this.#readers = readers;
  }

  /** CPU milliseconds since the start, monotonic; resident bytes now. */
  read(pids: readonly number[]): Usage {
    const { own, cpuOf: readCpu, memoryOf: readMemory } = this.#readers;
    for (const pid of this.#known.keys()) if (!pids.includes(pid)) this.#known.delete(pid);
    let memoryBytes = own().memoryBytes;
    for (const pid of pids) {
      const before = this.#known.get(pid) ?? 0;
      const cpuMs = Math.max(before, readCpu(pid));
      this.#othersMs += cpuMs - before;
      this.#known.set(pid, cpuMs);
      memoryBytes += readMemory(pid);
    }
    return { cpuMs: own().cpuMs + this.#othersMs, memoryBytes };
  }
}
