import type { NewChangeset, RequestedChangeKind } from '../../contract/entities/changeset.ts';
import { ContractError } from '../../contract/errors.ts';
import { pullRequestRefusal } from '../../contract/managed-site.ts';
import { describeRequested } from '../../contract/requested-change.ts';
import { requireSite } from '../require.ts';
import type { Services } from '../services.ts';
import { readGitSettings } from '../sites/git.ts';
import type { Repositories } from '../store/index.ts';
import { commitTo } from './commit-style.ts';
import { unpackConfig } from './connection-text.ts';
import { readAsked } from './defined-set.ts';
import { mergeSets, requireSize, toSet } from './draft.ts';
import { openPlace, type RequestPlace } from './place.ts';
import { pushing } from './pushing.ts';
import { branchOf, kindOfPath } from './repository.ts';
import type { RequestedChange } from './requested.ts';
import { checkSet } from './requested-set.ts';

export type Person = { id: string; name: string; email: string };

const SAME_LOOKED_AT = { offset: 0, limit: 200, descending: true };

/** @throws ContractError CONFLICT where pull requests cannot be raised */
export async function requireRequests(
  { flags }: Pick<Services, 'flags'>,
  tx: Repositories,
  siteId: string,
): Promise<void> {
  const row = await requireSite(tx, siteId);
  const refusal = pullRequestRefusal({ name: row.name, ...readGitSettings(flags, row) });
  if (refusal !== undefined) throw new ContractError('CONFLICT', refusal);
}

export async function refuseSame(
  services: Services,
  siteId: string,
  { repository, remote }: RequestPlace,
  changes: readonly RequestedChange[],
): Promise<void> {
  const { store } = services;
  const found = await store.changesets.list({ siteId, statuses: ['OPEN'] }, SAME_LOOKED_AT);
  const rows = found.rows.filter((row) => row.remote === remote);
  const pipelines = Map.groupBy(
    await store.changesets.pipelinesOf(rows.map(({ id }) => id)),
    (one) => one.changeset_id,
  );
  for (const row of rows) {
    const asked = pipelines.get(row.id) ?? [];
    if (asked.length !== changes.length) continue;
    const isSame = await Promise.all(
      changes.map(async ({ change, id, name, path, text, config }) => {
        const same = asked.find((one) =>
          change === 'create'
            ? one.base_path === '' && one.name === name && kindOfPath(one.path) === kindOfPath(path)
            : one.pipeline_id === id && one.path === path,
        );
        if (!same || change === 'delete') return same !== undefined;
        const isSameText = (await repository.readFile(row.head_commit, same.path)) === text;
        const [one, other] = [unpackConfig(services, same), unpackConfig(services, { config })];
        // New secrets are in no text.
        return isSameText && JSON.stringify(one) === JSON.stringify(other);
      }),
    );
    if (isSame.every(Boolean))
      throw new ContractError(
        'CONFLICT',
        `This change is requested already, by ${row.created_by}: see the open pull requests`,
      );
  }
}

export const toFileChanges = (changes: readonly { basePath: string; path: string; text: string }[]) => ({
  put: new Map(changes.flatMap(({ path, text }) => (path === '' ? [] : [[path, text] as const]))),
  remove: changes.flatMap(({ basePath, path }) => (basePath === path || basePath === '' ? [] : basePath)),
});

/** The comment comes first; its first line is the subject. @param what `describeRequested` */
export const toMessage = (comment: string, what: string, id: string): string =>
  `${comment === '' ? what : comment}\n\nPull-Request: ${id}\n`;

export const toNamed = (
  changes: readonly { change: RequestedChangeKind; name: string; path: string; basePath: string }[],
) =>
  changes.map(({ change, name, path, basePath }) => {
    const kind = kindOfPath(path || basePath);
    return { change, name, kind: kind === 'PIPELINE' ? undefined : kind };
  });

type CheckedRequest = {
  siteId: string;
  description: string;
  place: RequestPlace;
  /** Start of the branch, if not the place's base. */
  from?: string;
  changes: readonly RequestedChange[];
  by: Person;
  now: number;
  /** In the transaction that stores the request. */
  finish?: (tx: Repositories) => Promise<void>;
};

/** Commits checked changes on a new branch, and stores the request. Serialize calls. */
export async function commitRequest(
  services: Services,
  { siteId, description, place, from, changes, by, now, finish }: CheckedRequest,
): Promise<{ id: string }> {
  const { store } = services;
  const { repository, remote } = place;
  const base = from ?? place.base;
  const id = services.ids('changeset');
  const head = await commitTo(services, store, siteId, repository, {
    onto: base,
    parents: [base],
    ...toFileChanges(changes),
    message: toMessage(description, describeRequested(toNamed(changes)), id),
    author: by,
    at: now,
  });
  if (remote === '') await repository.writeBranch(branchOf(id), head);
  const row = {
    id,
    site_id: siteId,
    description,
    status: 'OPEN',
    reason: '',
    base_commit: base,
    head_commit: head,
    merge_commit: '',
    remote,
    pushed_commit: '',
    provider_request: '',
    created_by: by.email,
    authors: JSON.stringify([by.id]),
    approved_by: '',
    approved_by_id: '',
    approved_commit: '',
    approved_at: 0,
    ended_by: '',
    created_at: now,
    merged_at: 0,
    updated_at: now,
  };
  const parts = changes.map(({ id: pipelineId, name, basePath, path, baseTag, config }) => ({
    changeset_id: id,
    pipeline_id: pipelineId,
    name,
    base_path: basePath,
    path,
    base_tag: baseTag,
    graph_version: 0,
    failure: '',
    config,
  }));
  await store.transaction(async (tx) => {
    await tx.changesets.insert(row, parts);
    await finish?.(tx);
  });
  return { id };
}

/**
 * Commits changes on a new branch; nothing stored or running changes. The branch comes before the record and
 * is removed without one, so that a crash leaves nothing.
 * @throws ContractError VALIDATION_FAILED, STALE_VERSION or CONFLICT
 */
export const raiseChangeset = (
  services: Services,
  body: NewChangeset,
  by: Person,
  now: number,
): Promise<{ id: string }> =>
  pushing(services, body.changeSet.siteId, async () => {
    const { store, hub } = services;
    const { siteId, description } = body.changeSet;
    await requireRequests(services, store, siteId);
    const owner = { siteId, userId: by.id };
    const rows = await store.changesetDrafts.list(owner);
    const draft = toSet(services, rows);
    const asked = await readAsked(services, body, { siteId, rows, draft });
    const set = body.withDraft ? mergeSets(draft, asked) : asked;
    requireSize(set);
    if (set.pipelines.length + set.connections.length === 0)
      throw new ContractError('CONFLICT', 'Your draft is empty: there is nothing to raise');
    const changes = await checkSet(services, set, { siteId, now });
    const place = await openPlace(services, siteId, now);
    const placed = await place.place(changes);
    await refuseSame(services, siteId, place, placed);
    const finish = async (tx: Repositories) => {
      if (body.withDraft) await tx.changesetDrafts.remove(owner);
    };
    const raised = await commitRequest(services, {
      ...{ siteId, description, place, changes: placed, by, now, finish },
    });
    hub.publish({ type: 'notification.changed', siteId });
    return raised;
  });
