import { dirname, resolve } from 'node:path';
import type { LogSource } from '../../contract/entities/log-search.ts';
import { ENTITY_STATUSES } from '../../contract/enums.ts';
import type { ArchiveFolder, UnreadFile } from '../../engine/port.ts';
import type { Analytics } from '../analytics/analytics.ts';
import { notFound } from '../require.ts';
import type { Repositories } from '../store/index.ts';
import type { NodeRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';

const ARCHIVES_MAX = 100;

type Place = { readonly folder: ArchiveFolder } | { readonly problem: string };
export type ArchivedSource = { readonly source: NodeRow; readonly places: readonly Place[] };

async function listSinks(tx: Repositories, source: NodeRow): Promise<NodeRow[]> {
  const { rows } = await tx.endedArchives.list(source.id, ARCHIVES_MAX);
  const ids = new Set([source.archive_sink_id, ...rows.map(({ sink_id }) => sink_id)].filter(Boolean));
  return tx.nodes.findMany([...ids]);
}

type Tools = { sealer: Sealer; remoteEngines: { has(siteId: string): boolean } };

/** Identifies an archive in a bucket; differs after a change of its settings. */
const nameBucket = ({ url, bucket, prefix = '' }: Record<string, unknown>): string =>
  `${url}/${bucket}/${prefix}`;

/** Opens an archive found earlier; undefined once its destination writes elsewhere. */
export async function unsealFolder(
  { sealer }: Pick<Tools, 'sealer'>,
  tx: Repositories,
  folder: ArchiveFolder,
): Promise<ArchiveFolder | undefined> {
  if (folder.sinkId === undefined) return folder;
  const sink = await tx.nodes.find(folder.sinkId);
  const bucket = sink && (sealer.open(JSON.parse(sink.config)) as Record<string, unknown>);
  return bucket && nameBucket(bucket) === folder.root ? { ...folder, bucket } : undefined;
}

function locate({ sealer, remoteEngines }: Tools, source: NodeRow, sink: NodeRow): Place {
  if (sink.template_id === 's3') {
    const bucket = sealer.open(JSON.parse(sink.config)) as Record<string, unknown>;
    return { folder: { root: nameBucket(bucket), sourceId: source.id, bucket, sinkId: sink.id } };
  }
  if (sink.template_id !== 'file')
    return { problem: `The archive in '${sink.name}' is neither in files nor in a bucket` };
  if (remoteEngines.has(source.site_id))
    return {
      problem: `The archive in '${sink.name}' is on the machine of the site's remote engine, and cannot be searched from here`,
    };
  const { path } = sealer.open(JSON.parse(sink.config)) as { path?: unknown };
  if (typeof path !== 'string') return { problem: `The destination '${sink.name}' has no path` };
  return { folder: { root: dirname(resolve(path)), sourceId: source.id } };
}

/**
 * Sources with a current or former archive, deleted ones included.
 * @throws ContractError NOT_FOUND for a source of another site
 */
export async function listArchivedSources(
  services: Tools,
  tx: Repositories,
  siteId: string,
  sourceIds?: readonly string[],
): Promise<ArchivedSource[]> {
  const { rows } = await tx.nodes.list({
    kind: 'SOURCE',
    siteIds: [siteId],
    statuses: [...ENTITY_STATUSES],
    ...(sourceIds && { ids: [...sourceIds] }),
  });
  const missing = sourceIds?.find((id) => !rows.some((row) => row.id === id));
  if (missing !== undefined) throw notFound('source', missing);
  const found = await Promise.all(
    rows.map(async (source) => {
      const sinks = await listSinks(tx, source);
      return { source, places: sinks.map((sink) => locate(services, source, sink)) };
    }),
  );
  return found
    .filter(({ places }) => places.length > 0)
    .sort((a, b) => a.source.name.localeCompare(b.source.name) || (a.source.id < b.source.id ? -1 : 1));
}

export type SearchPlaces = { readonly folders: ArchiveFolder[]; readonly unread: UnreadFile[] };

/** Distinct folders, and what cannot be searched with its reason. */
export function collectPlaces(sources: readonly ArchivedSource[]): SearchPlaces {
  const folders = new Map<string, ArchiveFolder>();
  const unread: UnreadFile[] = [];
  for (const { source, places } of sources)
    for (const place of places)
      if ('folder' in place) folders.set(`${place.folder.root}\n${source.id}`, place.folder);
      else unread.push({ file: source.name, reason: place.problem });
  return { folders: [...folders.values()], unread };
}

/** Received, but in no archive file yet. */
export const countWaiting = (
  { totalsOf }: Pick<Analytics, 'totalsOf'>,
  { source: { archive_id: archiveId, archive_sink_id: sinkId } }: ArchivedSource,
): number => totalsOf(archiveId)[sinkId]?.events_waiting ?? 0;

export const toLogSource = ({ source, places }: ArchivedSource): Omit<LogSource, 'waitingEventCount'> => {
  const problems = places.flatMap((place) => ('problem' in place ? place.problem : []));
  return {
    id: source.id,
    name: source.name,
    isArchived: source.archive_id !== '',
    problem: problems.length === places.length ? (problems[0] ?? '') : '',
  };
};

export async function locateArchives(
  services: Tools,
  { nodes }: Pick<Repositories, 'nodes'>,
  archiveIds: readonly string[],
): Promise<ArchiveFolder[]> {
  const sources = (await nodes.archived()).filter(({ archive_id }) => archiveIds.includes(archive_id));
  const sinks = await nodes.findMany(sources.map(({ archive_sink_id }) => archive_sink_id));
  return sources.flatMap((source) => {
    const sink = sinks.find(({ id }) => id === source.archive_sink_id);
    const place = sink && locate(services, source, sink);
    return place && 'folder' in place && !place.folder.bucket ? [place.folder] : [];
  });
}
