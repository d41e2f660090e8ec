import { banMouseInFile, tabTo } from '../e2e/support/keyboard.ts';
import { paletteOf } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { rowOf } from '../e2e/support/screen.ts';
import { expect, test } from '../e2e/support/test.ts';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';

const running = productOfFile();
banMouseInFile();
test.describe.configure({ mode: 'serial' });

const DEPLOYED = ['alpha', 'beta', 'gamma'];
const NEVER = 'delta';

test.beforeAll(async () => {
  for (const name of [...DEPLOYED, NEVER]) {
    const built = await buildPipeline(running.api, running.siteId, {
      name,
      source: { name: `${name} in`, templateId: 'generator', config: { format: 'json', eventsPerSecond: 5 } },
      transforms: [],
      sinks: [{ name: `${name} out`, templateId: 'blackhole', config: {} }],
    });
    if (name !== NEVER) await deployPipeline(running.api, built);
  }
});

test('selected pipelines are paused at once; failures are named', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines`);
  await expect(rowOf(page, 'Pipelines', 'alpha')).toBeVisible();
  await tabTo(page, page.getByRole('grid', { name: 'Pipelines' }));
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('group', { name: 'Selected pipelines' });
  await expect(bar).toContainText('4 selected');
  await expect(bar.getByRole('button', { name: 'Pause 3' })).toBeVisible();

  await page.keyboard.press('a');
  await page.keyboard.press('p');
  const review = page.getByRole('dialog');
  await expect(review).toContainText('1 pipeline of the selected cannot, for instance delta');
  await page.keyboard.press('Escape');
  await expect(review).toBeHidden();
  for (const name of DEPLOYED) await expect(rowOf(page, 'Pipelines', name)).toContainText('Deployed');

  await page.keyboard.press('a');
  await page.keyboard.press('p');
  await review.getByRole('button', { name: 'Pause 3 pipelines' }).press('Enter');
  for (const name of DEPLOYED) await expect(rowOf(page, 'Pipelines', name)).toContainText('Paused');
  await expect(rowOf(page, 'Pipelines', NEVER)).toContainText('Not Deployed');
  await expect(bar).toContainText('4 selected');

  await page.keyboard.press('a');
  await page.keyboard.press('u');
  await review.getByRole('button', { name: 'Resume 3 pipelines' }).press('Enter');
  for (const name of DEPLOYED) await expect(rowOf(page, 'Pipelines', name)).toContainText('Deployed');
});

test('without a selection the palette explains; selected ones are deleted', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines`);
  await expect(rowOf(page, 'Pipelines', 'alpha')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('delete selected');
  await expect(page.getByRole('option', { name: /Delete selected pipelines/ })).toContainText(
    'Select pipelines first, with x',
  );
  await page.keyboard.press('Escape');
  await expect(paletteOf(page)).toBeHidden();
  await page.keyboard.type('/');
  await page.keyboard.type('ta');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Pipelines', 'alpha')).toBeHidden();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('a');
  await page.keyboard.press('Delete');
  const review = page.getByRole('dialog');
  await expect(review).toContainText('delta and beta are deleted; sources and destinations stay.');
  await review.getByRole('button', { name: 'Delete 2 pipelines' }).press('Enter');
  await expect(page.getByText('No pipeline matches')).toBeVisible();
});
