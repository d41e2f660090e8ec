import { mkdir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CountersReport,
  type FormerBoot,
  lastReportOf,
  REPORTS_SUFFIX,
  readFormerBoots,
} from '../topology/former-counters.ts';

export type { CountersReport };

/** After this, listeners have stored the counters of earlier engines. */
const KEPT_MS = 10 * 60_000;
/** Reports kept around removals of pipelines: the last with it and the first without. */
const FAREWELLS = 40;

/**
 * Last counters of each boot in a file, for listeners that missed them; later counts are in the ledger. Not
 * synced: it must survive the process, not the machine.
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
   * On a full disk the previous state stays.
   * @param isFarewell last report of some pipeline, kept together with the next one: without that, a pipeline
   * that restarted at zero would seem to have continued
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
    for (const boot of await readFormerBoots(this.#folder, this.#bootId)) {
      const reported = this.#reported.get(boot.bootId) ?? -1;
      for (const report of reportsOf(boot)) {
        if (report.sequence <= reported) continue;
        this.#reported.set(boot.bootId, report.sequence);
        found.push({ ...report, isFormer: true });
      }
    }
    return found;
  }

  /**
   * Removes old files, and ledger pages taken over by a later engine.
   * @param others `counters/` of the engine's other processes
   */
  async sweep(others: readonly string[] = []): Promise<void> {
    const own = new Set(await listNames(join(this.#folder, this.#bootId)));
    for (const folder of others)
      for (const boot of await listNames(folder))
        for (const pipelineId of await listNames(join(folder, boot))) own.add(pipelineId);
    for (const { bootId, pages } of await readFormerBoots(this.#folder, this.#bootId)) {
      await removeOld(join(this.#folder, `${bootId}${REPORTS_SUFFIX}`));
      const folder = join(this.#folder, bootId);
      for (const { pipelineId } of pages) if (own.has(pipelineId)) await removeOld(join(folder, pipelineId));
      // Fails while a page is left.
      await rmdir(folder).catch(() => {});
    }
  }

  async #write(report: CountersReport): Promise<void> {
    const pipelines = JSON.stringify(report.pipelines);
    if (pipelines === this.#written) return;
    const path = join(this.#folder, `${this.#bootId}${REPORTS_SUFFIX}`);
    await mkdir(this.#folder, { recursive: true });
    const reports = [...this.#farewells.filter(({ sequence }) => sequence < report.sequence), report];
    await writeFile(`${path}.new`, JSON.stringify(reports), { mode: 0o600 });
    await rename(`${path}.new`, path);
    this.#written = pipelines;
  }
}

const listNames = (folder: string): Promise<string[]> => readdir(folder).catch((): string[] => []);

async function removeOld(path: string): Promise<void> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  if (mtimeMs < Date.now() - KEPT_MS) await rm(path, { force: true }).catch(() => {});
}

/** A boot's reports, and its ledger's later counts. */
function reportsOf(boot: FormerBoot): CountersReport[] {
  const last = lastReportOf(boot);
  const isNewer = last !== null && last.sequence > (boot.reports.at(-1)?.sequence ?? -1);
  return isNewer ? [...boot.reports, last] : [...boot.reports];
}
