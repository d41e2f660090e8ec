import type { CallResponse } from '../../contract/calls/index.ts';
import { ContractError } from '../../contract/errors.ts';
import { toCount } from '../../contract/parameters.ts';
import { listReadableNames, mayReadNodes } from '../auth/readable.ts';
import { formatTime } from '../clock.ts';
import { requireEngine } from '../collector-sites/guards.ts';
import { listPipelinesUsing, requireConnection } from '../connections/connections.ts';
import { requireSite } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { NodeRow } from '../store/schema.ts';
import { noteEndedArchive } from './note-ended.ts';

type ArchivalRequest = { siteId: string; sourceId: string; sinkId?: string | undefined };

const refuseField = (field: string, rule: string, message: string): ContractError =>
  new ContractError('VALIDATION_FAILED', message, { details: [{ field, rule, message }] });

const quoteNames = (rows: readonly { name: string }[]): string =>
  rows.map(({ name }) => `'${name}'`).join(', ');

async function requireOnSite(
  tx: Repositories,
  kind: 'SOURCE' | 'SINK',
  id: string,
  siteId: string,
): Promise<NodeRow> {
  const row = await requireConnection(tx, kind, id);
  const field = kind === 'SOURCE' ? 'sourceId' : 'sinkId';
  if (row.site_id !== siteId) throw refuseField(field, 'site', `'${row.name}' belongs to another site`);
  return row;
}

/** The given destination, else the source's own, else the site's only archive destination. */
async function findSink(tx: Repositories, source: NodeRow, sinkId: string | undefined): Promise<NodeRow> {
  const { site_id: siteId } = source;
  const id = sinkId ?? source.archive_sink_id;
  if (id !== '') return requireOnSite(tx, 'SINK', id, siteId);
  const { rows } = await tx.nodes.list({ kind: 'SINK', siteIds: [siteId], usageTypes: ['ARCHIVAL'] });
  const [only, ...others] = rows;
  if (!only) throw refuseField('sinkId', 'required', 'Choose the destination that the archive is written to');
  if (others.length > 0)
    throw refuseField('sinkId', 'required', `Choose one of the archive destinations ${quoteNames(rows)}`);
  return only;
}

/** @throws ContractError when the destination cannot hold archives */
async function requireArchiveSink(
  { catalogue, caller }: Services,
  tx: Repositories,
  sink: NodeRow,
): Promise<void> {
  const template = catalogue.findTemplate('SINK', sink.template_id);
  if (!template?.holdsArchive) {
    const known = catalogue.templates('SINK').filter(({ holdsArchive }) => holdsArchive);
    const message = `'${sink.name}' cannot hold an archive: its type is ${template?.name ?? sink.template_id}. Choose a destination of the type ${known.map(({ name }) => name).join(' or ')}`;
    throw refuseField('sinkId', 'type', message);
  }
  const users = await listPipelinesUsing(tx, sink.id);
  if (users.length === 0) return;
  const readable = users.filter((user) => mayReadNodes(caller, 'TRANSFORM', user.site_id));
  throw new ContractError(
    'IN_USE',
    `The destination '${sink.name}' is used by ${listReadableNames(caller, users)}; an archive needs its own destination`,
    {
      details: readable.map(({ id, name }) => ({ field: `pipelines.${id}`, rule: 'in_use', message: name })),
    },
  );
}

export async function markArchiveSink(
  tx: Repositories,
  sinkId: string,
  now: number,
): Promise<NodeRow | undefined> {
  const sink = sinkId === '' ? undefined : await tx.nodes.find(sinkId);
  if (!sink) return undefined;
  const usage = (await tx.nodes.archived(sinkId)).length > 0 ? 'ARCHIVAL' : 'USER';
  if (sink.usage_type === usage) return undefined;
  const row = { ...sink, usage_type: usage, revision: sink.revision + 1, updated_at: now };
  await tx.nodes.update(row);
  return row;
}

const ENDED_LISTED = 35;

/**
 * Newest first.
 * @throws ContractError NOT_FOUND
 */
