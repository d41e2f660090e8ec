import { vi } from 'vitest';
import type { Files, GitServer } from '../../harness/git-server.ts';
import type { TestService } from './service.ts';

export const SOURCE = (name = 'web source', port = 20_900): string => `format: penstock/v2
sources:
  - name: ${name}
    type: tcp
    config:
      port: ${port}
`;

export const SINK = (name = 'web sink'): string => `format: penstock/v2
destinations:
  - name: ${name}
    type: blackhole
`;

export const PIPELINE = (
  name = 'web',
  field = 'message',
  source = 'web source',
): string => `format: penstock/v2
pipelines:
  - name: ${name}
    graph:
      - source: ${source}
        to:
          - Parse
      - transform: Parse
        type: parse_json
        config:
          field: ${field}
        to:
          - web sink
`;

/** One pipeline with its source and destination. */
export const WHOLE: Files = {
  'README.md': 'Read me',
  'sources/web.yaml': SOURCE(),
  'destinations/web.yaml': SINK(),
  'pipelines/web.yaml': PIPELINE(),
};

/** Lets the site follow a branch; nothing is applied yet. */
export const followFrom = (
  api: TestService,
  server: Pick<GitServer, 'url'>,
  more: Record<string, unknown> = {},
) =>
  api.call('updateSite', {
    body: {
      site: {
        id: api.siteId,
        managedByGit: true,
        gitFollowed: true,
        gitRepo: server.url,
        gitBranch: 'main',
        ...more,
      },
    },
  });

/** The site's own turn may be under way just now. */
const awaitTurn = (api: TestService) =>
  vi.waitFor(async () => {
    const follow = await api.store.gitFollows.find(api.siteId);
    if (follow?.leased_until) throw new Error('the site is being synchronized');
  }, 30_000);

/** Synchronizes until what was ordered is done. */
export async function sync(api: TestService, putBack = false) {
  const ask = async (isPutBack: boolean) => {
    for (;;) {
      await awaitTurn(api);
      const { status, body } = await api.call('syncSite', {
        path: { siteId: api.siteId },
        body: { putBack: isPutBack },
      });
      // A turn of its own, or of another service, may begin in between.
      if (status === 409 && body.message.includes('being synchronized already')) continue;
      await api.service.services.lifecycle.settled();
      if (status !== 200) throw new Error(body.message);
      return body.follow;
    }
  };
  const first = await ask(putBack);
  return first.state === 'APPLYING' ? ask(false) : first;
}

/** The site follows a repository that does not answer while the work is done. */
export async function whileFollowing<T>(
  api: TestService,
  siteId: string,
  work: () => Promise<T>,
): Promise<T> {
  const row = await api.store.sites.find(siteId);
  if (!row) throw new Error(`no site ${siteId}`);
  const git = { gitFollowed: true, gitRepo: 'http://127.0.0.1:9/x.git', gitBranch: 'main' };
  await api.store.sites.update({ ...row, managed_by_git: 1, git: JSON.stringify(git) });
  try {
    return await work();
  } finally {
    await api.store.sites.update(row);
  }
}
