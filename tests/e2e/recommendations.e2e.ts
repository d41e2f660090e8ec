import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { violations } from './support/axe.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

test('recommendations: analyzed, read and followed to their step by keys [R6-17, R6-18]', async ({
  page,
}) => {
  const screen = `${running.product.url}/monitoring/recommendations`;
  await page.goto(screen);
  await expect(page.getByText('Nothing runs')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const built = await buildPipeline(running.api, running.siteId, {
    name: 'Noisy',
    source: { name: 'Made up', templateId: 'generator', config: { format: 'json', eventsPerSecond: 200 } },
    transforms: [{ name: 'Read objects', templateId: 'parse_json', config: {} }],
    sinks: [{ name: 'Nowhere', templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(running.api, built);
  await page.goto(screen);
  await expect(page.getByText('No events were analyzed yet')).toBeVisible();
  await page.keyboard.press('l');
  await expect(page.getByRole('status').getByText('1 of 1 running pipeline analyzed')).toBeVisible();
  const rows = page.getByRole('row').filter({ hasText: 'Noisy' });
  await expect(rows.first()).toBeVisible();
  await expect(rows.first()).toContainText('%');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view=dataInsights/);
  await expect(page.getByRole('heading', { name: 'Noisy' })).toBeVisible();
});
