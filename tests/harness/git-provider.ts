import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestProvider } from '../../src/contract/entities/git-providers.ts';

type Pull = {
  number: number;
  branch: string;
  base: string;
  title: string;
  text: string;
  state: 'open' | 'merged' | 'closed';
  comments: number;
  /** Its branch is one of a fork. */
  isForked?: boolean;
};
type Status = { commit: string; state: string; context: string; text: string };

/** What the owner of the token may do, what the token may do, and what the repository allows. */
type Access = { push: boolean; opens: boolean; reports: boolean; isArchived: boolean; hasRequests: boolean };

export type FakeProvider = {
  /** Of its API. */
  url: string;
  pulls: Pull[];
  statuses: Status[];
  requests: string[];
  access: Access;
  /** How many pull requests it refuses to open at first: it learns of a branch a moment after the push. */
  late: { opens: number };
  /** What it answers in place of its own answer. */
  answerWith: (answer: { status: number; body: unknown } | undefined) => void;
  stop(): Promise<void>;
};

const USER = { login: 'ann', username: 'ann', id: 7, avatar_url: 'https://example.org/a.png', name: 'Ann' };
/** The most that it lists at once, whatever is asked for. */
const PAGE = 2;
const AT = '2026-11-26T10:00:00Z';

/** As the published documentation of each provider shows an answer, with more than is read of it. */
const FACES: Record<RequestProvider, (pull: Pull, isWhole: boolean) => unknown> = {
  GITHUB: ({ number, branch, base, title, text, state, comments }, isWhole) => ({
    ...{ id: 1000 + number, node_id: 'MDExOlB1bGxSZXF1ZXN0MQ==', number, title, body: text, locked: false },
    html_url: `https://github.example.org/team/pipelines/pull/${number}`,
    state: state === 'open' ? 'open' : 'closed',
    ...{ user: USER, labels: [], draft: false, created_at: AT, updated_at: AT },
    closed_at: state === 'open' ? null : AT,
    merged_at: state === 'merged' ? AT : null,
    head: { ref: branch, label: `team:${branch}` },
    base: { ref: base, label: `team:${base}` },
    ...(isWhole
      ? {
          ...{ merged: state === 'merged', mergeable: null, commits: 1, additions: 3, deletions: 1 },
          merged_by: state === 'merged' ? USER : null,
          ...{ comments, review_comments: 1, changed_files: 1 },
        }
      : {}),
  }),
  GITLAB: ({ number, branch, base, title, text, state, comments, isForked }) => ({
    ...{ id: 9000 + number, iid: number, project_id: 3, title, description: text, author: USER },
    web_url: `https://gitlab.example.org/team/pipelines/-/merge_requests/${number}`,
    ...{ source_project_id: isForked ? 4 : 3, target_project_id: 3 },
    state: state === 'open' ? 'opened' : state,
    ...{ source_branch: branch, target_branch: base, user_notes_count: comments, upvotes: 0, draft: false },
    ...{
      created_at: AT,
      updated_at: AT,
      detailed_merge_status: 'mergeable',
      references: { short: `!${number}` },
    },
    merge_user: state === 'merged' ? USER : null,
    merged_by: state === 'merged' ? USER : null,
    closed_by: state === 'closed' ? USER : null,
  }),
  GITEA: ({ number, branch, base, title, text, state, comments, isForked }) => ({
    ...{ id: 50 + number, number, title, body: text, user: USER, labels: null, comments, is_locked: false },
    html_url: `https://gitea.example.org/team/pipelines/pulls/${number}`,
    state: state === 'open' ? 'open' : 'closed',
    ...{ mergeable: true, merged: state === 'merged', merged_at: state === 'merged' ? AT : null },
    merged_by: state === 'merged' ? USER : null,
    head: { ref: branch, label: branch, repo_id: isForked ? 51 : 50 },
    base: { ref: base, label: base, repo_id: 50 },
  }),
};
/** A repository, as each provider describes it. */
const REPOSITORIES: Record<RequestProvider, (access: Access) => unknown> = {
  GITHUB: ({ push, isArchived }) => ({
    ...{ id: 1, name: 'pipelines', full_name: 'team/pipelines', private: true, default_branch: 'main' },
    archived: isArchived,
    permissions: { admin: false, maintain: false, push, triage: push, pull: true },
  }),
  GITLAB: ({ push, isArchived, hasRequests }) => ({
    ...{ id: 3, path_with_namespace: 'team/pipelines', default_branch: 'main', visibility: 'private' },
    archived: isArchived,
    merge_requests_enabled: hasRequests,
    merge_requests_access_level: hasRequests ? 'enabled' : 'disabled',
    permissions: {
      project_access: null,
      group_access: { access_level: push ? 30 : 20, notification_level: 3 },
    },
  }),
  GITEA: ({ push, isArchived, hasRequests }) => ({
    ...{ id: 50, name: 'pipelines', full_name: 'team/pipelines', private: true, default_branch: 'main' },
    archived: isArchived,
    has_pull_requests: hasRequests,
    permissions: { admin: false, push, pull: true },
  }),
};
/** Of a pull request whose branch it does not know. */
const BRANCH_UNKNOWN: Record<RequestProvider, [status: number, body: unknown]> = {
  GITHUB: [422, { message: 'Validation Failed', errors: [{ field: 'head', code: 'invalid' }] }],
  GITLAB: [409, { message: ['Source branch "change-requests/1" does not exist'] }],
  GITEA: [404, { message: 'not found' }],
};
const FORBIDDEN: [status: number, body: unknown] = [403, { message: 'insufficient_scope' }];