export async function listEndedArchives(
  { analytics, archives }: Services,
  tx: Repositories,
  sourceId: string,
): Promise<CallResponse<'listEndedArchives'>> {
  await requireConnection(tx, 'SOURCE', sourceId);
  const { rows, totalCount } = await tx.endedArchives.list(sourceId, ENDED_LISTED);
  const sinks = await tx.nodes.findMany([...new Set(rows.map((row) => row.sink_id))]);
  return {
    archives: rows.map(({ archive_id: id, sink_id: sinkId, since, ended_at }) => {
      const { [sourceId]: source, [sinkId]: sink } = analytics.totalsOf(id);
      const stored = sinks.find((one) => one.id === sinkId);
      return {
        id,
        sinkId,
        sinkName: stored?.name ?? '',
        sinkExists: stored !== undefined && stored.status !== 'DELETED',
        since: formatTime(since),
        endedAt: formatTime(ended_at),
        eventsReceived: toCount(source?.events_in ?? 0),
        eventsWritten: toCount(sink?.events_out ?? 0),
        bytesWritten: toCount(sink?.bytes_out ?? 0),
        filesWritten: toCount(sink?.objects_written ?? 0),
        eventsNotWritten: toCount((sink?.events_dropped ?? 0) + (sink?.events_dead_letter ?? 0)),
        isEnding: archives.isEnding(id),
      };
    }),
    pagination: { totalCount },
  };
}

async function storeArchival(services: Services, source: NodeRow, now: number): Promise<NodeRow[]> {
  return services.store.transaction(async (tx) => {
    const stored = await requireConnection(tx, 'SOURCE', source.id);
    const { archive_id, archive_sink_id, archive_since } = source;
    const row = { ...stored, archive_id, archive_sink_id, archive_since };
    const changed = { ...row, revision: stored.revision + 1, updated_at: now };
    await tx.nodes.update(changed);
    await noteEndedArchive(tx, stored, now);
    const sinks = [
      await markArchiveSink(tx, stored.archive_sink_id, now),
      stored.archive_sink_id === archive_sink_id
        ? undefined
        : await markArchiveSink(tx, archive_sink_id, now),
    ];
    return [changed, ...sinks.flatMap((sink) => sink ?? [])];
  });
}

/**
 * Idempotent for the same destination.
 * @returns the rows that changed
 * @throws ContractError
 */
export async function enableArchival(
  services: Services,
  { siteId, sourceId, sinkId }: ArchivalRequest,
  now: number,
): Promise<NodeRow[]> {
  const { archives, ids, store: db } = services;
  const source = await requireOnSite(db, 'SOURCE', sourceId, siteId);
  requireEngine(await requireSite(db, siteId), 'Archives are written by an engine');
  const sink = await findSink(db, source, sinkId);
  if (source.archive_sink_id === sink.id) return [];
  await requireArchiveSink(services, db, sink);
  const archived = {
    ...source,
    archive_id: ids('pipeline'),
    archive_sink_id: sink.id,
    archive_since: now,
  };
  await archives.run(archived, sink);
  try {
    const changed = await storeArchival(services, archived, now);
    // The new archive already runs, so nothing is missed.
    if (source.archive_id !== '') archives.end(source.archive_id);
    return changed;
  } catch (error) {
    archives.end(archived.archive_id);
    throw error;
  }
}

/**
 * @returns the rows that changed
 * @throws ContractError when there is no archive
 */
export async function disableArchival(
  services: Services,
  { siteId, sourceId, sinkId }: ArchivalRequest,
  now: number,
): Promise<NodeRow[]> {
  const { archives, store: db } = services;
  const source = await requireOnSite(db, 'SOURCE', sourceId, siteId);
  if (source.archive_id === '')
    throw new ContractError('CONFLICT', `Archival of '${source.name}' is not enabled`, {
      details: [{ field: 'sourceId', rule: 'not_enabled', message: 'There is no archive to disable' }],
    });
  if (sinkId !== undefined && sinkId !== source.archive_sink_id) {
    const sink = await db.nodes.find(source.archive_sink_id);
    throw refuseField('sinkId', 'other', `'${source.name}' is archived to '${sink?.name ?? ''}'`);
  }
  const ended = { ...source, archive_id: '', archive_sink_id: '', archive_since: 0 };
  const changed = await storeArchival(services, ended, now);
  archives.end(source.archive_id);
  return changed;
}
