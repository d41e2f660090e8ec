import { nodeOf } from './support/graph.ts';
import { productOfFile } from './support/product.ts';
import { bytesIn, metric, percentIn, rowOf, stateCell } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
const EXAMPLE = 'Example: application logs';

const textOf = (page: Parameters<typeof metric>[0], label: string) =>
  metric(page, 'Site totals', label).innerText();

test('an empty site: one key runs an example within 10 s [R2.1-05]', async ({ page }) => {
  await page.goto(running.product.url);
  await expect(page.getByRole('heading', { name: 'Nothing flows yet' })).toBeVisible();
  const start = page.getByRole('main').getByRole('button', { name: 'Start the example pipeline' });
  await expect(start).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(stateCell(page, 'Pipelines by input', EXAMPLE, 'Deployed')).toBeVisible({ timeout: 10_000 });

  await test.step('input, output and optimisation rise on screen', async () => {
    await expect.poll(async () => bytesIn(await textOf(page, 'Total Input')) ?? 0).toBeGreaterThan(0);
    const first = bytesIn(await textOf(page, 'Total Input')) ?? 0;
    await expect
      .poll(async () => bytesIn(await textOf(page, 'Total Input')) ?? 0, { timeout: 15_000 })
      .toBeGreaterThan(first);
    await expect.poll(async () => bytesIn(await textOf(page, 'Total Output')) ?? 0).toBeGreaterThan(0);
    await expect.poll(async () => percentIn(await textOf(page, 'Optimization')) ?? 0).toBeGreaterThan(0);
  });

  await test.step('the pipeline opens from the list; its live figures move', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect(rowOf(page, 'Pipelines', EXAMPLE)).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: EXAMPLE, level: 1 })).toBeVisible();
    const source = nodeOf(page, 'Example application');
    await expect(source).toHaveAccessibleName(/[\d.]+ [KM]?B\/s/);
    const before = await source.innerText();
    await expect(source).not.toHaveText(before);
  });

  await test.step('a node says in exact counts what passed it; a reload keeps the place', async () => {
    await nodeOf(page, 'Drop debug and health checks').press('Enter');
    const panel = page.getByRole('complementary', { name: 'Drop debug and health checks' });
    await expect(panel).toBeVisible();
    const dropped = panel.getByRole('row', { name: /Events dropped/ });
    await expect(dropped).toContainText(/[1-9]/);
    await expect(panel.getByRole('region', { name: 'Live sample' })).toContainText('"message"');
    await page.reload();
    await expect(page.getByRole('heading', { name: EXAMPLE, level: 1 })).toBeVisible();
    await expect(panel).toBeVisible();
    await expect(page).toHaveTitle(/Example: application logs/);
  });
});
