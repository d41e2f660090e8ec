import type { NewChangeset, RequestedPipeline } from '../../contract/entities/changeset.ts';
import { ContractError } from '../../contract/errors.ts';
import { isId } from '../../contract/ids.ts';
import { readStoredPipelines } from '../exchange/collect.ts';
import { invalid } from '../http/input.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { PipelineRow } from '../store/schema.ts';
import type { AskedConnection, RequestedSet } from './asked.ts';
import { type RequestedChange, readRequested } from './requested.ts';
import { readRequestedConnection } from './requested-connection.ts';
import { readRequestedLookup } from './requested-lookup.ts';
import { computeTag } from './stored.ts';

type Body = Pick<NewChangeset, 'pipelines' | 'connections' | 'nodes'>;
type Rename = (id: string) => string;

function renameGraph({ edges, metaInfo, version }: RequestedPipeline['graph'], rename: Rename) {
  const list = (ids: readonly string[]) => ids.map(rename);
  const keys = <T>(all: Record<string, T>, change: (one: T) => T) =>
    Object.fromEntries(Object.entries(all).map(([id, one]) => [rename(id), change(one)]));
  return {
    version,
    edges: keys(edges, (edge) => ({ ...edge, nodeIds: list(edge.nodeIds) })),
    metaInfo: keys(metaInfo, (meta) =>
      meta.outputs
        ? {
            ...meta,
            outputs: Object.fromEntries(Object.entries(meta.outputs).map(([name, to]) => [name, list(to)])),
          }
        : meta,
    ),
  };
}

const listNodeIds = ({ edges, metaInfo }: RequestedPipeline['graph']): Set<string> =>
  new Set([
    ...Object.keys(edges),
    ...Object.values(edges).flatMap(({ nodeIds }) => nodeIds),
    ...Object.keys(metaInfo),
  ]);

/**
 * Gives new things ids, also in graphs of the same body.
 * @param collected ids given by the caller's draft
 */
export function readSet(
  { ids }: Pick<Services, 'ids'>,
  { pipelines, connections, nodes }: Body,
  collected: ReadonlySet<string> = new Set(),
): RequestedSet {
  const given = new Map<string, string>();
  const askedConnections = connections.map((asked, index) => {
    const idKind = asked.kind === 'LOOKUP' ? 'asset' : 'node';
    const isNew = !isId(asked.id, idKind) || collected.has(asked.id);
    const id = isId(asked.id, idKind) ? asked.id : ids(idKind);
    if (id !== asked.id) given.set(`${asked.kind} ${asked.id}`, id);
    return { asked: { ...asked, id }, isNew, place: `connections.${index}` };
  });
  const placed = nodes.map((node, index) => ({ node, place: `nodes.${index}` }));
  const renames = new Map(
    nodes.flatMap(({ nodeType, id }) => {
      const to = given.get(`${nodeType} ${id}`);
      return to === undefined ? [] : [[id, to] as const];
    }),
  );
  const rename = (id: string) => renames.get(id) ?? id;
  const askedPipelines = pipelines.map((asked) => {
    const isNew = !isId(asked.pipeline.id, 'pipeline') || collected.has(asked.pipeline.id);
    const id = isId(asked.pipeline.id, 'pipeline') ? asked.pipeline.id : ids('pipeline');
    const named = listNodeIds(asked.graph);
    return {
      asked: { pipeline: { ...asked.pipeline, id }, graph: renameGraph(asked.graph, rename) },
      isNew,
      nodes: placed
        .filter(({ node }) => named.has(node.id))
        .map(({ node, place }) => ({ node: { ...node, id: rename(node.id) }, place })),
    };
  });
  return { connections: askedConnections, pipelines: askedPipelines };
}

function requireOnce(field: string, noun: string, ids: readonly string[]): void {
  if (new Set(ids).size === ids.length) return;
  throw invalid([{ field, rule: 'unique', message: `A pull request changes each ${noun} once` }]);
}

function requireOnePerThing({ pipelines, connections }: RequestedSet): void {
  requireOnce(
    'pipelines',
    'pipeline',
    pipelines.map(({ asked }) => asked.pipeline.id),
  );
  requireOnce(
    'connections',
    'source, destination and lookup table',
    connections.map(({ asked }) => asked.id),
  );
  const kept = pipelines.filter(({ asked }) => !asked.pipeline.isDeleted);
  const names = kept.map(({ asked }) => asked.pipeline.name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice === undefined) return;
  const message = `Two pipelines of the pull request have the name '${twice}'`;
  throw invalid([{ field: 'pipelines.pipeline.name', rule: 'unique', message }]);
}

class TriedOut<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('tried out');
    this.result = result;
  }
}

/** Runs work in a transaction that is rolled back. */
export async function tryOut<T>({ store }: Services, work: (tx: Repositories) => Promise<T>): Promise<T> {
  try {
    return await store.transaction<T>(async (tx) => {
      throw new TriedOut(await work(tx));
    });
  } catch (error) {
    if (error instanceof TriedOut) return error.result;
    throw error;
  }
}

async function readBaseTags(services: Services, { pipelines }: RequestedSet): Promise<Map<string, number>> {
  const { store } = services;
  const rows: PipelineRow[] = [];
  for (const { asked, isNew } of pipelines) {
    const row = isNew ? undefined : await store.pipelines.find(asked.pipeline.id);
    if (row) rows.push(row);
  }
  const stored = await readStoredPipelines(store, rows);
  return new Map(stored.map((one) => [one.row.id, computeTag(services, one)]));
}

type SetScope = {
  siteId: string;
  now: number;
  /** Drafted things, included where they fit and not checked. */
  beside?: RequestedSet;
};

/**
 * Checks a set as its merge would, with its sources and destinations in place; stores nothing.
 * @throws ContractError VALIDATION_FAILED, NAME_TAKEN, PORT_IN_USE, IN_USE, NOT_FOUND, FORBIDDEN,
 * STALE_VERSION, or CONFLICT when nothing would change
 */
export async function checkSet(
  services: Services,
  set: RequestedSet,
  { siteId, now, beside }: SetScope,
): Promise<RequestedChange[]> {
  requireOnePerThing(set);
  const tags = await readBaseTags(services, set);
  const leaving = new Set(
    set.pipelines.flatMap(({ asked: { pipeline } }) => (pipeline.isDeleted ? pipeline.id : [])),
  );
  return tryOut(services, async (tx) => {
    const place = async (one: AskedConnection): Promise<RequestedChange> => {
      if (one.asked.kind === 'LOOKUP') {
        const { asset, ...change } = await readRequestedLookup(services, tx, one, { siteId, now, leaving });
        if (asset) await (one.isNew ? tx.assets.insert(asset) : tx.assets.update(asset));
        return change;
      }
      const { row, ...change } = await readRequestedConnection(services, tx, one, { siteId, now, leaving });
      if (row) await (one.isNew ? tx.nodes.insert(row) : tx.nodes.update(row));
      return change;
    };
    for (const one of beside?.connections ?? [])
      await (one.asked.isDeleted ? undefined : place(one))?.catch((error: unknown) => {
        if (!(error instanceof ContractError)) throw error;
      });
    const changes: RequestedChange[] = [];
    for (const one of set.connections) changes.push(await place(one));
    for (const one of set.pipelines) {
      const baseTag = tags.get(one.asked.pipeline.id) ?? 0;
      changes.push(await readRequested(services, tx, one, { siteId, baseTag }));
    }
    return changes;
  });
}
