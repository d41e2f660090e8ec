// Slow: one whole flow: a commit is pushed, merged and deployed.
import { PIPELINE, SINK, SOURCE } from '../api/support/followed.ts';
import { eventually } from '../harness/eventually.ts';
import { startGitServer } from '../harness/git-server.ts';
import { freePort, makeTempFolder } from '../harness/product.ts';
import { violations } from './support/axe.ts';
import { nodeOf } from './support/graph.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { toast } from './support/screen.ts';
import { createShoot } from './support/shots.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

const WITHIN = { timeout: 60_000 };

test('a change of a site that follows a branch is pushed, merged and runs [R1-32, R2.2-49]', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const { product, api, siteId } = running;
  const shoot = createShoot(page, 'followed');
  const server = await startGitServer(makeTempFolder());
  try {
    await server.push({
      'sources/web.yaml': SOURCE('web source', await freePort()),
      'destinations/web.yaml': SINK(),
      'pipelines/web.yaml': PIPELINE(),
    });
    // Past the branch, since the site had it before.
    const spare = { name: 'spare', siteId, templateId: 'blackhole', config: {} };
    await api.call('createSink', { body: { sink: spare } });
    const site = {
      id: siteId,
      managedByGit: true,
      gitFollowed: true,
      gitRepo: server.url,
      gitBranch: 'main',
      gitWebhookSecret: 'a secret of the webhook',
    };
    await api.call('updateSite', { ifMatch: '*', body: { site } });
    // The site's own turn may have begun before.
    await eventually(() => api.call('syncSite', { path: { siteId }, body: {} }));
    const { pipelines } = await api.call('listPipelines', { query: { siteIds: [siteId] } });
    const pipelineId = pipelines.find(({ name }) => name === 'web')?.id ?? '';
    await api.settled(pipelineId, 'DEPLOYED');

    await page.goto(`${product.url}/pipelines/${pipelineId}?mode=edit`);
    await expect(nodeOf(page, 'Parse')).toBeVisible(WITHIN);
    await nodeOf(page, 'Parse').focus();
    await page.keyboard.press('Shift+X');
    await page.keyboard.press('Alt+r');
    const dialog = page.getByRole('dialog', { name: 'Raise PR' });
    await typeInto(page, dialog.getByRole('textbox', { name: 'Comment' }), 'Leave the text as it is');
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, 'Pull request raised successfully')).toBeVisible(WITHIN);
    const [branch = '', main] = await server.listBranches();
    expect([branch, main]).toEqual([expect.stringMatching(/^change-requests\/\d+$/), 'main']);
    expect(await server.readFile(branch, 'pipelines/web.yaml')).toContain('disabled: true');

    await page.keyboard.press('g');
    await page.keyboard.press('g');
    const row = page
      .getByRole('treegrid', { name: 'Pull requests' })
      .getByRole('row')
      .filter({ hasText: 'Leave the text as it is' })
      .first();
    await expect(row).toContainText('Open', WITHIN);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Changes of web' })).toContainText('Parse', WITHIN);
    expect(await violations(page)).toEqual([]);
    await shoot('request');
    await page.keyboard.press('m');
    await expect(page.getByRole('dialog').getByText(/gets a new version/)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Pull request merged')).toBeVisible(WITHIN);
    await expect(row).toContainText('Merged', WITHIN);
    await api.settled(pipelineId, 'DEPLOYED');
    expect(await server.listBranches()).toEqual(['main']);
    expect(await server.readFile('main', 'pipelines/web.yaml')).toContain('disabled: true');

    await page.goto(`${product.url}/settings/sites/${siteId}`);
    const facts = page.getByRole('region', { name: 'State' });
    await expect(facts.getByText('Drifted')).toBeVisible(WITHIN);
    await expect(facts.getByText("Destination 'spare' is not in the repository")).toBeVisible();
    await expect(facts.getByText(`/webhooks/git/${siteId}`, { exact: false }).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await shoot('site');
    await tabTo(page, page.getByRole('button', { name: 'Adopt' }));
    await page.keyboard.press('Enter');
    await expect(toast(page, "A pull request of 'Local' was raised.")).toBeVisible(WITHIN);
    const [adopting = ''] = await server.listBranches();
    expect(await server.readFile(adopting, 'destinations/spare.yaml')).toContain('name: spare');
    await shoot('adopted');
    await page.getByText('Webhook secret').first().scrollIntoViewIfNeeded();
    await shoot('form');
  } finally {
    await server.stop();
  }
});
