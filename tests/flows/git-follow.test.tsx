import { PIPELINE, SINK, SOURCE } from '../api/support/followed.ts';
import { banMouseInFile, tabTo, typeInto } from '../e2e/support/keyboard.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { expect, test } from '../e2e/support/test.ts';
import { type GitServer, startGitServer } from '../harness/git-server.ts';
import { freePort } from '../harness/product.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';

const running = productOfFile();
banMouseInFile();

let server: GitServer;
test.beforeAll(async () => {
  server = await startGitServer(makeTempFolder());
});
test.afterAll(() => server.stop());

const makeFiles = async () => ({
  'sources/web.yaml': SOURCE('web source', await freePort()),
  'destinations/web.yaml': SINK(),
  'pipelines/web.yaml': PIPELINE(),
});

test('a site follows a branch, and says why a commit failed [R1-31, R2.6-01]', async ({ page }) => {
  const { api, product, siteId } = running;
  const files = await makeFiles();
  await server.push(files, { message: 'Begin with web' });
  await page.goto(`${product.url}/settings/sites/${siteId}`);
  const managed = page.getByRole('switch', { name: 'Managed by Git' });
  await tabTo(page, managed);
  await page.keyboard.press(' ');
  const kind = page.getByRole('combobox', { name: 'Repository' });
  await tabTo(page, kind);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText('what is on it is what runs', { exact: false })).toBeVisible();
  await typeInto(page, page.getByRole('textbox', { name: 'Repository URL' }), server.url);
  await typeInto(page, page.getByRole('textbox', { name: 'Branch' }), 'main');
  await page.keyboard.press('Control+Enter');

  await page.goto(`${product.url}/settings/sites/${siteId}`);
  const sync = page.getByRole('button', { name: 'Sync now' });
  await tabTo(page, sync);
  await page.keyboard.press('Enter');
  const facts = page.getByRole('region', { name: 'State' });
  await expect(facts.getByText('In sync')).toBeVisible();
  await expect(facts.getByText('by Ann: Begin with web', { exact: false })).toBeVisible();

  await server.push({ ...files, 'pipelines/web.yaml': 'nothing' }, { message: 'Break it' });
  await tabTo(page, sync);
  await page.keyboard.press('Enter');
  await expect(facts.getByText("'pipelines/web.yaml'", { exact: false }).first()).toBeVisible();
  const { pipelines } = await api.call('listPipelines', { query: { siteIds: [siteId] } });
  expect(pipelines.filter(({ name }) => name === 'web').map(({ status }) => status)).toEqual(['DEPLOYED']);
});
