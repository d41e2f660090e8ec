import * as z from 'zod/mini';
import { createAskProvider } from './ask.ts';
import { archived, listForbidden, NO_COMMIT, NO_NUMBER, readOnly, withoutRequests } from './lacks.ts';
import type { Provider, ProviderAddress, ProviderRequest } from './port.ts';

const userSchema = z.nullish(z.object({ username: z.string() }));
/** https://docs.gitlab.com/api/merge_requests/ */
const mergeRequestSchema = z.object({
  iid: z.int(),
  web_url: z.string(),
  state: z.enum(['opened', 'closed', 'locked', 'merged']),
  user_notes_count: z.optional(z.int()),
  merge_user: userSchema,
  merged_by: userSchema,
  closed_by: userSchema,
  source_project_id: z.nullish(z.int()),
  target_project_id: z.nullish(z.int()),
});
const accessSchema = z.nullish(z.object({ access_level: z.int() }));
/** https://docs.gitlab.com/api/projects/ */
const projectSchema = z.object({
  archived: z.optional(z.boolean()),
  merge_requests_access_level: z.nullish(z.string()),
  permissions: z.optional(z.object({ project_access: accessSchema, group_access: accessSchema })),
});
/** Lower access cannot open merge requests. */
const DEVELOPER = 30;
const DESCRIPTION_MAX_LENGTH = 255;
const nothingSchema = z.unknown();
const STATES = { opened: 'open', locked: 'open', closed: 'closed', merged: 'merged' } as const;

const toRequest = (request: z.infer<typeof mergeRequestSchema>): ProviderRequest => ({
  number: request.iid,
  url: request.web_url,
  state: STATES[request.state],
  comments: request.user_notes_count ?? 0,
  by: (request.merge_user ?? request.merged_by ?? request.closed_by)?.username ?? '',
});

/** Also self-managed. */
export function createGitLab({ api, title, project, token }: ProviderAddress): Provider {
  const ask = createAskProvider('GitLab', api, { 'private-token': token });
  const own = `/projects/${project}`;
  const requests = `${own}/merge_requests`;
  return {
    findOpen: async (branch, base) => {
      const asked = { state: 'opened', source_branch: branch, target_branch: base };
      const found = await ask(
        { path: `${requests}?${new URLSearchParams(asked)}` },
        z.array(mergeRequestSchema),
      );
      const here = found.find(({ source_project_id: from, target_project_id: to }) => from === to);
      return here && toRequest(here);
    },
    open: async ({ branch, base, title, text }) => {
      const body = { source_branch: branch, target_branch: base, title, description: text };
      return toRequest(await ask({ method: 'POST', path: requests, body }, mergeRequestSchema));
    },
    read: async (number) => toRequest(await ask({ path: `${requests}/${number}` }, mergeRequestSchema)),
    close: async (number) => {
      await ask(
        { method: 'PUT', path: `${requests}/${number}`, body: { state_event: 'close' } },
        nothingSchema,
      );
    },
    listLacks: async () => {
      const found = await ask({ path: own }, projectSchema);
      const { project_access: direct, group_access: byGroup } = found.permissions ?? {};
      const levels = [direct, byGroup].flatMap((one) => (one ? [one.access_level] : []));
      return [
        ...(found.archived ? [archived(title)] : []),
        ...(found.merge_requests_access_level === 'disabled' ? [withoutRequests(title)] : []),
        ...(levels.length > 0 && Math.max(...levels) < DEVELOPER
          ? [readOnly(title, 'Give the role Developer at GitLab, or the token of someone who has it')]
          : []),
        ...(await listForbidden(
          ask,
          { method: 'PUT', path: `${requests}/${NO_NUMBER}`, body: { title: '' } },
          { method: 'POST', path: `${own}/statuses/${NO_COMMIT}`, body: { state: 'success' } },
          { title, opening: 'Give one with the scope api', reporting: 'Give one with the scope api' },
        )),
      ];
    },
    setStatus: async (commit, { isFailed, context, text }) => {
      const description = text.slice(0, DESCRIPTION_MAX_LENGTH);
      const body = { state: isFailed ? 'failed' : 'success', name: context, description };
      await ask({ method: 'POST', path: `${own}/statuses/${commit}`, body }, nothingSchema);
    },
  };
}
