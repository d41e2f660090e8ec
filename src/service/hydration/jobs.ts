import { isOpenHydration } from '../../../machines/hydration-job/index.ts';
import type { HydrationJob } from '../../contract/entities/hydration.ts';
import type { HydrationStatus, PipelineStatus } from '../../contract/enums.ts';
import { toCount } from '../../contract/parameters.ts';
import type { Total } from '../analytics/recorder.ts';
import { formatTime } from '../clock.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { HydrationRow } from '../store/schema.ts';
import { isElsewhere, toReplayId } from './plan.ts';
import { NO_SPEED } from './speed.ts';

const PIPELINE_STATUS: Record<HydrationStatus, PipelineStatus> = {
  DEFAULT: 'DEFAULT',
  DEPLOYING: 'DEPLOYING',
  IN_PROGRESS: 'DEPLOYED',
  COMPLETED: 'DEFAULT',
  FAILED: 'FAILED',
  DELETED: 'DELETED',
  TERMINATED: 'DEFAULT',
};

const sum = (totals: readonly Total[], name: keyof Total): number =>
  totals.reduce((all, total) => all + total[name], 0);

/** Events lost from memory by kills, per component, as far as counted as dropped. */
export function readCutOff({ cut_off }: Pick<HydrationRow, 'cut_off'>, totals: Record<string, Total>) {
  const cutOff = new Map<string, number>();
  for (const [id, count] of Object.entries(JSON.parse(cut_off) as Record<string, number>))
    cutOff.set(id, Math.min(count, totals[id]?.events_dropped ?? 0));
  return cutOff;
}

/** Where all events that were read are. Branches create events (`created`): each is counted at its end. */
export function accountFor(
  row: Pick<HydrationRow, 'id' | 'sink_id' | 'cut_off'>,
  totals: Record<string, Total>,
) {
  const replay = totals[toReplayId(row.id)];
  const sink = totals[row.sink_id];
  const entries = Object.entries(totals);
  const all = entries.map(([, total]) => total);
  const elsewhere = entries.filter(([id]) => isElsewhere(id)).map(([, total]) => total);
  const isEnd = (id: string) => id === row.sink_id || isElsewhere(id);
  const arrived = entries.filter(([id]) => id !== toReplayId(row.id)).map(([, total]) => total);
  const passed = entries.filter(([id]) => !isEnd(id)).map(([, total]) => total);
  const copies = sum(arrived, 'events_in') - sum(passed, 'events_out');
  const byComponent = readCutOff(row, totals);
  const cutOff = byComponent.values().reduce((all, count) => all + count, 0);
  return {
    read: replay?.events_in ?? 0,
    refused: (replay?.events_dropped ?? 0) - (byComponent.get(toReplayId(row.id)) ?? 0),
    created: sum(all, 'events_created') + Math.max(0, copies),
    written: sink?.events_out ?? 0,
    dropped: sum(all, 'events_dropped') - cutOff,
    cutOff,
    merged: sum(all, 'events_merged'),
    deadLetter: sum(all, 'events_dead_letter'),
    elsewhere: sum(elsewhere, 'events_out'),
    waiting: sum(all, 'events_waiting'),
    bytesWritten: sink?.bytes_out ?? 0,
  };
}

/** Names by id, including deleted things. */
export async function readNames(
  tx: Repositories,
  rows: readonly HydrationRow[],
): Promise<ReadonlyMap<string, string>> {
  const nodeIds = [...new Set(rows.flatMap(({ source_id, sink_id }) => [source_id, sink_id]))];
  const names = new Map((await tx.nodes.findMany(nodeIds)).map(({ id, name }) => [id, name]));
  for (const id of new Set(rows.map(({ pipeline_id }) => pipeline_id).filter(Boolean))) {
    const pipeline = await tx.pipelines.find(id);
    if (pipeline) names.set(id, pipeline.name);
  }
  return names;
}

export function toHydration(
  { analytics, hydrations }: Pick<Services, 'analytics' | 'hydrations'>,
  row: HydrationRow,
  names: ReadonlyMap<string, string>,
): HydrationJob {
  const figures = { ...row, ...hydrations.figuresOf(row.id) };
  const account = accountFor(figures, analytics.totalsOf(row.id));
  const { eventsPerSecond, secondsLeft } = row.is_paused === 1 ? NO_SPEED : hydrations.speedOf(row.id);
  const jobStatus = row.status as HydrationStatus;
  const hasEnded = !isOpenHydration(jobStatus);
  const repeated = account.read - account.refused - figures.events;
  return {
    id: row.id,
    name: row.name,
    description: '',
    siteId: row.site_id,
    pipelineType: 'HYDRATION',
    status: row.is_paused === 1 ? 'PAUSED' : PIPELINE_STATUS[jobStatus],
    pendingAction: 'NOP',
    deployedGraphVersion: row.graph_version,
    latestGraphVersion: row.graph_version,
    pendingGraphVersion: 0,
    sourceId: row.source_id,
    sinkIds: [row.sink_id],
    transformIds: [],
    percentDataOptimized: null,
    lastError: row.problem,
    revision: row.revision,
    updatedAt: formatTime(row.updated_at),
    jobStatus,
    isPaused: row.is_paused === 1,
    sourceName: names.get(row.source_id) ?? '',
    sinkId: row.sink_id,
    sinkName: names.get(row.sink_id) ?? '',
    throughPipelineId: row.pipeline_id,
    throughPipelineName: names.get(row.pipeline_id) ?? '',
    timeRange: { startUnixTimeSeconds: row.start_time, endUnixTimeSeconds: row.end_time },
    query: row.query,
    eventLimit: row.event_limit,
    eventsPerSecond: row.events_per_second,
    chunkMinutes: row.chunk_minutes,
    dataVolumeHydrated: toCount(figures.bytes),
    progress: Math.floor(figures.share * 1000) / 10,
    position: formatTime(Math.floor(figures.position / 1000)),
    eventsHydrated: toCount(figures.events),
    eventsRead: toCount(account.read),
    eventsCreated: toCount(account.created),
    eventsWritten: toCount(account.written),
    eventsDropped: toCount(account.dropped),
    eventsCutOff: toCount(account.cutOff),
    eventsMerged: toCount(account.merged),
    eventsDeadLetter: toCount(account.deadLetter),
    eventsElsewhere: toCount(account.elsewhere),
    eventsWaiting: toCount(account.waiting),
    bytesWritten: toCount(account.bytesWritten),
    eventsRepeated: toCount(hasEnded && figures.resumed_count > 0 ? Math.max(0, repeated) : 0),
    resumedCount: figures.resumed_count,
    filesRead: figures.files_read,
    filesTotal: figures.files_total,
    chunksDone: figures.chunks_done,
    chunksTotal: figures.chunks_total,
    currentEventsPerSecond: eventsPerSecond,
    secondsLeft,
    unread: JSON.parse(figures.unread),
    unreadCount: figures.unread_count,
    problem: row.problem,
    createdBy: row.created_by,
    createdAt: formatTime(row.created_at),
    startedAt: formatTime(row.started_at),
    endedAt: formatTime(row.ended_at),
  };
}
