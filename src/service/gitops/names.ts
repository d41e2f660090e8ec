import { CONNECTION_KINDS } from '../../contract/entities/changeset.ts';
import type { StoredPipeline } from '../exchange/collect.ts';
import { type ReadText, readText } from '../exchange/exchange.ts';
import { formatKey, type NodeDefinition, type PipelineDefinition, type Ref } from '../exchange/model.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { ConnectionKind } from '../store/nodes.ts';
import type { ChangesetRow, NodeRow } from '../store/schema.ts';
import { readConnectionText } from './connection-text.ts';
import type { RemoteEntity } from './follow/definition.ts';
import { toPath } from './repository.ts';
import { repositoryOf } from './repository-of.ts';
import { computeTag, toFileName, toPipelineText } from './stored.ts';

const ID_LENGTH = 18;
const NAMES_KEPT = 2000;
/** By the file's object id, which identifies its content. */
const namesOfFiles = new Map<string, string>();

type Of = Pick<ChangesetRow, 'site_id' | 'remote'>;
type Placed = { kind: ConnectionKind; path: string; oid: string };

const idOfPath = (path: string): string => path.slice(0, -'.yaml'.length).slice(-ID_LENGTH);

/** Other people's files keep their path when their content is renamed. */
async function readIdsOfPaths(tx: Repositories, of: Of): Promise<(path: string) => string | undefined> {
  if (of.remote === '') return idOfPath;
  const row = await tx.gitFollows.find(of.site_id);
  const known: RemoteEntity[] = row && row.address === of.remote ? JSON.parse(row.entities) : [];
  const ids = new Map(known.map(({ path, id }) => [path, id]));
  return (path) => ids.get(path);
}

async function listConnections(
  services: Services,
  tx: Repositories,
  of: Of,
  commit: string,
): Promise<Map<string, Placed>> {
  const repository = repositoryOf(services, of);
  const idOf = await readIdsOfPaths(tx, of);
  const found = new Map<string, Placed>();
  for (const kind of CONNECTION_KINDS)
    for (const [path, oid] of await repository.listFiles(commit, kind)) {
      const id = idOf(path);
      if (id !== undefined) found.set(id, { kind, path, oid });
    }
  return found;
}

export type NameReader = {
  nameAt: (commit: string, id: string) => Promise<string | undefined>;
  findAt: (commit: string, kind: ConnectionKind, name: string) => Promise<string[]>;
  listAt: (commit: string) => Promise<Map<string, string>>;
};

/** @param of the request; on a remote branch, files stand for their current content */
export function createNameReader(services: Services, tx: Repositories, of: Of): NameReader {
  const repository = repositoryOf(services, of);
  const listings = new Map<string, Promise<Map<string, Placed>>>();
  const listAt = (commit: string) => {
    const known = listings.get(commit) ?? listConnections(services, tx, of, commit);
    listings.set(commit, known);
    return known;
  };
  const nameAt: NameReader['nameAt'] = async (commit, id) => {
    const placed = (await listAt(commit)).get(id);
    if (!placed) return undefined;
    const known = namesOfFiles.get(placed.oid);
    if (known !== undefined) return known;
    const text = await repository.readFile(commit, placed.path);
    if (text === undefined) return undefined;
    const { name } = await readConnectionText(services, text);
    if (namesOfFiles.size >= NAMES_KEPT) namesOfFiles.clear();
    namesOfFiles.set(placed.oid, name);
    return name;
  };
  return {
    nameAt,
    listAt: async (commit) => {
      const names = new Map<string, string>();
      for (const id of (await listAt(commit)).keys()) names.set(id, (await nameAt(commit, id)) ?? '');
      return names;
    },
    findAt: async (commit, kind, name) => {
      const like: string[] = [];
      for (const [id, placed] of await listAt(commit)) {
        if (placed.kind !== kind) continue;
        const isLike =
          of.remote === ''
            ? placed.path === toPath(kind, toFileName({ id, name }))
            : (await nameAt(commit, id)) === name;
        if (isLike) like.push(id);
      }
      return like;
    },
  };
}

export type Renames = ReadonlyMap<string, string>;

const isConnection = ({ nodeType }: { nodeType: string }): boolean => nodeType !== 'TRANSFORM';

type Place = { siteId: string; commit: string; coming: ReadonlyMap<string, string> };

/**
 * Current names of a committed pipeline's sources and destinations.
 * @param coming new names by id, in place of stored ones
 */
async function readRenames(
  tx: Repositories,
  { nodes }: PipelineDefinition,
  reader: NameReader,
  { siteId, commit, coming }: Place,
): Promise<Renames> {
  const renames = new Map<string, string>();
  for (const node of nodes.filter(isConnection)) {
    const kind = node.nodeType === 'SOURCE' ? 'SOURCE' : 'SINK';
    const like = await reader.findAt(commit, kind, node.name);
    const stored = await tx.nodes.findByName(kind, siteId, node.name);
    if (like.length === 1 && stored && like[0] === stored.id && !coming.has(stored.id)) continue;
    for (const id of like) {
      if ((await reader.nameAt(commit, id)) !== node.name) continue;
      const row = await tx.nodes.find(id);
      const now = coming.get(id) ?? (row?.status === 'DELETED' ? undefined : row?.name);
      if (now !== undefined && now !== node.name) renames.set(formatKey(node), now);
    }
  }
  return renames;
}

export function renameConnections(definition: PipelineDefinition, renames: Renames): PipelineDefinition {
  if (renames.size === 0) return definition;
  const rename = <T extends { nodeType: string; name: string }>(one: T): T =>
    isConnection(one) ? { ...one, name: renames.get(formatKey(one)) ?? one.name } : one;
  const toNode = (node: NodeDefinition): NodeDefinition => ({
    ...rename(node),
    to: node.to.map(rename),
    ...(node.outputs
      ? {
          outputs: Object.fromEntries(
            Object.entries(node.outputs).map(([output, to]): [string, Ref[]] => [output, to.map(rename)]),
          ),
        }
      : {}),
  });
  return { ...definition, nodes: definition.nodes.map(toNode) };
}

/**
 * A pipeline's file with current names.
 * @throws ContractError VALIDATION_FAILED when the file was altered
 */
export async function readCurrentText(
  services: Services,
  tx: Repositories,
  text: string,
  reader: NameReader,
  place: Place,
): Promise<{ text: string; read: ReadText }> {
  const read = await readText(services, text, true);
  const [placed] = read.definition.pipelines;
  const renames = placed ? await readRenames(tx, placed.what, reader, place) : new Map();
  if (!placed || renames.size === 0) return { text, read };
  const current = await toPipelineText(services, renameConnections(placed.what, renames));
  return { text: current, read: await readText(services, current, true) };
}

/** Tag of a stored pipeline with the names at the commit. */
export async function computeTagAt(
  services: Services,
  stored: StoredPipeline,
  reader: NameReader,
  commit: string,
): Promise<number> {
  const connections: NodeRow[] = [];
  for (const row of stored.connections)
    connections.push({ ...row, name: (await reader.nameAt(commit, row.id)) ?? row.name });
  return computeTag(services, { ...stored, connections });
}
