import { PIPELINE, SINK, SOURCE } from '../api/support/followed.ts';
import { banMouseInFile, tabTo } from '../e2e/support/keyboard.ts';
import { paletteOf } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { expect, test } from '../e2e/support/test.ts';
import { type FakeSsh, hasGit, startFakeSsh } from '../harness/fake-ssh.ts';
import { freePort } from '../harness/product.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';

let server: FakeSsh | undefined;
const { PATH } = process.env;
test.beforeAll(async () => {
  if (!hasGit()) return;
  server = startFakeSsh(makeTempFolder());
  // The service of this file finds it.
  process.env.PATH = server.path;
});
test.afterAll(() => {
  process.env.PATH = PATH;
});
const running = productOfFile();
banMouseInFile();

test('a host key is confirmed by its fingerprint before anything is sent [R1-31]', async ({ page }) => {
  // Without Git there is no repository to serve.
  if (!server) return;
  const { api, product, siteId } = running;
  const files = {
    'sources/web.yaml': SOURCE('web source', await freePort()),
    'destinations/web.yaml': SINK(),
    'pipelines/web.yaml': PIPELINE(),
  };
  server.push(files, 'Begin with web');
  const site = { id: siteId, managedByGit: true, gitFollowed: true, gitRepo: server.url, gitBranch: 'main' };
  await api.call('updateSite', { ifMatch: '*', body: { site } });

  await page.goto(`${product.url}/settings/sites/${siteId}`);
  const facts = page.getByRole('region', { name: 'State' });
  await expect(facts.getByText('Public key', { exact: true })).toBeVisible();
  await expect(facts.getByText('Not confirmed yet: press Test connection')).toBeVisible();
  const tryIt = page.getByRole('button', { name: 'Test connection' });
  await tabTo(page, tryIt);
  await page.keyboard.press('Enter');
  await expect(paletteOf(page)).toContainText('shows the host key SHA256:');
  await page.keyboard.press('Enter');
  await expect(page.getByText('does not take the SSH key', { exact: false }).first()).toBeVisible();

  const own = await api.call('getSite', { path: { siteId } });
  expect(own.site.git?.hostKey).toMatch(/^SHA256:/);
  await page.goto(`${product.url}/settings/sites/${siteId}`);
  await expect(facts.getByText(own.site.git?.hostKey ?? '', { exact: false })).toBeVisible();
});
