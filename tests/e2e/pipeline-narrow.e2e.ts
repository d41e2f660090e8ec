import type { Page } from '@playwright/test';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { nodeOf, panelOf } from './support/graph.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { expectNoCollidingTexts } from './support/reading.ts';
import { expect, refused, test } from './support/test.ts';

test.use({ expectedFaults: refused(400) });

const running = productOfFile();
banMouseInFile();
test.use({ viewport: { width: 1024, height: 700 } });

const LONG =
  'Everything the load balancers of the northern region say about the requests that they turned away';

let built: Built;
test.beforeAll(async () => {
  built = await buildPipeline(running.api, running.siteId, {
    name: LONG,
    source: { name: 'lines', templateId: 'generator', config: { eventsPerSecond: 20 } },
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {} }],
    sinks: [{ name: 'S'.repeat(64), templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(running.api, built);
});

const head = (page: Page) => page.getByRole('region', { name: 'Pipeline Structure' }).locator('> header');
const tool = (page: Page, name: string) => head(page).getByRole('button', { name, exact: true });
const heightOf = async (page: Page) => (await head(page).boundingBox())?.height ?? 0;
const address = (query = '') => `${running.product.url}/pipelines/${built.pipelineId}${query}`;

const ONE_LINE_PX = 48;
/** The heading with its tools, and below it the hint and the time of the last save. */
const TWO_LINES_PX = 68;
const THREE_LINES_PX = 88;

/** Screen readers alone would get text of a pixel. */
async function expectReadable(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => (await head(page).getByText(text).boundingBox())?.width ?? 0, { message: text })
    .toBeGreaterThan(100);
}

test('while editing, tools are on one line, hint and last update readable [R2.4-20, R2.4-25, R2.4-66]', async ({
  page,
}) => {
  const middleOf = async (name: string) => {
    const box = await tool(page, name).boundingBox();
    return box ? Math.round(box.y + box.height / 2) : 0;
  };
  await page.goto(address('?mode=edit'));
  await expect(nodeOf(page, 'Parse')).toBeVisible();
  expect(await heightOf(page)).toBeLessThan(TWO_LINES_PX);
  await nodeOf(page, 'Parse').press('Enter');
  await expect(panelOf(page, 'Parse')).toBeVisible();
  await expect.poll(() => heightOf(page)).toBeLessThan(TWO_LINES_PX);
  for (const name of ['Destination', 'Undo', 'Redo', 'Bytes', 'Outline']) {
    await expect(tool(page, name), name).toBeVisible();
    expect(await middleOf(name), name).toBe(await middleOf('Destination'));
  }
  await expectReadable(page, 'Visualize the Pipeline structure');
  await expectReadable(page, 'Last updated at');
  await page.goto(`${running.product.url}/pipelines/create`);
  await expect(tool(page, 'Source')).toBeVisible();
  expect(await heightOf(page)).toBeLessThan(TWO_LINES_PX);
});

test('outside edit mode headings fit, and a node panel is read-only [R2.4-19, R2.4-25, R2.4-72]', async ({
  page,
}) => {
  await page.goto(address());
  await expect(nodeOf(page, 'Parse')).toBeVisible();
  await expectReadable(page, 'Visualize the Pipeline structure');
  await expectReadable(page, 'Last updated at');
  expect(await heightOf(page)).toBeLessThan(ONE_LINE_PX);
  const name = page.getByRole('heading', { name: LONG, level: 1 });
  await expect(name).toHaveAttribute('title', LONG);
  // Two lines.
  expect((await name.boundingBox())?.height).toBeLessThan(60);

  await nodeOf(page, 'Parse').press('v');
  await expect(page.getByRole('complementary', { name: 'Version history' })).toBeVisible();
  await expect.poll(() => heightOf(page)).toBeLessThan(THREE_LINES_PX);
  await expectReadable(page, 'Visualize the Pipeline structure');
  await expectReadable(page, 'Last updated at');

  await nodeOf(page, 'Parse').press('Enter');
  const panel = panelOf(page, 'Parse');
  await expect(panel.getByRole('region', { name: 'Configuration' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Remove' })).toHaveCount(0);
  await expect(
    panel.locator(
      'input:not([readonly],:disabled,[aria-readonly],[aria-readonly] *), textarea:not([readonly],:disabled)',
    ),
  ).toHaveCount(0);
});

test('an address without a pipeline leads to the list', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines/undefined`);
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('There is no such pipeline');
  await expect(alert.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await alert.getByRole('button', { name: 'Pipelines' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Pipelines', level: 1 })).toBeVisible();
});

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  const cutOff = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('main button, [role="dialog"] button')].flatMap((button) => {
        const { left, right, width } = button.getBoundingClientRect();
        const isElsewhere = width === 0 || button.closest('[aria-roledescription="graph"]');
        return isElsewhere || (left >= 0 && right <= window.innerWidth) ? [] : [button.textContent];
      }),
    );

  test('the editor is stacked: nothing is cut off or covered', async ({ page }) => {
    await page.goto(address('?mode=edit'));
    await nodeOf(page, 'Parse').press('Enter');
    await expect(panelOf(page, 'Parse')).toBeVisible();
    expect(await cutOff(page)).toEqual([]);
    await expectNoCollidingTexts(page);
    expect((await panelOf(page, 'Parse').boundingBox())?.width).toBeGreaterThan(300);
    expect(
      (await page.getByRole('group', { name: 'Pipeline structure' }).boundingBox())?.height,
    ).toBeGreaterThan(200);
    await nodeOf(page, 'Parse').press('Shift+P');
    await expect(page.getByRole('region', { name: 'Preview', exact: true })).toBeVisible();
    await expectNoCollidingTexts(page);
    await page.keyboard.press('Shift+P');
    await nodeOf(page, 'Parse').press('Shift+D');
    await expect(page.getByRole('dialog', { name: 'Pipeline has not changed' })).toBeVisible();
    expect(await cutOff(page)).toEqual([]);
  });
});
