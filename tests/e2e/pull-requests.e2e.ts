// Slow: whole flows from editing to what runs, each with its own deployments.
import { freePort } from '../harness/product.ts';
import { violations } from './support/axe.ts';
import { nodeOf } from './support/graph.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { changeMeanwhile, manageSite, raiseChange } from './support/raised.ts';
import { toast } from './support/screen.ts';
import { exampleSite } from './support/screens.ts';
import { createShoot } from './support/shots.ts';
import { expect, refused, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

const WITHIN = { timeout: 60_000 };

test.describe('pull requests [R2.1-27, R2.1-90, R2.2-07, R2.2-40 … R2.2-42, R2.2-49, R2.4-68, R2.4-69, R6-28]', () => {
  // A rebase before all is chosen.
  test.use({ expectedFaults: refused(409) });

  test('a change is raised, read, merged and runs, by keyboard', async ({ page }) => {
    test.setTimeout(300_000);
    const { product, api, siteId } = running;
    const shoot = createShoot(page, 'requests');
    const { pipelineId } = await exampleSite(running);
    await api.call('updateSite', { ifMatch: '*', body: { site: { id: siteId, managedByGit: true } } });
    const events = ['{"level":"debug","path":"/health"}', '{"level":"info","path":"/"}'];
    await api.call('createSample', {
      body: { sample: { pipelineId, name: 'Morning', events, pinned: true } },
    });
    await page.goto(`${product.url}/pipelines/${pipelineId}?mode=edit`);
    // The key bar has one too.
    const raise = page.getByRole('button', { name: /^Raise PR/ }).and(page.locator('[data-command]'));
    await expect(raise).toBeDisabled(WITHIN);
    await expect(page.getByRole('button', { name: 'Save pipeline' })).toHaveCount(0);
    await expect(nodeOf(page, 'Drop debug')).toBeVisible();
    await nodeOf(page, 'Drop debug').focus();
    await page.keyboard.press('Shift+X');
    await expect(raise).toBeEnabled();
    await shoot('editor');

    await page.keyboard.press('Alt+r');
    const dialog = page.getByRole('dialog', { name: 'Raise PR' });
    const comment = dialog.getByRole('textbox', { name: 'Comment' });
    await expect(comment).toBeFocused();
    await expect(comment).toHaveAttribute(
      'placeholder',
      'Add a comment summarizing the changes for this pull request...',
    );
    await expect(dialog.getByRole('button', { name: /^Cancel/ })).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Submit/ })).toBeVisible();
    await typeInto(page, comment, 'Keep debug events for a day');
    expect(await violations(page)).toEqual([]);
    await shoot('dialog');
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, 'Pull request raised successfully')).toBeVisible(WITHIN);
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Edit Pipeline/ })).toBeVisible(WITHIN);
    expect((await api.call('getPipeline', { path: { pipelineId } })).pipeline.latestGraphVersion).toBe(1);

    await page.keyboard.press('g');
    await page.keyboard.press('g');
    const row = page
      .getByRole('treegrid', { name: 'Pull requests' })
      .getByRole('row')
      .filter({ hasText: 'Keep debug events for a day' })
      .first();
    await expect(row).toContainText('Open', WITHIN);
    await page.keyboard.press('Enter');
    const changes = page.getByRole('list', { name: 'Changes of Web logs' });
    await expect(changes).toContainText('Drop debug', WITHIN);
    await expect(page.getByRole('region', { name: /^Text of web-logs-/ })).toContainText('disabled: true');
    const checks = page.getByRole('list', { name: 'Results of the checks' });
    await expect(checks).toContainText('Events of 1 sample compared.', WITHIN);
    await expect(checks).toContainText('You may merge it.');
    await expect(page.getByRole('region', { name: 'Events of Morning in Web logs' })).toContainText(
      'Reduction',
    );
    await page.keyboard.press('c');
    await expect(checks).toContainText('Events of 1 sample compared.');
    expect(await violations(page)).toEqual([]);
    await shoot('open');

    await page.keyboard.press('m');
    await expect(page.getByRole('dialog').getByText(/gets a new version/)).toBeVisible();
    await shoot('review');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Pull request merged')).toBeVisible(WITHIN);
    await expect(row).toContainText('Merged', WITHIN);
    await api.settled(pipelineId, 'DEPLOYED');
    const { pipeline } = await api.call('getPipeline', { path: { pipelineId } });
    expect([pipeline.latestGraphVersion, pipeline.deployedGraphVersion]).toEqual([2, 2]);
    await shoot('merged');
    await page.goto(`${product.url}/settings/sites/${siteId}`);
    await expect(page.getByText('Embedded repository')).toBeVisible(WITHIN);
    await shoot('site');
  });

  test('what both changed is chosen field by field, rebased and approved, by keyboard', async ({ page }) => {
    test.setTimeout(300_000);
    const { product, api } = running;
    const [built] = (await api.call('listPipelines', { query: {} })).pipelines;
    const pipelineId = built?.id ?? (await exampleSite(running)).pipelineId;
    const shoot = createShoot(page, 'requests');
    await manageSite(running, true);
    await raiseChange(running, pipelineId, 'Keep the text', {
      description: 'Mine',
      configs: { Parse: { target: 'parsed' } },
    });
    await changeMeanwhile(running, pipelineId, 'Say it otherwise', { description: 'Theirs' });
    await page.goto(`${product.url}/events/pullRequests`);
    const row = page
      .getByRole('treegrid', { name: 'Pull requests' })
      .getByRole('row')
      .filter({ hasText: 'Keep the text' })
      .first();
    await expect(row).toContainText('Conflict', WITHIN);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const conflict = page.getByRole('group', { name: /^Description/ });
    await expect(conflict).toContainText('Theirs', WITHIN);
    await expect(page.getByRole('group', { name: 'Comparison, Graph of Web logs' })).toBeVisible();
    await page.keyboard.press('b');
    await expect(toast(page, /choose mine or theirs/)).toBeVisible(WITHIN);
    const mine = conflict.getByRole('radio', { name: /^Mine/ });
    for (let press = 0; press < 12 && !(await conflict.locator('input:focus').count()); press++)
      await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await expect(mine).toBeChecked();
    await expect(page.getByText('All are chosen: rebase.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await shoot('conflict');
    await page.keyboard.press('b');
    await expect(toast(page, 'Pull request rebased')).toBeVisible(WITHIN);
    await expect(row).toContainText('Open', WITHIN);
    await page.keyboard.press('a');
    await expect(toast(page, 'Pull request approved')).toBeVisible(WITHIN);
    await expect(row).toContainText('Approved', WITHIN);
    expect(await violations(page)).toEqual([]);
    await shoot('approved');
    await page.keyboard.press('m');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Pull request merged')).toBeVisible(WITHIN);
    await api.settled(pipelineId, 'DEPLOYED');
    const { pipeline } = await api.call('getPipeline', { path: { pipelineId } });
    expect(pipeline.description).toBe('Mine');

    const version = pipeline.latestGraphVersion;
    await page.goto(`${product.url}/pipelines/${pipelineId}?versions=1`);
    const history = page.getByRole('complementary', { name: 'Version history' });
    await expect(
      history
        .getByRole('row')
        .filter({ hasText: `v${version}` })
        .first(),
    ).toBeVisible(WITHIN);
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+V');
    const restore = page.getByRole('dialog', { name: /^Restore v/ });
    await expect(restore.getByRole('list', { name: 'What changes' })).toBeVisible(WITHIN);
    await expect(restore.getByRole('checkbox')).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    await shoot('restore');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Pull request raised successfully')).toBeVisible(WITHIN);
    const after = (await api.call('getPipeline', { path: { pipelineId } })).pipeline;
    expect(after.latestGraphVersion).toBe(version);
  });

  test('a pipeline is made and another deleted by pull requests, by keyboard', async ({ page }) => {
    test.setTimeout(300_000);
    const { product, api, siteId } = running;
    const shoot = createShoot(page, 'requests');
    const [built] = (await api.call('listPipelines', { query: {} })).pipelines;
    const webId = built?.id ?? (await exampleSite(running)).pipelineId;
    await manageSite(running, false);
    const source = { name: 'Door', siteId, templateId: 'tcp', config: { port: await freePort() } };
    const { id: sourceId } = await api.call('createSource', { body: { source } });
    const sink = { name: 'Gone', siteId, templateId: 'blackhole', config: {} };
    await api.call('createSink', { body: { sink } });
    await manageSite(running, true);

    await page.goto(`${product.url}/pipelines/create?sourceConfig=${sourceId}`);
    const start = page.getByRole('region', { name: 'Start of the pipeline' });
    const gone = start.getByRole('checkbox', { name: /Gone/ });
    await expect(gone).toBeVisible(WITHIN);
    await tabTo(page, gone);
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+Enter');
    await expect(nodeOf(page, 'Gone')).toBeVisible();
    await typeInto(page, page.getByRole('textbox', { name: /^Name/ }), 'Door logs');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+r');
    await expect(page.getByRole('dialog', { name: 'Raise PR' })).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, 'Pull request raised successfully')).toBeVisible(WITHIN);
    await expect(page).toHaveURL(/\/events\/pullRequests/);
    const rows = page.getByRole('treegrid', { name: 'Pull requests' }).getByRole('row');
    const creation = rows.filter({ hasText: "Create 'Door logs'" }).first();
    await expect(creation).toContainText('Open', WITHIN);
    const list = { query: { siteIds: [siteId] } };
    expect((await api.call('listPipelines', list)).pipelines.map(({ name }) => name)).not.toContain(
      'Door logs',
    );
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Changes of Door logs' })).toContainText('Door', WITHIN);
    await expect(page.getByText('new pipeline')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await shoot('creation');
    await page.keyboard.press('m');
    await expect(
      page.getByRole('dialog').getByText("'Door logs' is created and deployed at once."),
    ).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Pull request merged')).toBeVisible(WITHIN);
    await expect(creation).toContainText('Merged', WITHIN);
    const made = (await api.call('listPipelines', list)).pipelines.find(({ name }) => name === 'Door logs');
    await api.settled(made?.id ?? '', 'DEPLOYED');

    await page.goto(`${product.url}/pipelines/${webId}`);
    await expect(page.getByRole('button', { name: /^Edit Pipeline/ })).toBeVisible(WITHIN);
    await runByPalette(page, 'Delete pipeline');
    await expect(page.getByText('It runs until the request is merged.')).toBeVisible();
    await shoot('delete-review');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Pull request raised successfully')).toBeVisible(WITHIN);
    expect((await api.call('getPipeline', { path: { pipelineId: webId } })).pipeline.status).toBe('DEPLOYED');
    await page.goto(`${product.url}/events/pullRequests`);
    const deletion = rows.filter({ hasText: /Delete '/ }).first();
    await expect(deletion).toContainText('Open', WITHIN);
    await page.keyboard.press('Enter');
    await expect(page.getByText('to be deleted')).toBeVisible(WITHIN);
    expect(await violations(page)).toEqual([]);
    await shoot('deletion');
    await page.keyboard.press('m');
    await expect(page.getByRole('dialog').getByText(/stops and is deleted/)).toBeVisible();
    // A deletion asks again: its first button is the way back.
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: /^Merge/ }));
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Pull request merged')).toBeVisible(WITHIN);
    await api.settled(webId, 'DELETED');
  });

  test('a source is changed and deleted by pull requests, by keyboard', async ({ page }) => {
    test.setTimeout(300_000);
    const { product, api, siteId } = running;
    const shoot = createShoot(page, 'requests');
    await manageSite(running, false);
    const source = { name: 'Side door', siteId, templateId: 'tcp', config: { port: await freePort() } };
    const { id } = await api.call('createSource', { body: { source } });
    await manageSite(running, true);
    await page.goto(`${product.url}/sources/${id}?edit=1`);
    const form = page.getByRole('form', { name: 'Edit Side door' });
    await expect(form.getByRole('button', { name: /^Raise PR/ })).toBeDisabled(WITHIN);
    await typeInto(page, form.getByRole('textbox', { name: /^Name/ }), 'Back door');
    await typeInto(page, form.getByRole('textbox', { name: /^Comment/ }), 'Say which door it is');
    expect(await violations(page)).toEqual([]);
    await shoot('source-form');
    await page.keyboard.press('Control+s');
    await expect(toast(page, 'Pull request raised successfully')).toBeVisible(WITHIN);
    await expect(form.getByRole('textbox', { name: /^Name/ })).toHaveValue('Side door');

    await page.goto(`${product.url}/events/pullRequests`);
    const rows = page.getByRole('treegrid', { name: 'Pull requests' }).getByRole('row');
    const change = rows.filter({ hasText: 'Say which door it is' }).first();
    await expect(change).toContainText('Open', WITHIN);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Changes of Back door' })).toContainText('Side door', WITHIN);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('a');
    await expect(change).toContainText('Approved', WITHIN);
    await shoot('source-open');
    await page.keyboard.press('Shift+A');
    await expect(change).toContainText('Open', WITHIN);
    await page.keyboard.press('m');
    await expect(page.getByRole('dialog').getByText(/'Back door' is changed/)).toBeVisible();
    await shoot('source-merge-review');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Squash and merge' }));
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Pull request merged')).toBeVisible(WITHIN);
    expect((await api.call('getSource', { path: { id } })).source.name).toBe('Back door');
    await expect(change).toContainText('Merged', WITHIN);
    await page.keyboard.press('v');
    await expect(page.getByRole('dialog').getByText(/asks to undo what 'Back door' changed/)).toBeVisible(
      WITHIN,
    );
    await shoot('revert-review');
    await page.keyboard.press('Enter');
    const revert = rows.filter({ hasText: 'Revert: Say which door it is' }).first();
    await expect(revert).toContainText('Open', WITHIN);
    await shoot('source-merged');

    await page.goto(`${product.url}/sources/${id}`);
    await expect(page.getByRole('heading', { name: 'Back door' })).toBeVisible(WITHIN);
    await runByPalette(page, 'Delete source');
    await expect(page.getByText('It stays until the request is merged.')).toBeVisible();
    await shoot('source-delete-review');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Pull request raised successfully')).toBeVisible(WITHIN);
    expect((await api.call('getSource', { path: { id } })).source.name).toBe('Back door');
    await page.goto(`${product.url}/destinations?create=splunk_hec`);
    await expect(page.getByRole('form')).toBeVisible(WITHIN);
    await shoot('destination-new');
  });
});
