import { setTimeout } from 'node:timers/promises';
import type { GitFollowState } from '../../../contract/entities/git-follow.ts';
import { ContractError } from '../../../contract/errors.ts';
import { markArchiveSink } from '../../archives/archival.ts';
import { deleteConnection } from '../../connections/connections.ts';
import { withContents } from '../../files/lookups.ts';
import { publishFile } from '../../files/publish.ts';
import { type Happening, raise, resolve } from '../../notifications/raising.ts';
import type { Services } from '../../services.ts';
import { publishSite } from '../../sites/publish.ts';
import type { GitFollowRow, SiteRow } from '../../store/schema.ts';
import { reportCommit } from '../providers/report.ts';
import { openRepository } from '../repository.ts';
import { requireUnusedLookup } from '../requested-lookup.ts';
import { applyCommit, describeFailure, nounOf, recordingCommit } from './apply.ts';
import { type Desired, type RemoteEntity, readDesired } from './definition.ts';
import { computeStoredFingerprint, listDrift, readStoredOfSite } from './drift.ts';
import { keepLease, LostTurn, type Renewal, takeLease } from './lease.ts';
import { fillSecrets, findMerged } from './merged.ts';
import { RemoteProblem } from './problem.ts';
import { comesAfter, fetchCommit, type RemoteSettings, readRemoteHead } from './remote.ts';
import { readRemoteSettings, toAddress } from './settings.ts';
import { settleRemote } from './settle-remote.ts';
import { readRemoteFiles } from './tree.ts';

const AWAY_TOLD_MS = 15 * 60_000;
const NAMED = 5;
const LOOK_MS = 100;
const LOOKS_MAX = 100;

type Outcome = { state: GitFollowState; reason: string };

/** @throws ContractError IN_USE */
async function deleteLookup(services: Services, recording: Services, id: string): Promise<void> {
  const row = await services.store.assets.find(id);
  if (!row) return;
  const remove = () =>
    recording.store.transaction(async (tx) => {
      await requireUnusedLookup(services, tx, row, new Set());
      await tx.assets.remove(id);
    });
  await withContents(services, [], () => [row.sha256], remove);
  await publishFile(services, row, 'deleted');
}

/** Lookup tables, sources and destinations are deleted after the pipelines that used them. */
async function deleteRemoved(services: Services, siteId: string, row: GitFollowRow, now: number) {
  const removed: RemoteEntity[] = JSON.parse(row.removed);
  if (removed.length === 0) return { left: removed, reason: '' };
  const left: RemoteEntity[] = [];
  let reason = '';
  const note = `Commit ${row.applied_commit.slice(0, 8)} by ${row.author}: ${row.subject}`;
  const recording = recordingCommit(services, note, siteId, now);
  for (const one of removed) {
    const { kind, id } = one;
    if (kind === 'PIPELINE') continue;
    try {
      if (kind === 'LOOKUP') {
        await deleteLookup(services, recording, id);
        continue;
      }
      const deleted = await recording.store.transaction(async (tx) => {
        const row = await deleteConnection(services, tx, kind, id, '*', now);
        await markArchiveSink(tx, row.archive_sink_id, now);
        return row;
      });
      if (deleted.archive_id !== '') services.archives.end(deleted.archive_id);
      const entity = kind === 'SOURCE' ? 'source' : 'sink';
      services.hub.publish({ type: 'entity.changed', siteId, entity, id, change: 'deleted' });
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      if (error.code === 'NOT_FOUND') continue;
      left.push(one);
      reason ||= error.message;
    }
  }
  await services.store.transaction((tx) => tx.gitFollows.update(siteId, { removed: JSON.stringify(left) }));
  return { left, reason };
}

const listNames = (all: readonly string[]): string =>
  `${all.slice(0, NAMED).join('; ')}${all.length > NAMED ? `; and ${all.length - NAMED} more` : ''}`;

/**
 * Compares what runs with the applied commit.
 * @param readDesiredNow undefined right after applying
 */
