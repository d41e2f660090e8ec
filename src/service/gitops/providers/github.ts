import * as z from 'zod/mini';
import { createAskProvider } from './ask.ts';
import { archived, listForbidden, NO_COMMIT, NO_NUMBER, readOnly } from './lacks.ts';
import type { Provider, ProviderAddress, ProviderRequest } from './port.ts';

/** https://docs.github.com/rest/pulls; lists omit optional fields. */
const pullSchema = z.object({
  number: z.int(),
  html_url: z.string(),
  state: z.enum(['open', 'closed']),
  merged_at: z.nullish(z.string()),
  merged_by: z.nullish(z.object({ login: z.string() })),
  comments: z.optional(z.int()),
  review_comments: z.optional(z.int()),
});
const repositorySchema = z.object({
  archived: z.optional(z.boolean()),
  permissions: z.optional(z.object({ push: z.boolean() })),
});
const nothingSchema = z.unknown();
const DESCRIPTION_MAX_LENGTH = 140;

const toRequest = (pull: z.infer<typeof pullSchema>): ProviderRequest => ({
  number: pull.number,
  url: pull.html_url,
  state: pull.merged_at ? 'merged' : pull.state,
  comments: (pull.comments ?? 0) + (pull.review_comments ?? 0),
  by: pull.merged_by?.login ?? '',
});

/** Also GitHub Enterprise. */
export function createGitHub({ api, title, project, owner, token }: ProviderAddress): Provider {
  const ask = createAskProvider('GitHub', api, {
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    authorization: `Bearer ${token}`,
  });
  const pulls = `/repos/${project}/pulls`;
  return {
    findOpen: async (branch, base) => {
      const query = new URLSearchParams({ state: 'open', head: `${owner}:${branch}`, base });
      const [found] = await ask({ path: `${pulls}?${query}` }, z.array(pullSchema));
      return found && toRequest(found);
    },
    open: async ({ branch, base, title, text }) =>
      toRequest(
        await ask(
          { method: 'POST', path: pulls, body: { head: branch, base, title, body: text } },
          pullSchema,
        ),
      ),
    read: async (number) => toRequest(await ask({ path: `${pulls}/${number}` }, pullSchema)),
    close: async (number) => {
      await ask({ method: 'PATCH', path: `${pulls}/${number}`, body: { state: 'closed' } }, nothingSchema);
    },
    listLacks: async () => {
      const found = await ask({ path: `/repos/${project}` }, repositorySchema);
      return [
        ...(found.archived ? [archived(title)] : []),
        ...(found.permissions?.push === false
          ? [readOnly(title, 'Give the role Write at GitHub, or the token of someone who has it')]
          : []),
        ...(await listForbidden(
          ask,
          { method: 'PATCH', path: `${pulls}/${NO_NUMBER}`, body: {} },
          { method: 'POST', path: `/repos/${project}/statuses/${NO_COMMIT}`, body: { state: 'success' } },
          {
            title,
            opening: 'Give it the permission Pull requests: Read and write, or a classic one the scope repo',
            reporting:
              'Give it the permission Commit statuses: Read and write, or a classic one the scope repo',
          },
        )),
      ];
    },
    setStatus: async (commit, { isFailed, context, text }) => {
      const description = text.slice(0, DESCRIPTION_MAX_LENGTH);
      const body = { state: isFailed ? 'failure' : 'success', context, description };
      await ask({ method: 'POST', path: `/repos/${project}/statuses/${commit}`, body }, nothingSchema);
    },
  };
}
