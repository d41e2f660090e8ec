import type { Repositories } from '../store/index.ts';
import type { AuditState } from './state.ts';

const DELETED = 'DELETED';

/** A deleted one is none any more. */
export async function readHydrationState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.hydrations.find(id);
  if (!row || row.status === DELETED) return undefined;
  const fields = {
    name: row.name,
    status: row.status,
    isPaused: row.is_paused === 1,
    sourceId: row.source_id,
    sinkId: row.sink_id,
    pipelineId: row.pipeline_id,
    graphVersion: row.graph_version,
    startTime: row.start_time,
    endTime: row.end_time,
    query: row.query,
    eventLimit: row.event_limit,
    eventsPerSecond: row.events_per_second,
    chunkMinutes: row.chunk_minutes,
    attempt: row.attempt,
  };
  return { entity: 'hydration', name: row.name, siteId: row.site_id, fields };
}
