import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RequestProvider } from '../../src/contract/entities/git-providers.ts';
import { createGitea } from '../../src/service/gitops/providers/gitea.ts';
import { createGitHub } from '../../src/service/gitops/providers/github.ts';
import { createGitLab } from '../../src/service/gitops/providers/gitlab.ts';
import type { Provider, ProviderAddress } from '../../src/service/gitops/providers/port.ts';
import { type FakeProvider, startProvider } from '../harness/git-provider.ts';
import gitea from './support/gitea-api.json' with { type: 'json' };
import github from './support/github-api.json' with { type: 'json' };
import { GITLAB_CALLS } from './support/gitlab-api.ts';
import {
  findCall,
  findMisfit,
  findMisfitOf,
  makeAnswers,
  type ProviderCall,
} from './support/provider-calls.ts';

const PROVIDERS: {
  kind: RequestProvider;
  calls: readonly ProviderCall[];
  create: (address: ProviderAddress) => Provider;
  project: string;
}[] = [
  {
    kind: 'GITHUB',
    calls: github.calls as unknown as readonly ProviderCall[],
    create: createGitHub,
    project: 'team/pipelines',
  },
  { kind: 'GITLAB', calls: GITLAB_CALLS, create: createGitLab, project: 'team%2Fpipelines' },
  {
    kind: 'GITEA',
    calls: gitea.calls as unknown as readonly ProviderCall[],
    create: createGitea,
    project: 'team/pipelines',
  },
];
const COMMIT = 'a'.repeat(40);
const ASKED = { branch: 'change-requests/1', base: 'main', title: 'Read the text', text: 'It moved.' };
const STATUS = { isFailed: true, context: 'penstock/Paris', text: 'x'.repeat(300) };

/** Each thing that is asked of a provider. */
const USES: Record<string, (provider: Provider) => Promise<unknown>> = {
  findOpen: (provider) => provider.findOpen(ASKED.branch, ASKED.base),
  open: (provider) => provider.open(ASKED),
  read: (provider) => provider.read(1),
  close: (provider) => provider.close(1),
  listLacks: (provider) => provider.listLacks(),
  setStatus: (provider) => provider.setStatus(COMMIT, STATUS),
  markMerged: async (provider) => provider.markMerged?.(1, COMMIT),
};

type Asked = { method: string; path: string; query: URLSearchParams; body: unknown };

/** A server between the adapter and what answers, which keeps both. */
async function startBetween(answer: (asked: Asked) => Promise<{ status: number; body: unknown }>) {
  const seen: (Asked & { answer: unknown; status: number })[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
    const asked = {
      method: request.method ?? '',
      path,
      query,
      body: text === '' ? undefined : JSON.parse(text),
    };
    const { status, body } = await answer(asked);
    seen.push({ ...asked, answer: body, status });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { seen, api: `http://127.0.0.1:${port}`, stop: () => new Promise((done) => server.close(done)) };
}

describe.each(PROVIDERS)(
  'the API of $kind as it is published [R1-32]',
  ({ kind, calls, create, project }) => {
    let fake: FakeProvider;
    beforeEach(async () => {
      fake = await startProvider(kind, 'token');
    });
    afterEach(() => fake.stop());
    const open = (api: string): Provider =>
      create({ api, title: 'team/pipelines', project, owner: 'team', token: 'token' });

    test('takes each request, and describes what the recorded server answers', async () => {
      const between = await startBetween(async ({ method, path, query, body }) => {
        const scheme = kind === 'GITEA' ? 'token' : 'Bearer';
        const headers = { authorization: `${scheme} token`, 'private-token': 'token' };
        const sent = body === undefined ? {} : { body: JSON.stringify(body) };
        const answer = await fetch(`${fake.url}${path}?${query}`, { method, headers, ...sent });
        return { status: answer.status, body: await answer.json() };
      });
      const provider = open(between.api);
      for (const name of ['open', 'findOpen', 'read', 'setStatus', 'listLacks', 'close', 'markMerged'])
        await USES[name]?.(provider);
      const misfits = between.seen.map((asked) => findMisfitOf(calls, asked)).filter((text) => text !== '');
      expect(misfits).toEqual([]);
      for (const asked of between.seen.filter(({ status }) => status < 300)) {
        const call = findCall(calls, asked);
        expect([asked.path, asked.status, findMisfit(call?.answer ?? {}, asked.answer)]).toEqual([
          ...[asked.path, call?.status, ''],
        ]);
      }
      await between.stop();
    });

    test.each(Object.keys(USES))('%s reads each answer that the schema allows', async (name) => {
      const count = 12;
      for (let at = 0; at < count; at += 1) {
        const between = await startBetween(async (asked) => {
          const call = findCall(calls, asked);
          return { status: call?.status ?? 404, body: makeAnswers(call?.answer ?? {})[at] ?? {} };
        });
        const done = await USES[name]?.(open(between.api)).catch((error: Error) => error);
        expect(done instanceof Error ? `${at}: ${done.message}` : '').toBe('');
        await between.stop();
      }
    });
  },
);