async function judge(
  services: Services,
  siteId: string,
  readDesiredNow: (() => Promise<Desired>) | undefined,
  now: number,
): Promise<Outcome> {
  const { store } = services;
  const row = await store.gitFollows.find(siteId);
  if (!row) return { state: 'WAITING', reason: '' };
  const { left, reason } = await deleteRemoved(services, siteId, row, now);
  const stored = await readStoredOfSite(store, siteId);
  const fingerprint = computeStoredFingerprint(stored);
  let drift: string[] = JSON.parse(row.drift);
  if (fingerprint !== row.fingerprint) {
    const entities: RemoteEntity[] = JSON.parse(row.entities);
    const desired = readDesiredNow ? await readDesiredNow() : { entities, read: undefined };
    drift = await listDrift(services, siteId, desired, left, stored);
    await store.transaction((tx) =>
      tx.gitFollows.update(siteId, { drift: JSON.stringify(drift), fingerprint }),
    );
  }
  const ids = new Set((JSON.parse(row.entities) as RemoteEntity[]).map(({ id }) => id));
  const own = stored.pipelines.filter(({ id }) => ids.has(id));
  const stuck = own.filter(
    (one) =>
      one.pending_action === 'NOP' &&
      one.deployed_graph_version !== one.latest_graph_version &&
      one.status !== 'PAUSED' &&
      one.status !== 'BYPASSED',
  );
  if (stuck.length > 0) {
    const names = stuck.map((one) => `'${one.name}' v${one.latest_graph_version} does not run`);
    return { state: 'FAILED', reason: `${listNames(names)}. Deploy it again, or push another commit` };
  }
  const gone = stored.pipelines.some((one) => one.pending_action === 'DELETE');
  if (gone || own.some((one) => one.pending_action !== 'NOP')) return { state: 'APPLYING', reason: '' };
  if (left.length > 0) {
    const what = left.map((one) => `the ${nounOf(one)} '${one.name}'`).join(', ');
    return { state: 'APPLYING', reason: `Waits to delete ${what}: ${reason}` };
  }
  if (drift.length > 0) return { state: 'DRIFTED', reason: listNames(drift) };
  return { state: 'IN_SYNC', reason: '' };
}

type Turn = { row: GitFollowRow; settings: RemoteSettings; isPutBack: boolean; renewal: Renewal };

async function follow(
  services: Services,
  siteId: string,
  { row, settings, isPutBack, renewal }: Turn,
): Promise<Outcome> {
  const { store, repositories, clock } = services;
  const copy = repositories.copyOf(siteId);
  const repository = openRepository(copy.gitdir, copy.fs);
  const readCommit = async (id: string): Promise<Desired> =>
    readDesired(services, await readRemoteFiles(copy, id, settings.path));
  const head = await readRemoteHead(settings);
  if (!(await repository.exists()) || !(await repository.readCommit(head)))
    await fetchCommit(copy, settings, head, row.applied_commit);
  await store.transaction((tx) => tx.gitFollows.update(siteId, { head_commit: head }));
  const isNew = head !== row.applied_commit || isPutBack;
  if (isNew) {
    const commit = await repository.readCommit(head);
    if (!commit) throw new RemoteProblem(`The commit ${head} did not come`, 'Check the Git server');
    const wasRewritten =
      head === row.applied_commit
        ? row.was_rewritten === 1
        : row.applied_commit !== '' && !(await comesAfter(copy, head, row.applied_commit));
    const former: RemoteEntity[] = JSON.parse(row.entities);
    const desired = await readCommit(head);
    const remote = toAddress(settings);
    const merged = await findMerged(services, siteId, { remote, head, former: row.applied_commit });
    await fillSecrets(services, desired, merged, head);
    const input = { siteId, commit, desired, former, wasRewritten, merged, now: clock() };
    await applyCommit(services, { ...input, requireTurn: renewal.require });
  }
  return judge(services, siteId, isNew ? undefined : () => readCommit(head), clock());
}

const newsKey = 'git';

