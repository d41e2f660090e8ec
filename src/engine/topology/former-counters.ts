import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Counters } from '../types/metrics.ts';
import type { EngineReport } from '../types/report.ts';
import { type LedgerPage, readPages } from './ledger.ts';
import type { Levels } from './metrics.ts';

export type CountersReport = Extract<EngineReport, { type: 'counters' }>;

export const REPORTS_SUFFIX = '.json';

/** What an ended engine left: its ledger and reports, oldest first. */
export type FormerBoot = {
  readonly bootId: string;
  readonly reports: readonly CountersReport[];
  readonly pages: readonly LedgerPage[];
};

const isCounters = (value: unknown): value is Counters =>
  typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite);

const isReport = (report: CountersReport): boolean =>
  report.type === 'counters' &&
  Number.isFinite(report.at) &&
  Number.isFinite(report.sequence) &&
  Object.values(report.pipelines).every((components) => Object.values(components).every(isCounters));

function parseReports(text: string): CountersReport[] {
  try {
    const reports = JSON.parse(text) as CountersReport[];
    return reports.every(isReport) ? reports : [];
  } catch {
    return [];
  }
}

export async function readFormerBoots(folder: string, ownBootId?: string): Promise<FormerBoot[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const isWritten = (name: string) => !name.endsWith('.new');
  const bootIds = new Set(names.filter(isWritten).map((name) => name.replace(/\.json$/, '')));
  const found: FormerBoot[] = [];
  for (const bootId of bootIds) {
    if (bootId === ownBootId) continue;
    const text = await readFile(join(folder, `${bootId}${REPORTS_SUFFIX}`), 'utf8').catch(() => '');
    found.push({ bootId, reports: parseReports(text), pages: readPages(join(folder, bootId)) });
  }
  return found;
}

/** A boot's final state: from the ledger where it has a page, else the last report. */
export function lastReportOf({ bootId, reports, pages }: FormerBoot): CountersReport | null {
  const last = reports.at(-1);
  if (pages.length === 0) return last ?? null;
  const ofPages = Object.fromEntries(pages.map(({ pipelineId, components }) => [pipelineId, components]));
  return {
    type: 'counters',
    bootId,
    sequence: Math.max(last?.sequence ?? 0, ...pages.map(({ sequence }) => sequence)),
    at: Math.max(last?.at ?? 0, ...pages.map(({ at }) => at)),
    pipelines: { ...last?.pipelines, ...ofPages },
    ...(last?.host === undefined ? {} : { host: last.host }),
    ...(last?.isolated === undefined ? {} : { isolated: last.isolated }),
  };
}

/** Events that the last engine of each pipeline left waiting, by component, over all processes. */
export async function readLevels(folders: readonly string[]): Promise<Levels> {
  const levels: Levels = new Map();
  const newest = new Map<string, number>();
  const take = (pipelineId: string, at: number, components: Record<string, Counters>) => {
    if (at < (newest.get(pipelineId) ?? 0)) return;
    newest.set(pipelineId, at);
    const waiting = Object.entries(components).filter(([, { eventsBuffered }]) => eventsBuffered > 0);
    const amountOf = ({ eventsBuffered: events, bytesBuffered: bytes = 0 }: Counters) => ({ events, bytes });
    levels.set(pipelineId, new Map(waiting.map(([id, counters]) => [id, amountOf(counters)])));
  };
  const boots = await Promise.all(folders.map((folder) => readFormerBoots(folder)));
  for (const { reports, pages } of boots.flat()) {
    const last = reports.at(-1);
    for (const [pipelineId, components] of Object.entries(last?.pipelines ?? {}))
      take(pipelineId, last!.at, components);
    for (const { pipelineId, at, components } of pages) take(pipelineId, at, components);
  }
  return levels;
}

const LOOK_MS = 50;

/** The process id may have been reused by another program. */
async function isEngine(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
  return pid !== process.pid && command.includes('"dataFolder"');
}

/** Waits for an engine whose service was killed: it drains and counts for some seconds more. */
export async function formerEngineEnded(folders: readonly string[], mostMs: number): Promise<void> {
  const boots = (await Promise.all(folders.map((folder) => readFormerBoots(folder)))).flat();
  const pids = new Set(boots.flatMap(({ pages }) => pages.map(({ pid }) => pid)));
  const until = performance.now() + mostMs;
  for (const pid of pids) while (performance.now() < until && (await isEngine(pid))) await delay(LOOK_MS);
}
