import * as z from 'zod/mini';
import {
  changesetSchema,
  draftChangeSchema,
  draftContentSchema,
  newChangesetSchema,
  newDraftChangesSchema,
  pullRequestSchema,
  rebaseSchema,
} from '../entities/changeset.ts';
import { requestChecksSchema } from '../entities/changeset-checks.ts';
import { CHANGESET_STATUSES } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { pageQuery, paginationSchema, repeated } from '../parameters.ts';
import { defineCall, reads, writes } from './define.ts';

const draftChangeId = z.union([idSchema('pipeline'), idSchema('node'), idSchema('asset')]);
const pullRequestPath = z.strictObject({ pullRequestId: idSchema('changeset') });

/** src/docs/change-requests.md */
export const gitopsCalls = {
  listChangesets: defineCall({
    method: 'GET',
    path: '/v1/gitops/changeset',
    summary: 'Pull requests, the last changed first.',
    access: reads('PIPELINES'),
    query: z.strictObject({
      siteId: idSchema('site'),
      statuses: repeated(z.enum(CHANGESET_STATUSES)),
      pullRequestIds: repeated(idSchema('changeset')),
      ...pageQuery('updated_at'),
    }),
    response: z.object({ changesets: z.array(changesetSchema), pagination: paginationSchema }),
  }),
  createChangeset: defineCall({
    method: 'POST',
    path: '/v1/gitops/changeset',
    summary:
      'Raise a pull request: commit changed pipelines on a branch of the repository of their site. Nothing that runs is changed.',
    access: writes('PIPELINES'),
    body: newChangesetSchema,
    response: z.object({ id: idSchema('changeset'), url: z.optional(z.string()) }),
  }),
  getChangesetDraft: defineCall({
    method: 'GET',
    path: '/v1/gitops/draft',
    summary: 'What the caller has collected for their next pull request of the site.',
    access: reads('PIPELINES'),
    query: z.strictObject({ siteId: idSchema('site') }),
    response: z.object({ changes: z.array(draftChangeSchema) }),
  }),
  getChangesetDraftContent: defineCall({
    method: 'GET',
    path: '/v1/gitops/draft/content',
    summary: 'One collected change as it was asked for, to be changed further.',
    access: reads('PIPELINES'),
    query: z.strictObject({ siteId: idSchema('site'), draftChangeId }),
    response: z.object({ content: draftContentSchema }),
  }),
  addToChangesetDraft: defineCall({
    method: 'POST',
    path: '/v1/gitops/draft',
    summary:
      'Collect changes for the next pull request of the caller. Each is checked as when it is raised, and takes the place of an earlier one of the same pipeline, source or destination.',
    access: writes('PIPELINES'),
    body: newDraftChangesSchema,
    response: z.object({ changes: z.array(draftChangeSchema) }),
  }),
  deleteChangesetDraft: defineCall({
    method: 'DELETE',
    path: '/v1/gitops/draft',
    summary: 'Drop what the caller has collected: the named changes, or all.',
    access: writes('PIPELINES'),
    query: z.strictObject({ siteId: idSchema('site'), ids: repeated(draftChangeId) }),
    response: z.object({}),
  }),
  deleteChangeset: defineCall({
    method: 'DELETE',
    path: '/v1/gitops/changeset/{pullRequestId}',
    summary: 'Withdraw an open pull request. It stays in the list as closed; its branch is removed.',
    access: writes('PIPELINES'),
    pathParameters: pullRequestPath,
    response: z.object({}),
  }),
  approveChangeset: defineCall({
    method: 'POST',
    path: '/v1/gitops/changeset/{pullRequestId}/approve',
    summary:
      'Approve what is on the branch of an open pull request. On a site that asks for two people it is then free to be merged, and nobody approves their own.',
    access: { ...writes('PIPELINES'), grant: 'DEPLOY' },
    pathParameters: pullRequestPath,
    body: z.strictObject({
      /** The reviewed commit; a newer one is not approved. */
      commit: z.string().check(z.minLength(1, 'Commit is required'), z.maxLength(64)),
    }),
    response: z.object({ changeset: changesetSchema }),
  }),
  withdrawApproval: defineCall({
    method: 'DELETE',
    path: '/v1/gitops/changeset/{pullRequestId}/approve',
    summary: "Take back the caller's own approval of an open pull request.",
    access: { ...writes('PIPELINES'), grant: 'DEPLOY' },
    pathParameters: pullRequestPath,
    response: z.object({ changeset: changesetSchema }),
  }),
  revertChangeset: defineCall({
    method: 'POST',
    path: '/v1/gitops/changeset/{pullRequestId}/revert',
    summary:
      'Raise a pull request that undoes a merged one. What was changed since is a base that has moved: rebase it to keep the later changes.',
    access: writes('PIPELINES'),
    pathParameters: pullRequestPath,
    response: z.object({ id: idSchema('changeset') }),
  }),
  rebaseChangeset: defineCall({
    method: 'POST',
    path: '/v1/gitops/changeset/{pullRequestId}/rebase',
    summary:
      'Bring an open pull request whose base has moved onto what is stored now, field by field. What both changed differently needs a choice for each of its conflicts.',
    access: writes('PIPELINES'),
    pathParameters: pullRequestPath,
    body: rebaseSchema,
    response: z.object({ changeset: changesetSchema }),
  }),
  mergeChangeset: defineCall({
    method: 'POST',
    path: '/v1/gitops/changeset/{pullRequestId}/merge',
    summary:
      'Merge an open pull request: its pipelines get a new version, which is deployed unless they are paused or bypassed.',
    access: { ...writes('PIPELINES'), grant: 'DEPLOY' },
    pathParameters: pullRequestPath,
    body: z.strictObject({
      /** One commit by the request's author instead of a merge commit. */
      squash: z._default(z.boolean(), false),
    }),
    response: z.object({ changeset: changesetSchema }),
  }),
  getPullRequestChecks: defineCall({
    method: 'GET',
    path: '/v1/gitops/changeset/{pullRequestId}/checks',
    summary:
      'Check an open pull request on top of what is stored now: whether it can be merged, and what it does to the events of pinned samples. Nothing is changed or sent anywhere.',
    access: reads('PIPELINES'),
    pathParameters: pullRequestPath,
    response: requestChecksSchema,
  }),
  getPullRequestDetails: defineCall({
    method: 'GET',
    path: '/v1/pull-request-details',
    summary: 'One pull request with its files before and after.',
    access: reads('PIPELINES'),
    query: z.strictObject({ siteId: idSchema('site'), pullRequestId: idSchema('changeset') }),
    response: z.object({ pullRequest: pullRequestSchema }),
  }),
};