async function tell(services: Services, site: SiteRow, row: GitFollowRow, now: number): Promise<void> {
  const { store, ids, hub } = services;
  const isTold =
    row.state === 'FAILED' ||
    row.state === 'DRIFTED' ||
    (row.state === 'AWAY' && now - row.since >= AWAY_TOLD_MS);
  const isOver = row.state === 'IN_SYNC';
  const active = await store.notifications.findActive(site.id, newsKey);
  if (isTold ? active?.reason === row.reason : !isOver || !active) return;
  const message =
    row.state === 'DRIFTED'
      ? `Site '${site.name}' was changed past its repository`
      : row.state === 'AWAY'
        ? `The repository of site '${site.name}' does not answer`
        : `Site '${site.name}' does not run what is on its branch`;
  const happening: Happening = {
    siteId: site.id,
    key: newsKey,
    category: 'SITES',
    subCategory: 'GIT_FAILED',
    severity: row.state === 'FAILED' ? 'error' : 'warning',
    message,
    reason: row.reason,
  };
  await store.transaction(async (tx) => {
    if (isOver) await resolve(tx, site.id, newsKey, now);
    else await raise(tx, ids, happening, now);
  });
  hub.publish({ type: 'notification.changed', siteId: site.id });
}

async function takeTurn(services: Services, site: SiteRow, turn: Turn): Promise<GitFollowRow | undefined> {
  const { store, clock, log } = services;
  const { row, settings, renewal } = turn;
  let outcome: Outcome;
  try {
    outcome = await follow(services, site.id, turn);
  } catch (error) {
    if (error instanceof LostTurn) throw error;
    if (settings.signal?.aborted) {
      await renewal.end();
      await store.transaction(async (tx) => {
        await renewal.require(tx);
        await tx.gitFollows.update(site.id, { leased_until: 0 });
      });
      return undefined;
    }
    const reason = describeFailure(error);
    if (reason === undefined) log.error({ err: error, siteId: site.id }, 'following a repository failed');
    const isAway = error instanceof RemoteProblem && error.isAway;
    outcome = {
      state: isAway ? 'AWAY' : 'FAILED',
      reason: reason ?? 'The commit could not be applied; the log of the service says why',
    };
  }
  if (outcome.state !== 'AWAY') await settleRemote(services, site.id, settings);
  await renewal.end();
  const now = clock();
  const { state, reason } = outcome;
  const since = state === row.state ? row.since : now;
  await store.transaction(async (tx) => {
    await renewal.require(tx);
    await tx.gitFollows.update(site.id, { state, reason, since, checked_at: now, leased_until: 0 });
  });
  const after = await store.gitFollows.find(site.id);
  if (!after) return undefined;
  const isNews =
    after.state !== row.state || after.reason !== row.reason || after.applied_commit !== row.applied_commit;
  if (isNews) await publishSite(services, site.id, 'updated');
  await tell(services, site, after, now);
  if (!(await reportCommit(services, site, settings, after))) return after;
  await publishSite(services, site.id, 'updated');
  return store.gitFollows.find(site.id);
}

type FollowOptions = {
  isPutBack?: boolean;
  /** Waits some seconds for a running turn. */
  waits?: boolean;
  signal?: AbortSignal;
};

/**
 * Brings a site to its branch's head, or notes why not.
 * @returns undefined when it follows none, or a turn is running
 */
export async function followSite(
  services: Services,
  site: SiteRow,
  { isPutBack = false, waits = false, signal }: FollowOptions = {},
): Promise<GitFollowRow | undefined> {
  const settings = readRemoteSettings(services, site);
  if (!settings) return undefined;
  const take = () => takeLease(services, site.id, toAddress(settings), services.clock());
  let row = await take();
  for (let looks = 0; waits && !row && looks < LOOKS_MAX; looks += 1) {
    await setTimeout(LOOK_MS);
    row = await take();
  }
  if (!row) return undefined;
  const renewal = keepLease(services, row);
  try {
    return await takeTurn(services, site, { row, settings: { ...settings, signal }, isPutBack, renewal });
  } catch (error) {
    if (!(error instanceof LostTurn)) throw error;
    services.log.warn({ siteId: site.id }, 'another service has taken the turn of a repository over');
    return undefined;
  } finally {
    await renewal.end();
  }
}