const CREDENTIALS: Record<RequestProvider, (token: string) => [string, string]> = {
  GITHUB: (token) => ['authorization', `Bearer ${token}`],
  GITLAB: (token) => ['private-token', token],
  GITEA: (token) => ['authorization', `token ${token}`],
};

async function readJson(request: IncomingMessage): Promise<Record<string, string>> {
  let text = '';
  for await (const part of request) text += part;
  return text === '' ? {} : JSON.parse(text);
}

/** Speaks the part of a provider's API that opens, reads and closes pull requests and takes commit statuses. */
export async function startProvider(kind: RequestProvider, token: string): Promise<FakeProvider> {
  const pulls: Pull[] = [];
  const statuses: Status[] = [];
  const requests: string[] = [];
  const access: Access = { push: true, opens: true, reports: true, isArchived: false, hasRequests: true };
  const late = { opens: 0 };
  let forced: { status: number; body: unknown } | undefined;
  const isGitLab = kind === 'GITLAB';
  const own = isGitLab ? '/projects/team%2Fpipelines' : '/repos/team/pipelines';
  const list = `${own}/${isGitLab ? 'merge_requests' : 'pulls'}`;
  const show = (pull: Pull, isWhole = true) => FACES[kind](pull, isWhole);

  const answer = (
    method: string,
    url: URL,
    body: Record<string, string>,
  ): [status: number, body: unknown] => {
    const path = url.pathname;
    if (path === own) return [200, REPOSITORIES[kind](access)];
    if (!access.opens && method !== 'GET' && path.startsWith(list)) return FORBIDDEN;
    if (!access.reports && path.includes('/statuses/')) return FORBIDDEN;
    if (path === list && method === 'GET') {
      const asked = url.searchParams.get('source_branch') ?? url.searchParams.get('head')?.split(':')[1];
      const named = kind === 'GITEA' ? 'base_branch' : isGitLab ? 'target_branch' : 'base';
      const base = url.searchParams.get(named);
      const found = pulls.filter(
        (pull) =>
          pull.state === 'open' &&
          (!asked || pull.branch === asked) &&
          (!base || pull.base === base) &&
          // GitHub is asked for the branch of an owner.
          (kind !== 'GITHUB' || !pull.isForked),
      );
      const from = (Number(url.searchParams.get('page') ?? 1) - 1) * PAGE;
      return [200, found.slice(from, from + PAGE).map((pull) => show(pull, false))];
    }
    if (path === list) {
      late.opens -= 1;
      if (late.opens >= 0) return BRANCH_UNKNOWN[kind];
      if ((body.title ?? '').length > 255) return [422, { message: 'title is too long' }];
      const branch = body.source_branch ?? body.head ?? '';
      const made: Pull = {
        ...{ number: pulls.length + 1, branch, base: body.target_branch ?? body.base ?? '' },
        ...{ title: body.title ?? '', text: body.description ?? body.body ?? '', state: 'open', comments: 0 },
      };
      pulls.push(made);
      return [201, show(made)];
    }
    const [, mergedNumber] = /\/pulls\/(\d+)\/merge$/.exec(path) ?? [];
    const marked = pulls.find(({ number }) => kind === 'GITEA' && number === Number(mergedNumber));
    if (marked && method === 'POST') {
      if (body.do !== 'manually-merged' || !body.merge_commit_id) return [422, { message: 'Do' }];
      marked.state = 'merged';
      return [200, {}];
    }
    const pull = pulls.find(({ number }) => path === `${list}/${number}`);
    if (pull && method !== 'GET') pull.state = 'closed';
    if (pull) return [kind === 'GITEA' && method === 'PATCH' ? 201 : 200, show(pull)];
    const [, commit] = /\/statuses\/([0-9a-f]{40})$/.exec(path) ?? [];
    if (!commit || /^0+$/.test(commit)) return [404, { message: 'Not Found' }];
    const { state = '', context = body.name ?? '', description = '' } = body;
    statuses.push({ commit, state, context, text: description });
    const said = kind === 'GITHUB' ? { state } : { status: state };
    const named = isGitLab ? { name: context } : { context };
    return [201, { id: statuses.length, ...said, ...named, description }];
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    requests.push(`${request.method} ${url.pathname}`);
    const body = await readJson(request);
    const [name, value] = CREDENTIALS[kind](token);
    const [status, text] =
      request.headers[name] !== value
        ? [401, { message: 'Bad credentials' }]
        : forced
          ? [forced.status, forced.body]
          : answer(request.method ?? '', url, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(text));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    pulls,
    statuses,
    requests,
    access,
    late,
    answerWith: (given) => {
      forced = given;
    },
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
