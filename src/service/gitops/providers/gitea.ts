import * as z from 'zod/mini';
import { createAskProvider } from './ask.ts';
import { archived, listForbidden, NO_COMMIT, NO_NUMBER, readOnly, withoutRequests } from './lacks.ts';
import type { Provider, ProviderAddress, ProviderRequest } from './port.ts';

const branchSchema = z.nullish(z.object({ ref: z.string(), repo_id: z.optional(z.int()) }));
/** From `templates/swagger/v1_json.tmpl` of Gitea 1.19 and later; Forgejo has the same. */
const pullSchema = z.object({
  number: z.int(),
  html_url: z.string(),
  state: z.enum(['open', 'closed']),
  merged: z.optional(z.boolean()),
  merged_by: z.nullish(z.object({ login: z.string() })),
  comments: z.optional(z.int()),
  base: branchSchema,
  head: branchSchema,
});
const repositorySchema = z.object({
  archived: z.optional(z.boolean()),
  has_pull_requests: z.optional(z.boolean()),
  permissions: z.nullish(z.object({ push: z.boolean() })),
});
const nothingSchema = z.unknown();
/** The API's search by both branches takes no base with a slash. Servers may shorten pages. */
const PAGE = 50;
const PAGES_MAX = 10;

const toRequest = (pull: z.infer<typeof pullSchema>): ProviderRequest => ({
  number: pull.number,
  url: pull.html_url,
  state: pull.merged ? 'merged' : pull.state,
  comments: pull.comments ?? 0,
  by: pull.merged_by?.login ?? '',
});

export function createGitea({ api, title, project, token }: ProviderAddress): Provider {
  const ask = createAskProvider('Gitea', api, { authorization: `token ${token}` });
  const pulls = `/repos/${project}/pulls`;
  return {
    findOpen: async (branch, base) => {
      for (let page = 1; page <= PAGES_MAX; page += 1) {
        const query = new URLSearchParams({
          ...{ state: 'open', base_branch: base, page: String(page), limit: String(PAGE) },
        });
        const found = await ask({ path: `${pulls}?${query}` }, z.array(pullSchema));
        const own = found.find(
          (pull) =>
            pull.head?.ref === branch && pull.base?.ref === base && pull.head.repo_id === pull.base.repo_id,
        );
        if (own || found.length === 0) return own && toRequest(own);
      }
      return undefined;
    },
    open: async ({ branch, base, title, text }) =>
      toRequest(
        await ask(
          { method: 'POST', path: pulls, body: { head: branch, base, title, body: text } },
          pullSchema,
        ),
      ),
    read: async (number) => toRequest(await ask({ path: `${pulls}/${number}` }, pullSchema)),
    // Field names differ by version.
    markMerged: async (number, commit) => {
      const body = { do: 'manually-merged', merge_commit_id: commit, MergeCommitID: commit };
      await ask({ method: 'POST', path: `${pulls}/${number}/merge`, body }, nothingSchema);
    },
    close: async (number) => {
      await ask({ method: 'PATCH', path: `${pulls}/${number}`, body: { state: 'closed' } }, nothingSchema);
    },
    listLacks: async () => {
      const found = await ask({ path: `/repos/${project}` }, repositorySchema);
      return [
        ...(found.archived ? [archived(title)] : []),
        ...(found.has_pull_requests === false ? [withoutRequests(title)] : []),
        ...(found.permissions?.push === false
          ? [readOnly(title, 'Let them write to it at Gitea, or give the token of someone who may')]
          : []),
        ...(await listForbidden(
          ask,
          { method: 'PATCH', path: `${pulls}/${NO_NUMBER}`, body: {} },
          { method: 'POST', path: `/repos/${project}/statuses/${NO_COMMIT}`, body: { state: 'success' } },
          {
            title,
            opening: 'Give one with the scopes write:repository and write:issue',
            reporting: 'Give one with the scope write:repository',
          },
        )),
      ];
    },
    setStatus: async (commit, { isFailed, context, text }) => {
      const body = { state: isFailed ? 'failure' : 'success', context, description: text };
      await ask({ method: 'POST', path: `/repos/${project}/statuses/${commit}`, body }, nothingSchema);
    },
  };
}
