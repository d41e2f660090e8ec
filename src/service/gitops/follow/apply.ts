import { ContractError } from '../../../contract/errors.ts';
import { REPOSITORY_NOUNS } from '../../../contract/requested-change.ts';
import type { Applied } from '../../exchange/apply.ts';
import { carryOutImport } from '../../exchange/exchange.ts';
import type { PlanScope } from '../../exchange/plan.ts';
import { publishFile } from '../../files/publish.ts';
import { findNamedFiles } from '../../files/users.ts';
import { requestAction } from '../../lifecycle/request.ts';
import { publishStatus } from '../../lifecycle/transitions.ts';
import type { Services } from '../../services.ts';
import type { Repositories } from '../../store/index.ts';
import type { PipelineRow } from '../../store/schema.ts';
import type { CommitFacts } from '../repository.ts';
import type { Desired, RemoteEntity } from './definition.ts';
import { type MergedRequest, noteMerged } from './merged.ts';
import { RemoteProblem } from './problem.ts';

/** Paused by a person, who also resumes it. */
const STANDS_STILL: readonly string[] = ['PAUSED', 'BYPASSED'];
const SHOWN_ID = 8;

export const nounOf = ({ kind }: Pick<RemoteEntity, 'kind'>): string => REPOSITORY_NOUNS[kind];

const makeKey = ({ kind, name }: Pick<RemoteEntity, 'kind' | 'name'>): string => `${kind} ${name}`;

/** Compares with the previously applied commit: new names by id, and removed things. */
export function compareEntities(
  former: readonly RemoteEntity[],
  desired: Desired['entities'],
): { renamed: Map<string, string>; removed: RemoteEntity[] } {
  const wanted = new Set(desired.map(makeKey));
  const known = new Set(former.map(makeKey));
  const renamed = new Map<string, string>();
  const removed: RemoteEntity[] = [];
  for (const one of former.filter((entity) => !wanted.has(makeKey(entity)))) {
    const isSame = (other: Desired['entities'][number]) =>
      other.kind === one.kind &&
      // Pipelines refer to tables by name, so a renamed table is another.
      one.kind !== 'LOOKUP' &&
      !known.has(makeKey(other)) &&
      (other.path === one.path || other.path.includes(one.id));
    const now = desired.find(isSame);
    if (now) renamed.set(one.id, now.name);
    else removed.push(one);
  }
  return { renamed, removed };
}

/** @throws RemoteProblem when a pipeline uses something the commit no longer has */
function requireUnused(
  { catalogue }: Pick<Services, 'catalogue'>,
  removed: readonly RemoteEntity[],
  { read }: Desired,
): void {
  for (const { kind, name, path } of removed) {
    const user = read.definition.pipelines.find(({ what }) =>
      what.nodes.some((node) =>
        kind === 'LOOKUP'
          ? node.own &&
            findNamedFiles(catalogue, node.own.type, node.own.config).some((one) => one.name === name)
          : node.nodeType === kind && node.name === name,
      ),
    );
    if (user)
      throw new RemoteProblem(
        `'${path}' is deleted, but the pipeline '${user.what.name}' still names the ${REPOSITORY_NOUNS[kind]} '${name}'`,
        'Take it out of the pipeline, or restore the file',
      );
  }
}

/** Archives stay as they are unless a source names one. */
async function keepArchives(tx: Repositories, siteId: string, { read }: Desired): Promise<void> {
  const [{ rows: sources }, { rows: sinks }] = [
    await tx.nodes.list({ kind: 'SOURCE', siteIds: [siteId] }),
    await tx.nodes.list({ kind: 'SINK', siteIds: [siteId] }),
  ];
  const names = new Map(sinks.map(({ id, name }) => [id, name]));
  const archives = new Map(sources.map((row) => [row.name, names.get(row.archive_sink_id) ?? '']));
  for (const { what } of read.definition.connections)
    if (what.kind === 'SOURCE' && what.archive === '') what.archive = archives.get(what.name) ?? '';
}

async function storeNames(tx: Repositories, renamed: ReadonlyMap<string, string>, now: number) {
  for (const [id, name] of renamed) {
    const node = await tx.nodes.find(id);
    if (node) await tx.nodes.update({ ...node, name, revision: node.revision + 1, updated_at: now });
    const pipeline = node ? undefined : await tx.pipelines.find(id);
    if (pipeline) await tx.pipelines.update(id, { name, revision: pipeline.revision + 1, updated_at: now });
  }
}

async function findIds(
  tx: Repositories,
  siteId: string,
  entities: Desired['entities'],
): Promise<RemoteEntity[]> {
  const found: RemoteEntity[] = [];
  for (const one of entities) {
    const { kind, name } = one;
    const row =
      kind === 'PIPELINE'
        ? await tx.pipelines.findByName(siteId, name)
        : kind === 'LOOKUP'
          ? await tx.assets.findByName(name)
          : await tx.nodes.findByName(kind, siteId, name);
    if (row) found.push({ ...one, id: row.id });
  }
  return found;
}

