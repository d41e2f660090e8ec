import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Counters, EngineReport } from '../port.ts';

export type CountersReport = Extract<EngineReport, { type: 'counters' }>;

/** By then whoever listens has stored what an engine before this one had counted. */
const KEPT_MS = 10 * 60_000;
/** So many of the last reports that held a pipeline which was removed then. */
const FAREWELLS = 20;
const SUFFIX = '.json';

/**
 * The last counters of each boot, in a file of its own: whoever was not there to hear them gets them from
 * the engine that runs next. Not synced to the disk: it is to survive the end of a process, and costs a
 * write each second at most.
 */
export class CounterJournal {
  readonly #folder: string;
  readonly #bootId: string;
  readonly #told = new Map<string, number>();
  #farewells: CountersReport[] = [];
  #written = '{}';
  #last: Promise<void> = Promise.resolve();

  constructor(folder: string, bootId: string) {
    this.#folder = folder;
    this.#bootId = bootId;
  }

  /**
   * Replaces what is kept of this boot; on a full disk the state before it stays.
   * @param isFarewell the last report that holds some pipeline: it is kept beside those that follow.
   */
  save(report: CountersReport, isFarewell = false): Promise<void> {
    if (isFarewell) this.#farewells = [...this.#farewells, report].slice(-FAREWELLS);
    this.#last = this.#last.then(() => this.#write(report)).catch(() => {});
    return this.#last;
  }

  /** What boots before this one counted, each again only while it counts on: an orphan drains for a while. */
  async former(): Promise<CountersReport[]> {
    const found: CountersReport[] = [];
    for (const name of await this.#others()) {
      const told = this.#told.get(name) ?? -1;
      for (const report of parseReports(await readFile(join(this.#folder, name), 'utf8').catch(() => ''))) {
        if (report.sequence <= told) continue;
        this.#told.set(name, report.sequence);
        found.push({ ...report, isFormer: true });
      }
    }
    return found;
  }

  /** Removes what is too old to be of use to anybody. */
  async sweep(): Promise<void> {
    for (const name of await this.#others()) {
      const path = join(this.#folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
      if (mtimeMs < Date.now() - KEPT_MS) await rm(path, { force: true }).catch(() => {});
    }
  }

  async #others(): Promise<string[]> {
    const names = await readdir(this.#folder).catch((): string[] => []);
    return names.filter((name) => name.endsWith(SUFFIX) && name !== `${this.#bootId}${SUFFIX}`);
  }

  async #write(report: CountersReport): Promise<void> {
    const pipelines = JSON.stringify(report.pipelines);
    if (pipelines === this.#written) return;
    const path = join(this.#folder, `${this.#bootId}${SUFFIX}`);
    await mkdir(this.#folder, { recursive: true });
    const reports = [...this.#farewells.filter(({ sequence }) => sequence < report.sequence), report];
    await writeFile(`${path}.new`, JSON.stringify(reports), { mode: 0o600 });
    await rename(`${path}.new`, path);
    this.#written = pipelines;
  }
}

const isCounters = (value: unknown): value is Counters =>
  typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite);

const isReport = (report: CountersReport): boolean =>
  report.type === 'counters' &&
  Number.isFinite(report.at) &&
  Number.isFinite(report.sequence) &&
  Object.values(report.pipelines).every((components) => Object.values(components).every(isCounters));

/** None of what is cut short or not ours. */
function parseReports(text: string): CountersReport[] {
  try {
    const reports = JSON.parse(text) as CountersReport[];
    return reports.every(isReport) ? reports : [];
  } catch {
    return [];
  }
}
