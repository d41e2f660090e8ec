import { markArchiveSink } from '../archives/archival.ts';
import { noteEndedArchive } from '../archives/note-ended.ts';
import { listPipelinesUsing } from '../connections/connections.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { NodeRow } from '../store/schema.ts';
import { formatKey, type PlacedDefinition } from './model.ts';
import type { Problems } from './problems.ts';

const sinkKey = (name: string): string => formatKey({ nodeType: 'SINK', name });

/** Its destination must hold archives and serve no pipeline. */
export async function checkArchives(
  { catalogue }: Services,
  tx: Repositories,
  problems: Problems,
  { connections, pipelines }: PlacedDefinition,
  nodes: ReadonlyMap<string, NodeRow>,
): Promise<void> {
  const defined = new Map(
    connections.map(({ what }) => [formatKey({ nodeType: what.kind, name: what.name }), what]),
  );
  const users = (name: string) =>
    pipelines.flatMap(({ what }) =>
      what.nodes.some((node) => node.nodeType === 'SINK' && node.name === name) ? what.name : [],
    );
  for (const { what, path } of connections) {
    const { archive, kind, name } = what;
    if (archive === '') continue;
    const add = (rule: string, message: string) => problems.add([...path, 'archive'], rule, message);
    const sink = nodes.get(sinkKey(archive));
    const type = defined.get(sinkKey(archive))?.type ?? sink?.template_id;
    if (type === undefined) {
      add('unknown_node', `There is no destination '${archive}', neither in this definition nor in the site`);
      continue;
    }
    const source = nodes.get(formatKey({ nodeType: kind, name }));
    const isNew = !sink || source?.archive_sink_id !== sink.id;
    const template = catalogue.findTemplate('SINK', type);
    if (isNew && template && !template.holdsArchive) {
      add('type', `'${archive}' cannot hold an archive: its type is ${template.name}`);
      continue;
    }
    const now = isNew && sink ? (await listPipelinesUsing(tx, sink.id)).map((row) => row.name) : [];
    const [user] = [...users(archive), ...now];
    if (user !== undefined)
      add('in_use', `'${archive}' is used by '${user}'; an archive needs its own destination`);
  }
}

export type ArchiveChanges = { ended: string[]; kept: string[] };

/**
 * Stores a source's archive.
 * @param sinkId empty ends it
 * @returns changed rows of source and destinations
 */
export async function storeArchive(
  { ids }: Services,
  tx: Repositories,
  source: NodeRow,
  sinkId: string,
  now: number,
): Promise<{ rows: NodeRow[]; ended: string[] }> {
  const { archive_id: former, archive_sink_id: formerSink } = source;
  if (formerSink === sinkId) return { rows: [], ended: [] };
  const row = {
    ...source,
    archive_id: sinkId === '' ? '' : ids('pipeline'),
    archive_sink_id: sinkId,
    archive_since: sinkId === '' ? 0 : now,
  };
  await tx.nodes.update(row);
  await noteEndedArchive(tx, source, now);
  const sinks = [await markArchiveSink(tx, formerSink, now), await markArchiveSink(tx, sinkId, now)];
  return { rows: [row, ...sinks.flatMap((sink) => sink ?? [])], ended: former === '' ? [] : [former] };
}
