import * as z from 'zod/mini';
import { changesetSchema, newChangesetSchema, pullRequestSchema } from '../entities/changeset.ts';
import { CHANGESET_STATUSES } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { pageQuery, paginationSchema, repeated } from '../parameters.ts';
import { defineCall, reads, writes } from './define.ts';

const pullRequestPath = z.strictObject({ pullRequestId: idSchema('changeset') });

/** src/docs/change-requests.md explains them. */
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
  deleteChangeset: defineCall({
    method: 'DELETE',
    path: '/v1/gitops/changeset/{pullRequestId}',
    summary: 'Withdraw an open pull request. It stays in the list as closed; its branch is removed.',
    access: writes('PIPELINES'),
    pathParameters: pullRequestPath,
    response: z.object({}),
  }),
  mergeChangeset: defineCall({
    method: 'POST',
    path: '/v1/gitops/changeset/{pullRequestId}/merge',
    summary:
      'Approve and merge an open pull request: its pipelines get a new version, which is deployed unless they are paused or bypassed.',
    access: { ...writes('PIPELINES'), grant: 'DEPLOY' },
    pathParameters: pullRequestPath,
    response: z.object({ changeset: changesetSchema }),
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
