import type { HydrationChoice } from '../../contract/entities/hydration.ts';
import type { ContractError } from '../../contract/errors.ts';
import type { ArchiveFolder } from '../../engine/port.ts';
import { formatTime } from '../clock.ts';
import { requireEngine } from '../collector-sites/guards.ts';
import { requireConnection } from '../connections/connections.ts';
import { invalid } from '../http/input.ts';
import { requireQuery } from '../log-search/answers.ts';
import { collectPlaces, listArchivedSources } from '../log-search/archive-folders.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import { requireSite } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { HydrationRow, NodeRow, PipelineRow } from '../store/schema.ts';
import { addToLog } from './job-log.ts';

export type Checked = {
  readonly source: NodeRow;
  readonly sink: NodeRow;
  readonly pipeline: PipelineRow | undefined;
  /** The deployed version, else the newest. */
  readonly graphVersion: number;
  readonly folders: readonly ArchiveFolder[];
};

const refuseField = (field: string, rule: string, message: string): ContractError =>
  invalid([{ field: `hydration.${field}`, rule, message }]);

async function requireFolders(
  services: Services,
  tx: Repositories,
  { siteId, sourceId }: HydrationChoice,
): Promise<Pick<Checked, 'source' | 'folders'>> {
  // Deleted sources have archives too.
  const archived = await listArchivedSources(services, tx, siteId, [sourceId]);
  const [found] = archived;
  if (!found) {
    const source = await tx.nodes.find(sourceId);
    throw refuseField(
      'sourceId',
      'archived',
      `'${source?.name ?? sourceId}' was never archived, so there is nothing to hydrate; enable its archival first`,
    );
  }
  const { folders, unread } = collectPlaces(archived);
  if (folders.length > 0) return { source: found.source, folders };
  const reason = unread[0]?.reason.replace('searched', 'hydrated') ?? 'it has no folder';
  throw refuseField('sourceId', 'place', `The archive of '${found.source.name}' cannot be read: ${reason}`);
}

async function requireDestination(tx: Repositories, { siteId, sinkId }: HydrationChoice): Promise<NodeRow> {
  const sink = await requireConnection(tx, 'SINK', sinkId);
  if (sink.site_id !== siteId) throw refuseField('sinkId', 'site', `'${sink.name}' belongs to another site`);
  if (sink.usage_type === 'ARCHIVAL')
    throw refuseField(
      'sinkId',
      'usage',
      `'${sink.name}' holds archives, and takes nothing else; choose another destination`,
    );
  return sink;
}

async function requireThrough(
  tx: Repositories,
  { siteId, pipelineId }: HydrationChoice,
): Promise<Pick<Checked, 'pipeline' | 'graphVersion'>> {
  if (pipelineId === undefined) return { pipeline: undefined, graphVersion: 0 };
  const pipeline = await requirePipeline(tx, pipelineId);
  if (pipeline.site_id !== siteId)
    throw refuseField('pipelineId', 'site', `'${pipeline.name}' belongs to another site`);
  const graphVersion = pipeline.deployed_graph_version || pipeline.latest_graph_version;
  if (graphVersion === 0)
    throw refuseField('pipelineId', 'graph', `'${pipeline.name}' has no saved graph; save it first`);
  return { pipeline, graphVersion };
}

/**
 * Checks a job, its estimate or its preview.
 * @throws ContractError NOT_FOUND, VALIDATION_FAILED
 */
export async function checkHydration(
  services: Services,
  tx: Repositories,
  choice: HydrationChoice,
  now: number,
): Promise<Checked> {
  requireEngine(await requireSite(tx, choice.siteId), 'Archives are read by an engine');
  requireQuery(choice.query);
  if (choice.endTime * 1000 > now)
    throw refuseField('endTime', 'past', 'must not be in the future: that is not archived yet');
  const sink = await requireDestination(tx, choice);
  const through = await requireThrough(tx, choice);
  return { ...(await requireFolders(services, tx, choice)), sink, ...through };
}

const MINUTE = 16;
const formatWindow = (start: number, end: number): string => {
  const from = formatTime(start * 1000)
    .slice(0, MINUTE)
    .replace('T', ' ');
  const to = formatTime(end * 1000)
    .slice(0, MINUTE)
    .replace('T', ' ');
  return `${from} to ${from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to} UTC`;
};

const NAME_MAX = 128;
const TRIES = 1000;

export async function chooseName(
  tx: Repositories,
  source: NodeRow,
  { siteId, startTime, endTime }: HydrationChoice,
): Promise<string> {
  const window = formatWindow(startTime, endTime);
  const base = `${source.name.slice(0, NAME_MAX - window.length - 8)}, ${window}`;
  for (let count = 1; count < TRIES; count++) {
    const name = count === 1 ? base : `${base} (${count})`;
    if (!(await tx.pipelines.findByName(siteId, name))) return name;
  }
  throw refuseField('name', 'unique', 'Many jobs have this source and time; give this one a name');
}

type Made = { id: string; name: string; createdBy: string; now: number };
type Limits = {
  eventLimit?: number | undefined;
  eventsPerSecond?: number | undefined;
  chunkMinutes?: number | undefined;
};

export const toHydrationRow = (
  choice: HydrationChoice & Limits,
  { source, sink, pipeline, graphVersion, folders }: Checked,
  { id, name, createdBy, now }: Made,
): HydrationRow => ({
  id,
  name,
  site_id: choice.siteId,
  source_id: source.id,
  sink_id: sink.id,
  pipeline_id: pipeline?.id ?? '',
  graph_version: graphVersion,
  start_time: choice.startTime,
  end_time: choice.endTime,
  query: choice.query,
  event_limit: choice.eventLimit ?? 0,
  events_per_second: choice.eventsPerSecond ?? 0,
  chunk_minutes: choice.chunkMinutes ?? 0,
  // Bucket keys are read when the job starts.
  folders: JSON.stringify(folders.map(({ bucket: _, ...folder }) => folder)),
  status: 'DEFAULT',
  is_paused: 0,
  attempt: 1,
  events: 0,
  bytes: 0,
  share: 0,
  position: 0,
  files_read: 0,
  files_total: 0,
  chunks_done: 0,
  chunks_total: 0,
  resumed_count: 0,
  cut_off: '{}',
  unread: '[]',
  unread_count: 0,
  log: addToLog('[]', now, [`Created by ${createdBy}`]),
  problem: '',
  created_by: createdBy,
  created_at: now,
  started_at: 0,
  ended_at: 0,
  revision: 1,
  updated_at: now,
});