/** Audits stored changes as Git's, with the commit. */
export const recordingCommit = (services: Services, note: string, siteId: string, now: number): Services => {
  const user = { id: '', name: 'Git', email: 'Git', picture: '', userType: 'LOCAL' as const, roles: [] };
  const attempt = {
    call: 'applyCommit',
    principal: { user, grants: [], isAdministrator: false },
    source: 'git' as const,
    now,
    note,
    input: { siteId },
  };
  return {
    ...services,
    store: {
      ...services.store,
      transaction: (work) => services.store.transaction((tx) => services.audit.record(tx, attempt, work)),
    },
  };
};

export const describeCommit = ({ id, author, message }: CommitFacts): string =>
  `Commit ${id.slice(0, SHOWN_ID)} by ${author}: ${message.split('\n')[0] ?? ''}`;

type ApplyInput = {
  siteId: string;
  commit: CommitFacts;
  desired: Desired;
  former: readonly RemoteEntity[];
  wasRewritten: boolean;
  merged: readonly MergedRequest[];
  now: number;
  /** Throws when another service has taken over. */
  requireTurn: (tx: Repositories) => Promise<void>;
};

/**
 * Stores a commit's content, orders deployments and deletions, and notes the commit in one transaction.
 * @throws RemoteProblem, ContractError or LostTurn; nothing is changed then
 */
export async function applyCommit(services: Services, input: ApplyInput): Promise<void> {
  const { siteId, commit, desired, former, wasRewritten, merged, now, requireTurn } = input;
  const { remoteEngines, collectorSites, hub, lifecycle } = services;
  const { renamed, removed } = compareEntities(former, desired.entities);
  requireUnused(services, removed, desired);
  await keepArchives(services.store, siteId, desired);
  const recording = recordingCommit(services, describeCommit(commit), siteId, now);
  const scope: PlanScope = { siteId, renamed };
  const by = { siteId, name: commit.author, now, versionName: `Commit ${commit.id.slice(0, SHOWN_ID)}` };
  const ordered: PipelineRow[] = [];
  const order = async (tx: Repositories, row: PipelineRow, action: 'DEPLOY' | 'DELETE') => {
    const graphVersion = action === 'DEPLOY' ? row.latest_graph_version : 0;
    ordered.push(
      await requestAction(tx, row, {
        action,
        graphVersion,
        by: commit.author,
        now,
        remoteEngines,
        collectorSites,
      }),
    );
  };
  const after = async (tx: Repositories, { pipelines }: Applied) => {
    ordered.length = 0;
    for (const { row } of pipelines) {
      const saved = await tx.pipelines.find(row.id);
      if (!saved || saved.latest_graph_version === 0 || STANDS_STILL.includes(saved.status)) continue;
      if (saved.latest_graph_version !== saved.deployed_graph_version) await order(tx, saved, 'DEPLOY');
    }
    for (const { kind, id } of removed) {
      const row = kind === 'PIPELINE' ? await tx.pipelines.find(id) : undefined;
      if (row && row.status !== 'DELETED' && row.pending_action !== 'DELETE') await order(tx, row, 'DELETE');
    }
    const entities = await findIds(tx, siteId, desired.entities);
    await noteMerged(services, tx, merged, { siteId, commit: commit.id, now });
    await tx.gitFollows.update(siteId, {
      applied_commit: commit.id,
      applied_at: now,
      author: commit.author,
      subject: commit.message.split('\n')[0] ?? '',
      entities: JSON.stringify(entities),
      removed: JSON.stringify(removed.filter(({ kind }) => kind !== 'PIPELINE')),
      was_rewritten: wasRewritten ? 1 : 0,
      // A commit may contain the drift, so that nothing stored changes.
      fingerprint: '',
    });
  };
  const { applied } = await carryOutImport(recording, desired.read, scope, {
    ifMatch: '*',
    by,
    admit: () => {},
    before: async (tx) => {
      await requireTurn(tx);
      await storeNames(tx, renamed, now);
    },
    isTagLeftOut: true,
    after,
  });
  for (const { row, isNew } of [...applied.connections, ...applied.pipelines]) {
    const isNode = 'node_type' in row;
    const entity = isNode ? (row.node_type === 'SOURCE' ? 'source' : 'sink') : 'pipeline';
    hub.publish({
      type: 'entity.changed',
      siteId,
      entity,
      id: row.id,
      change: isNew ? 'created' : 'updated',
    });
  }
  for (const { row, isNew } of applied.lookups)
    await publishFile(services, row, isNew ? 'created' : 'updated');
  if (merged.length > 0) hub.publish({ type: 'notification.changed', siteId });
  for (const pipeline of ordered) {
    publishStatus(hub, pipeline);
    lifecycle.enqueue(pipeline);
  }
}

export const describeFailure = (error: unknown): string | undefined =>
  error instanceof RemoteProblem
    ? `${error.message}. ${error.advice}`
    : error instanceof ContractError
      ? error.message
      : undefined;
