import { approveChangeset, withdrawApproval } from '../gitops/approve.ts';
import { readChecks } from '../gitops/checks.ts';
import { readPullRequest } from '../gitops/details.ts';
import { addToDraft, dropFromDraft, listDraft, readDraftContent } from '../gitops/draft-changes.ts';
import { requireChangeset, toChangesets } from '../gitops/entities.ts';
import { adoptDrift } from '../gitops/follow/adopt.ts';
import { mergeChangeset, withdrawChangeset } from '../gitops/merge.ts';
import { settleBranches } from '../gitops/pushing.ts';
import { raiseChangeset } from '../gitops/raise.ts';
import { rebaseChangeset } from '../gitops/rebase.ts';
import { revertChangeset } from '../gitops/revert.ts';
import type { Handlers } from '../http/call-context.ts';
import { notFound, requireSite } from '../require.ts';
import { toPage } from '../store/query.ts';

type GitopsCalls =
  | 'listChangesets'
  | 'createChangeset'
  | 'getChangesetDraft'
  | 'getChangesetDraftContent'
  | 'addToChangesetDraft'
  | 'deleteChangesetDraft'
  | 'deleteChangeset'
  | 'approveChangeset'
  | 'withdrawApproval'
  | 'revertChangeset'
  | 'rebaseChangeset'
  | 'mergeChangeset'
  | 'getPullRequestChecks'
  | 'getPullRequestDetails';

export const gitopsHandlers = {
  listChangesets: async ({ query, services, tx }) => {
    await requireSite(tx, query.siteId);
    const filter = { siteId: query.siteId, statuses: query.statuses, ids: query.pullRequestIds };
    const { rows, totalCount } = await tx.changesets.list(filter, toPage(query));
    return { changesets: await toChangesets(services, tx, rows), pagination: { totalCount } };
  },

  createChangeset: ({ body, services, principal, now }) =>
    body.withDrift
      ? adoptDrift(services, body, principal.user, now)
      : raiseChangeset(services, body, principal.user, now),

  getChangesetDraft: async ({ query: { siteId }, services, tx, principal }) => {
    await requireSite(tx, siteId);
    return { changes: await listDraft(services, tx, { siteId, userId: principal.user.id }) };
  },

  getChangesetDraftContent: async ({ query: { siteId, draftChangeId }, services, tx, principal }) => {
    await requireSite(tx, siteId);
    const owner = { siteId, userId: principal.user.id };
    return { content: await readDraftContent(services, tx, owner, draftChangeId) };
  },

  addToChangesetDraft: async ({ body, services, principal, now }) => {
    const changes = await addToDraft(services, body, principal.user, now);
    services.hub.publish({ type: 'notification.changed', siteId: body.siteId });
    return { changes };
  },

  deleteChangesetDraft: async ({ query: { siteId, ids }, services, tx, principal, afterCommit }) => {
    await requireSite(tx, siteId);
    await dropFromDraft(tx, { siteId, userId: principal.user.id }, ids);
    afterCommit(() => services.hub.publish({ type: 'notification.changed', siteId }));
    return {};
  },

  deleteChangeset: async ({ path, services, tx, principal, now, afterCommit }) => {
    const siteId = await withdrawChangeset(services, tx, path.pullRequestId, principal.user, now);
    afterCommit(() => {
      const { hub, log } = services;
      hub.publish({ type: 'notification.changed', siteId });
      settleBranches(services, siteId).catch((error: unknown) =>
        log.error({ err: error, siteId }, 'the branch of a closed request stays'),
      );
    });
    return {};
  },

  approveChangeset: async ({ path, body, services, tx, principal, now, afterCommit }) => {
    const asked = { id: path.pullRequestId, commit: body.commit, by: principal.user, now };
    const changeset = await approveChangeset(services, tx, asked);
    afterCommit(() => services.hub.publish({ type: 'notification.changed', siteId: changeset.siteId }));
    return { changeset };
  },

  withdrawApproval: async ({ path, services, tx, principal, now, afterCommit }) => {
    const asked = { id: path.pullRequestId, by: principal.user, now };
    const changeset = await withdrawApproval(services, tx, asked);
    afterCommit(() => services.hub.publish({ type: 'notification.changed', siteId: changeset.siteId }));
    return { changeset };
  },

  revertChangeset: ({ path, services, principal, now }) =>
    revertChangeset(services, path.pullRequestId, principal.user, now),

  rebaseChangeset: async ({ path, body, services, principal, now }) => ({
    changeset: await rebaseChangeset(services, path.pullRequestId, body, principal.user, now),
  }),

  mergeChangeset: async ({ path, body, services, principal, now }) => ({
    changeset: await mergeChangeset(services, path.pullRequestId, {
      squash: body.squash,
      by: principal.user,
      now,
    }),
  }),

  getPullRequestChecks: async ({ path, services, tx, now }) =>
    readChecks(services, await requireChangeset(tx, path.pullRequestId), now),

  getPullRequestDetails: async ({ query, services, tx }) => {
    const changeset = await requireChangeset(tx, query.pullRequestId);
    if (changeset.row.site_id !== query.siteId)
      throw notFound('pull request of this site', query.pullRequestId);
    return { pullRequest: await readPullRequest(services, tx, changeset) };
  },
} satisfies Pick<Handlers, GitopsCalls>;
