import type { Page } from '@playwright/test';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { toast } from './support/screen.ts';
import { expect, refused, test } from './support/test.ts';

test.use({ expectedFaults: refused(400, 404) });

const running = productOfFile();
banMouseInFile();

const rowOfSite = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Sites' }).getByRole('row', { name: new RegExp(name) });

async function deployOn(siteId: string, name: string): Promise<string> {
  const built = await buildPipeline(running.api, siteId, {
    name,
    source: { name: `${name} source`, templateId: 'generator', config: {} },
    transforms: [],
    sinks: [{ name: `${name} void`, templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(running.api, built);
  return built.pipelineId;
}

const eventsOf = async (pipelineId: string): Promise<number> => {
  const text = await (await fetch(`${running.product.url}/metrics`)).text();
  const line = text
    .split('\n')
    .find((one) => one.startsWith('penstock_component_events_in') && one.includes(pipelineId));
  return Number(line?.split(' ').at(-1) ?? 0);
};

test.describe('a second site by keyboard [R1-12, R2.1-58, R2.1-60, R2.6-02, R2.6-03]', () => {
  test('it is made, runs apart, and is deleted', async ({ page }) => {
    const { api, product, siteId } = running;
    await page.goto(`${product.url}/settings/sites`);
    await expect(rowOfSite(page, 'Local')).toBeVisible();
    await page.keyboard.press('c');
    const form = page.getByRole('form', { name: 'New site' });
    await expect(page).toHaveURL(/\/settings\/sites\?create=/);
    await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.press('Control+Enter');
    const problems = form;
    await expect(problems).toContainText('Name is required');
    await expect(problems).toContainText('Vendor is required');
    await typeInto(page, form.getByRole('textbox', { name: 'Name' }), 'Pa');
    await page.keyboard.press('Control+Enter');
    await expect(problems).toContainText('Name must be at least 3 characters');
    await expect(problems).toContainText('Vendor is required');
    await typeInto(page, form.getByRole('textbox', { name: 'Name' }), 'Paris');
    await tabTo(page, form.getByRole('combobox', { name: 'Vendor' }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option').first()).toBeVisible();
    expect(await page.getByRole('option').allTextContents()).toEqual([
      'AWS',
      'GCP',
      'Azure',
      'Air Gapped',
      'Self Managed',
    ]);
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[role=option][data-active-item]')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(form.getByRole('combobox', { name: 'Vendor' })).not.toHaveText('Choose');
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, 'The site was created; its engine starts.')).toBeVisible();
    const panel = page.getByRole('complementary', { name: 'Paris' });
    await expect(panel.getByText('Running', { exact: true }).first()).toBeVisible();

    const paris = (await api.call('listSites')).sites.find(({ name }) => name === 'Paris')?.id ?? '';
    const far = await deployOn(paris, 'Far');
    const near = await deployOn(siteId, 'Near');
    await expect.poll(() => eventsOf(far)).toBeGreaterThan(0);
    await expect.poll(() => eventsOf(near)).toBeGreaterThan(0);

    await page.goto(`${product.url}/settings/sites/${paris}`);
    await expect(
      page.getByRole('form', { name: 'Edit Paris' }).getByRole('textbox', { name: 'Name' }),
    ).toHaveValue('Paris');
    await expect(panel.getByRole('list', { name: 'Pipelines that run' })).toHaveText('Far');
    await expect(panel.getByRole('button', { name: /^Delete/ })).toBeDisabled();
    const refused = await api.send('deleteSite', { path: { siteId: paris }, ifMatch: '*' });
    expect([refused.status, Reflect.get(refused.body as object, 'message')]).toEqual([
      409,
      "1 pipeline runs on site 'Paris': Far. Pause or delete them first",
    ]);

    await api.call('runPipelineAction', { body: { pipelineId: far, action: 'PAUSE', graphVersion: 1 } });
    await api.settled(far, 'PAUSED');
    const remove = panel.getByRole('button', { name: /^Delete/ });
    await expect(remove).toBeEnabled({ timeout: 15_000 });
    await tabTo(page, remove);
    await page.keyboard.press('Enter');
    const question = paletteOf(page);
    await expect(question).toContainText("'Paris' is permanently deleted");
    await tabTo(page, question.getByRole('button', { name: 'Delete site' }));
    await page.keyboard.press('Enter');
    await expect(toast(page, "'Paris' was deleted.")).toBeVisible();
    await expect(rowOfSite(page, 'Paris')).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'Site: Local' })).toBeVisible();
    expect(await eventsOf(near)).toBeGreaterThan(0);
  });
});
