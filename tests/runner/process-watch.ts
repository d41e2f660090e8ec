import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 1000;
/** Clock ticks per second in /proc: 100 on all server Linux systems. */
const TICKS = 100;
/** Browser helper processes; a killed browser does not wait for them. */
const BROWSER_HELPER = /--type=/;

type Stat = {
  pid: number;
  parent: number;
  /** Distinguishes processes that reuse an id. */
  startedAt: string;
  isZombie: boolean;
  ownTicks: number;
  /** Of ended children that it waited for. */
  childTicks: number;
};
type Seen = Stat & { command: string };

/** The needed fields of /proc/<pid>/stat; undefined once ended. */
function readStat(pid: number | 'self'): Stat | undefined {
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

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

const listPids = (): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid));

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
    return { processorSeconds: ticks / TICKS, running };
  }

  #sample(): void {
    const now = new Map<number, Stat>();
    for (const pid of listPids()) {
      const stat = readStat(pid);
      if (stat) now.set(pid, stat);
    }
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
