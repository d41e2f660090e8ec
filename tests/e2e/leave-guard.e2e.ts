// Slow: long flows over pages with unsaved changes, which the browser asks about.
import type { Dialog, Page } from '@playwright/test';
import { buildPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { nodeOf } from './support/graph.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { folderWithSites } from './support/sites.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile({
  makeDataFolder: () => folderWithSites([{ name: 'Harbour' }, { name: 'Quarry' }]),
});

let siteId = '';
test.beforeAll(async () => {
  const { sites } = await running.api.call('listSites');
  siteId = sites.find(({ name }) => name === 'Harbour')?.id ?? '';
  await buildPipeline(running.api, siteId, {
    name: 'Cranes',
    source: { name: 'Sensors', templateId: 'tcp', config: { port: await freePort() } },
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {} }],
    sinks: [{ name: 'Kept', templateId: 'blackhole', config: {} }],
  });
});

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard Changes' });

async function openChanged(page: Page): Promise<void> {
  await page.goto(`${running.product.url}/pipelines?site=${siteId}`);
  await expect(page.getByRole('heading', { name: 'Pipelines', level: 1 })).toBeVisible();
  await runByPalette(page, 'Open pipeline', 'Cranes');
  await nodeOf(page, 'Parse').focus();
  await page.keyboard.press('d');
  await expect(nodeOf(page, 'Parse copy')).toBeFocused();
}

test('Cancel keeps the history; Discard takes the asked step [R4-93]', async ({ page }) => {
  const places = () =>
    page.evaluate(() => {
      const entries = window.navigation.entries().map(({ url }) => new URL(url ?? '').pathname.split('/')[1]);
      return [...entries, window.navigation.currentEntry?.index];
    });
  await openChanged(page);
  await page.keyboard.press('Control+z');
  await expect(nodeOf(page, 'Parse copy')).toHaveCount(0);
  await runByPalette(page, 'Destinations');
  await expect(page.getByRole('heading', { name: 'Destinations', level: 1 })).toBeVisible();
  await page.goBack();
  await nodeOf(page, 'Parse').press('d');
  await expect(nodeOf(page, 'Parse copy')).toBeFocused();
  const before = ['pipelines', 'pipelines', 'destinations', 1];
  await expect.poll(places).toEqual(before);
  await page.evaluate(() => history.forward());
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect.poll(places).toEqual(before);
  await page.evaluate(() => history.forward());
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { name: 'Destinations', level: 1 })).toBeVisible();
  await expect.poll(places).toEqual(['pipelines', 'pipelines', 'destinations', 2]);
});

test('closing the page asks only with unsaved changes [R4-94, R4-95]', async ({ page }) => {
  await openChanged(page);
  const asked: string[] = [];
  const answer = (dialog: Dialog) => {
    asked.push(dialog.type());
    return dialog.dismiss();
  };
  page.on('dialog', (dialog) => void answer(dialog));
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  expect(page.isClosed()).toBe(false);
  await expect(nodeOf(page, 'Parse copy')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(nodeOf(page, 'Parse copy')).toHaveCount(0);
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  expect(asked).toHaveLength(1);
});

const nameField = (page: Page) => page.getByRole('form').getByRole('textbox', { name: 'Name', exact: true });

test('closing the page with a changed destination makes the browser ask [E18]', async ({ page }) => {
  await page.goto(`${running.product.url}/destinations?site=${siteId}`);
  await runByPalette(page, 'Add Destination of Type', 'Blackhole');
  await expect(nameField(page)).toBeFocused();
  await page.keyboard.type('x');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(nameField(page)).toHaveValue('x');
});
