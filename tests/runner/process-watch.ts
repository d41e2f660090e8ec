import { readFileSync } from 'node:fs';
import { readStat, readStats, type Stat, TICKS_PER_SECOND } from './process-stat.ts';

const SAMPLE_MS = 1000;
/** Browser helper processes; a killed browser does not wait for them. */
const BROWSER_HELPER = /--type=/;

type Seen = Stat & { command: string };

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/**
 * Watches all descendants: CPU time of those without a waiting parent, and which still run. Without /proc it
 * reports nothing.
 */
export class ProcessWatch {
  readonly #seen = new Map<number, Seen>();
  #lostTicks = 0;
  #timer: NodeJS.Timeout | undefined;

  start(): void {
    if (readStat('self') === undefined) return;
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS);
    this.#timer.unref();
  }

  stop(): { processorSeconds: number | undefined; running: { pid: number; command: string }[] } {
    clearInterval(this.#timer);
    if (readStat('self') === undefined) return { processorSeconds: undefined, running: [] };
    this.#sample();
    const running = [...this.#seen.values()].filter(({ isZombie }) => !isZombie);
    const own = readStat('self');
    const ticks = (own?.ownTicks ?? 0) + (own?.childTicks ?? 0) + this.#lostTicks;
    return { processorSeconds: ticks / TICKS_PER_SECOND, running };
  }

  #sample(): void {
    const now = readStats();
    this.#forgetEnded(now);
    for (const stat of now.values()) {
      const before = this.#seen.get(stat.pid);
      if (before) this.#seen.set(stat.pid, { ...stat, command: before.command || readCommand(stat.pid) });
      else if (this.#isDescendant(stat, now))
        this.#seen.set(stat.pid, { ...stat, command: readCommand(stat.pid) });
    }
  }

  #forgetEnded(now: ReadonlyMap<number, Stat>): void {
    const ended = [...this.#seen.values()].filter(
      ({ pid, startedAt }) => now.get(pid)?.startedAt !== startedAt,
    );
    const endedPids = new Set(ended.map(({ pid }) => pid));
    for (const { parent, command, ownTicks, childTicks } of ended) {
      const isOrphan = parent !== process.pid && !this.#seen.has(parent);
      const isKilledWithParent = BROWSER_HELPER.test(command) && endedPids.has(parent);
      if (isOrphan || isKilledWithParent) this.#lostTicks += ownTicks + childTicks;
    }
    for (const pid of endedPids) this.#seen.delete(pid);
  }

  #isDescendant({ parent }: Stat, now: ReadonlyMap<number, Stat>): boolean {
    for (let at: number | undefined = parent; at !== undefined && at > 1; at = now.get(at)?.parent)
      if (at === process.pid || this.#seen.has(at)) return true;
    return false;
  }
}
