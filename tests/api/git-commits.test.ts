import { expect, test } from 'vitest';
import { listRequests, type Made, merge, raiseId } from './support/change-requests.ts';
import { type ManagedService, serveManaged } from './support/managed-service.ts';
import type { TestService } from './support/service.ts';

let api: TestService;
let made: Made;
serveManaged((service: ManagedService) => {
  ({ api, made } = service);
});

const change = (more: Record<string, unknown>) =>
  api.call('updateSite', { body: { site: { id: api.siteId, ...more } } });
const readGit = async () => (await api.call('getSite', { path: { siteId: api.siteId } })).body.site.git;
/** As the repository has it. */
const readObject = async (id: string) => {
  const git = await import('isomorphic-git');
  const { diskFiles: fs } = await import('../../src/service/gitops/files.ts');
  const gitdir = `${api.service.services.repositories.folder}/${api.siteId}.git`;
  return (await git.readCommit({ fs, gitdir, oid: id })).commit;
};

test('commits are signed and follow the template of the site [R1-32]', async () => {
  const answer = await change({ gitSigned: true, gitMessage: 'ops: {title}\n\nBy {author}' });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  const { signingKey, message } = await readGit();
  expect([signingKey, message]).toEqual([
    expect.stringMatching(/^ssh-ed25519 [\w+/]+=* penstock$/),
    'ops: {title}\n\nBy {author}',
  ]);
  const id = await raiseId(api, made, { comment: 'Rename the message' });
  const [request] = await listRequests(api);
  const commit = await readObject(request.commit);
  expect(commit.gpgsig).toMatch(/^-----BEGIN SSH SIGNATURE-----/);
  expect(commit.message).toMatch(/^ops: Rename the message\n\nBy .+\n\nPull-Request: \d+\n$/);
  expect((await merge(api, id)).status).toBe(200);
  const main = (await api.service.services.repositories.of(api.siteId).readBranch('main')) ?? '';
  expect((await readObject(main)).gpgsig).toBeDefined();
  // The key stays while it is signed, and goes with it.
  await change({ gitMessage: '' });
  expect((await readGit()).signingKey).toBe(signingKey);
  await change({ gitSigned: false });
  expect((await readGit())?.signingKey ?? '').toBe('');
});

test('the private key is in no answer, and a template without a title is refused', async () => {
  await change({ gitSigned: true });
  const texts = [
    JSON.stringify((await api.call('getSite', { path: { siteId: api.siteId } })).body),
    JSON.stringify((await api.call('listAuditRecords', { query: {} })).body),
    (await api.store.sites.find(api.siteId))?.git ?? '',
  ];
  for (const text of texts) expect(text).not.toContain('PRIVATE KEY');
  const refused = await change({ gitMessage: 'ops' });
  expect([refused.status, refused.body.details?.[0]?.message]).toEqual([
    400,
    expect.stringContaining('must hold {title}'),
  ]);
});
