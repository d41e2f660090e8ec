import type { HydrationRow } from '../../../src/service/store/schema.ts';
import { makeFileSink } from './archives.ts';
import type { TestService } from './service.ts';

type Place = { siteId: string; sourceId: string; sinkId: string };

/** A job that was terminated, so that nothing follows it. */
export async function insertHydration(
  api: TestService,
  { siteId, sourceId, sinkId }: Place,
  texts: Partial<HydrationRow> = {},
): Promise<string> {
  const { ids, clock } = api.service.services;
  const id = ids('pipeline');
  await api.store.hydrations.insert({
    id,
    name: `Replay ${id}`,
    site_id: siteId,
    source_id: sourceId,
    sink_id: sinkId,
    pipeline_id: '',
    graph_version: 0,
    start_time: 0,
    end_time: 60,
    query: '',
    event_limit: 0,
    events_per_second: 0,
    chunk_minutes: 0,
    folders: '[]',
    status: 'TERMINATED',
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
    log: '[]',
    problem: '',
    created_by: 'test',
    created_at: clock(),
    started_at: 0,
    ended_at: clock(),
    revision: 1,
    updated_at: clock(),
    ...texts,
  });
  return id;
}

let spare = 0;

/** A source of its own that was archived, and a destination: what a job needs. */
export async function makeHydratable(api: TestService, siteId: string) {
  spare += 1;
  const source = { siteId, name: `hydrated ${spare}`, templateId: 'generator', config: {} };
  const sourceId: string = (await api.call('createSource', { body: { source } })).body.id;
  const site = { ...api, siteId };
  const archiveId = await makeFileSink(site, `archive ${spare}`);
  const archive = { archive_id: api.service.services.ids('pipeline'), since: 1, ended_at: 2 };
  await api.store.endedArchives.insert({ ...archive, source_id: sourceId, sink_id: archiveId });
  const sinkId = await makeFileSink(site, `target ${spare}`);
  return { siteId, sourceId, sinkId, startTime: 0, endTime: 60 };
}
