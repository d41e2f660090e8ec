import { statfs } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import type { HealthWatch } from '../health/health.ts';
import type { SiteEngines } from '../sites/engines.ts';
import type { Repositories } from '../store/index.ts';
import type { SiteRow } from '../store/schema.ts';
import type { Sample } from './sampler.ts';
import { RUNNING } from './series.ts';
import type { Watched } from './targets.ts';

const DAY_MS = 86_400_000;
/** Engines report each second. */
const SILENT_MS = 15_000;
const FAILED_OUTCOMES: readonly string[] = ['FAILED', 'ROLLED_BACK'];

export type MeasureTools = {
  engine: Pick<SiteEngines, 'stateOf' | 'lastHeartbeatOf'>;
  health: Pick<HealthWatch, 'read'>;
  clock: Clock;
  dataFolder: string;
};

async function readDiskUse(folder: string): Promise<number | undefined> {
  try {
    const { blocks, bfree, bavail } = await statfs(folder);
    const used = blocks - bfree;
    return used + bavail === 0 ? undefined : Math.round((1000 * used) / (used + bavail)) / 10;
  } catch {
    return undefined;
  }
}

/** Rounds long times more, so that equal values form runs. */
const roundSeconds = (seconds: number): number =>
  seconds < 10 ? Math.round(seconds) : Math.round(seconds / 5) * 5;

export const isEngineHere = (
  engine: Pick<SiteEngines, 'stateOf' | 'lastHeartbeatOf'>,
  siteId: string,
  now: number,
): boolean => engine.stateOf(siteId) === 'running' && now - engine.lastHeartbeatOf(siteId) < SILENT_MS;

/**
 * Current levels (not counts) that rules can watch.
 * @param isStarting the engine may still connect
 */
export async function measureSite(
  { engine, health, clock, dataFolder }: MeasureTools,
  tx: Repositories,
  site: SiteRow,
  targets: readonly Watched[],
  isStarting: boolean,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const add = (metric: string, key: string, value: number) =>
    samples.push({ siteId: site.id, metric, key, value });
  const now = clock();
  const isHere = isEngineHere(engine, site.id, now);
  if (isHere || !isStarting) add('engineAway', site.id, isHere ? 0 : 1);
  if (site.engine === 'embedded') {
    const used = await readDiskUse(dataFolder);
    if (used !== undefined) add('diskUsed', site.id, used);
  }
  add('hydrationFailed', site.id, (await tx.hydrations.hasFailed(site.id)) ? 1 : 0);
  for (const { kind, key, endsAt } of targets)
    if (endsAt !== undefined)
      add(kind === 'key' ? 'keyDaysLeft' : 'daysLeft', key, Math.max(0, Math.floor((endsAt - now) / DAY_MS)));
  for (const { kind, key } of targets) {
    if (kind !== 'pipeline') continue;
    const deployment = await tx.deployments.find(key);
    if (deployment && deployment.outcome !== 'PENDING')
      add('deploymentFailed', key, FAILED_OUTCOMES.includes(deployment.outcome) ? 1 : 0);
  }
  if (!isHere) return samples;
  const own = new Set(targets.map(({ pipelineId }) => pipelineId).filter((id) => id !== ''));
  const nodes = health.read().filter(({ pipelineId }) => own.has(pipelineId));
  for (const pipelineId of new Set(nodes.map((node) => node.pipelineId))) add(RUNNING, pipelineId, 1);
  for (const { pipelineId, componentId, nodeType, reasons, figures } of nodes) {
    if (nodeType !== 'SINK') continue;
    const key = `${pipelineId}/${componentId}`;
    add('destinationFailing', key, reasons.some(({ rule }) => rule === 'delivery') ? 1 : 0);
    if (figures.bufferShare !== null) add('bufferShare', key, Math.round(100 * figures.bufferShare));
    if (figures.lagSeconds !== null) add('lag', key, roundSeconds(figures.lagSeconds));
  }
  return samples;
}
