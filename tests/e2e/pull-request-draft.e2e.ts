import { freePort } from '../harness/product.ts';
import { violations } from './support/axe.ts';
import { nodeOf } from './support/graph.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { manageSite } from './support/raised.ts';
import { toast } from './support/screen.ts';
import { exampleSite } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

const WITHIN = { timeout: 60_000 };
const SHOTS = process.env.PENSTOCK_SHOTS;

test('changes are collected, edited, dropped and raised as one, by keyboard [R1-32, R6-47]', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const { product, api, siteId } = running;
  const shoot = async (name: string) => {
    if (!SHOTS) return;
    for (const [width, height] of [
      [1440, 900],
      [1024, 700],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const theme of ['dark', 'light']) {
        await page.locator('html').evaluate((html, to) => html.setAttribute('data-theme', to), theme);
        await page.screenshot({ path: `${SHOTS}/draft-${name}-${theme}-${width}.png` });
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('html').evaluate((html) => html.setAttribute('data-theme', 'dark'));
  };
  const { pipelineId } = await exampleSite(running);
  const source = { name: 'Side door', siteId, templateId: 'tcp', config: { port: await freePort() } };
  const { id: sourceId } = await api.call('createSource', { body: { source } });
  await manageSite(running, true);

  await page.goto(`${product.url}/pipelines/${pipelineId}?mode=edit`);
  await expect(nodeOf(page, 'Drop debug')).toBeVisible(WITHIN);
  await nodeOf(page, 'Drop debug').focus();
  await page.keyboard.press('Shift+X');
  await page.keyboard.press('Alt+r');
  const dialog = page.getByRole('dialog', { name: 'Raise PR' });
  await tabTo(page, dialog.getByRole('button', { name: 'Add to draft' }));
  await shoot('dialog');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Added to your draft, which has 1 change')).toBeVisible(WITHIN);
  const mark = page.getByRole('link', { name: /^Draft/ });
  await expect(mark).toContainText('1', WITHIN);
  expect((await api.call('getPipeline', { path: { pipelineId } })).pipeline.latestGraphVersion).toBe(1);

  await page.goto(`${product.url}/destinations?create=blackhole`);
  const form = page.getByRole('form');
  await typeInto(page, form.getByRole('textbox', { name: /^Name/ }), 'Nowhere');
  await tabTo(page, form.getByRole('button', { name: 'Add to draft' }));
  await shoot('form');
  await page.keyboard.press('Enter');
  await expect(mark).toContainText('2', WITHIN);

  await page.goto(`${product.url}/sources/${sourceId}`);
  await expect(page.getByRole('heading', { name: 'Side door' })).toBeVisible(WITHIN);
  await runByPalette(page, 'Delete source');
  await expect(page.getByRole('dialog').getByText(/With it goes your draft/)).toBeVisible(WITHIN);
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Add to draft' }));
  await shoot('delete');
  await page.keyboard.press('Enter');
  await expect(mark).toContainText('3', WITHIN);

  await page.goto(`${product.url}/events/pullRequests`);
  const panel = page.getByRole('complementary', { name: 'Your draft' });
  await expect(panel.getByRole('listitem')).toHaveCount(3, WITHIN);
  expect(await violations(page)).toEqual([]);
  await shoot('panel');
  await tabTo(page, panel.getByRole('button', { name: 'Drop Side door' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Drop', exact: true }));
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('listitem')).toHaveCount(2, WITHIN);

  await tabTo(page, panel.getByRole('button', { name: 'Edit Nowhere' }));
  await page.keyboard.press('Enter');
  await expect(form.getByRole('textbox', { name: /^Name/ })).toHaveValue('Nowhere', WITHIN);
  await typeInto(page, form.getByRole('textbox', { name: /^Description/ }), 'For nothing');
  await tabTo(page, form.getByRole('button', { name: 'Add to draft' }));
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Added to your draft, which has 2 changes')).toBeVisible(WITHIN);

  await page.goto(`${product.url}/events/pullRequests`);
  await tabTo(page, panel.getByRole('button', { name: 'Edit Web logs' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Raise PR/ }).first()).toBeVisible(WITHIN);
  await expect(toast(page, 'Opened as your draft of a pull request has it')).toBeVisible(WITHIN);
  await expect(page.getByRole('button', { name: /^Raise PR/ }).first()).toBeEnabled();
  await page.keyboard.press('Alt+r');
  await expect(dialog.getByText(/With it goes your draft: 'Nowhere'/)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`${product.url}/events/pullRequests`);
  await typeInto(page, panel.getByRole('textbox', { name: /^Comment/ }), 'One for all');
  await tabTo(page, panel.getByRole('button', { name: /^Raise PR/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText(/create destination 'Nowhere'/)).toBeVisible(WITHIN);
  await shoot('review');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Pull request raised successfully')).toBeVisible(WITHIN);
  await expect(mark).toHaveCount(0);
  const rows = page.getByRole('treegrid', { name: 'Pull requests' }).getByRole('row');
  await expect(rows.filter({ hasText: 'One for all' })).toContainText('Web logs, Nowhere', WITHIN);
  await shoot('raised');
});
