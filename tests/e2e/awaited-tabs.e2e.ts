// Slow: pages load with code that is held back.
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();

let pipelineId = '';
test.beforeAll(async () => {
  const built = await buildPipeline(running.api, running.siteId, {
    name: 'Awaited',
    source: { name: 'Awaited source', templateId: 'generator', config: { eventsPerSecond: 5 } },
    transforms: [],
    sinks: [{ name: 'Awaited sink', templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(running.api, built);
  ({ pipelineId } = built);
});

for (const [view, known] of [
  ['dataInsights', 'Its fields, event patterns'],
  ['errors', 'No error occurred in this time range.'],
] as const)
  test(`${view}: what is known stands before the code, and stays there`, async ({ page }) => {
    const late = Promise.withResolvers<void>();
    await page.route(/\/assets\/\w+\/editor\.js/, async (route) => {
      await late.promise;
      await route.continue();
    });
    await page.goto(`${running.product.url}/pipelines/${pipelineId}?view=${view}`);
    const text = page.getByText(known);
    await expect(text).toBeVisible();
    const place = await text.boundingBox();
    late.resolve();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await expect(text).toBeVisible();
    expect(await text.boundingBox()).toEqual(place);
  });
