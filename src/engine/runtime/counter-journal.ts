import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Counters } from '../types/metrics.ts';
import type { EngineReport } from '../types/report.ts';

export type CountersReport = Extract<EngineReport, { type: 'counters' }>;

/** After this, listeners have stored the counters of earlier engines. */
const KEPT_MS = 10 * 60_000;
/** Reports kept around removals of pipelines: the last with it and the first without. */
const FAREWELLS = 40;
const SUFFIX = '.json';

/**
 * Last counters of each boot in a file, for listeners that missed them. Not synced: it must survive the
 * process, not the machine.
 */
export class CounterJournal {
  readonly #folder: string;
  readonly #bootId: string;
  readonly #reported = new Map<string, number>();
  #farewells: CountersReport[] = [];
  #followsFarewell = false;
  #written = '{}';
  #last: Promise<void> = Promise.resolve();

  constructor(folder: string, bootId: string) {
    this.#folder = folder;
    this.#bootId = bootId;
  }

  /**
   * Saves the counters; on a full disk the previous state stays.
   * @param isFarewell last report of some pipeline, kept besides later ones with the one that follows: without
   * that, a pipeline that began again at zero would seem to have gone on.
   */
  save(report: CountersReport, isFarewell = false): Promise<void> {
    if (isFarewell || this.#followsFarewell) this.#farewells = [...this.#farewells, report].slice(-FAREWELLS);
    this.#followsFarewell = isFarewell;
    this.#last = this.#last.then(() => this.#write(report)).catch(() => {});
    return this.#last;
  }

  /** Counters of earlier boots, again only while they grow: orphans drain for a while. */
  async readPrevious(): Promise<CountersReport[]> {
    const found: CountersReport[] = [];
    for (const name of await this.#others()) {
      const reported = this.#reported.get(name) ?? -1;
      for (const report of parseReports(await readFile(join(this.#folder, name), 'utf8').catch(() => ''))) {
        if (report.sequence <= reported) continue;
        this.#reported.set(name, report.sequence);
        found.push({ ...report, isFormer: true });
      }
    }
    return found;
  }

  /** Removes old files. */
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

/** Empty for truncated or foreign content. */
function parseReports(text: string): CountersReport[] {
  try {
    const reports = JSON.parse(text) as CountersReport[];
    return reports.every(isReport) ? reports : [];
  } catch {
    return [];
  }
}
