// Slow: fills whole forms key by key.
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { galleryOfFile } from './support/gallery.ts';
import { nodeOf, panelOf } from './support/graph.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { toast } from './support/screen.ts';
import { expect, refused, test } from './support/test.ts';

test.use({ expectedFaults: refused(400) });

const gallery = galleryOfFile();
const running = productOfFile();
banMouseInFile();

async function show(page: Page, state: string): Promise<Locator> {
  await page.goto(gallery.url('schema-form', { state }));
  const stage = page.getByRole('region', { name: state, exact: true });
  await expect(stage).toBeVisible();
  return stage;
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

const pressOn = async (page: Page, control: Locator, ...keys: string[]) => {
  await tabTo(page, control);
  await press(page, ...keys);
};

test('the summary of errors leads to each wrong field', async ({ page }) => {
  const stage = await show(page, 'errors');
  const summary = stage.getByRole('group', { name: '7 problems' });
  for (const [message, field] of [
    ['Title is required', stage.getByRole('textbox', { name: 'Title' })],
    ['Target of entry 2 is required', stage.getByRole('textbox', { name: 'Target' }).nth(1)],
    ['Host cannot be reached', stage.getByRole('textbox', { name: 'Host' })],
  ] as const) {
    await pressOn(page, summary.getByRole('button', { name: message }), 'Enter');
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport();
    await expect(field).toHaveAccessibleDescription(new RegExp(message));
    await page.reload();
  }
});

const LINES = ['198.51.100.7 GET /orders', 'panic: no connection'];

test('a grok pattern is tried while typed, on live events', async ({ page }) => {
  test.setTimeout(120_000);
  const { api, siteId, product } = running;
  const port = await freePort();
  const built = await buildPipeline(api, siteId, {
    name: 'Tried patterns',
    source: { name: 'Lines in', templateId: 'http_server', config: { port } },
    transforms: [{ name: 'Parse line', templateId: 'parse_grok', config: { pattern: '%{GREEDYDATA:all}' } }],
    sinks: [
      {
        name: 'Lines kept',
        templateId: 'file',
        config: { path: join(product.dataFolder, 'tried.ndjson'), format: 'ndjson' },
      },
    ],
  });
  await deployPipeline(api, built);
  const sendLines = () => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: LINES.join('\n') });

  await page.goto(`${product.url}/pipelines/${built.pipelineId}?mode=edit`);
  await tabTo(page, nodeOf(page, 'Lines in'));
  await press(page, 'ArrowRight', 'Enter');
  const panel = panelOf(page, 'Parse line');
  const pattern = panel.getByRole('textbox', { name: 'Pattern', exact: true });
  const tester = panel.getByRole('group', { name: 'Try Pattern' });
  const status = tester.getByRole('status');

  await test.step('a typed sample', async () => {
    await typeInto(page, pattern, '%{IP:client} %{WORD:verb}');
    await typeInto(page, tester.getByRole('textbox', { name: 'Sample' }), '192.0.2.1 POST /cart');
    const fields = tester.getByRole('table', { name: 'Fields of sample 1' });
    await expect(fields.getByRole('row', { name: 'client 192.0.2.1' })).toBeVisible();
    await expect(fields.getByRole('row', { name: 'verb POST' })).toBeVisible();
    await expect(status).toHaveText('Match');
  });

  await test.step('however long the form is, it scrolls in its panel and the page stays', async () => {
    const room = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    expect(room).toBe(0);
  });

  await test.step('events that come to the node', async () => {
    await expect(async () => {
      await sendLines();
      await expect(tester.getByText('198.51.100.7')).not.toHaveCount(0, { timeout: 1000 });
    }).toPass();
    await expect(status).toHaveText(/^\d of \d samples match$/);
  });

  await test.step('a pattern that is none is a problem: it is led to and summed up', async () => {
    await typeInto(page, pattern, '%{NOPE:client}');
    await expect(status).toContainText('NOPE');
    await expect(pattern).toHaveAttribute('aria-invalid', 'true');
    await tabTo(page, panel.getByRole('textbox', { name: 'Name', exact: true }));
    await runByPalette(page, 'Go to next problem');
    await expect(pattern).toBeFocused();
    await expect(panel.getByRole('group', { name: '1 problem' })).toBeVisible();
    await typeInto(page, pattern, '%{IP:client}');
    await expect(pattern).not.toHaveAttribute('aria-invalid', 'true');
    await runByPalette(page, 'Save as draft');
    await expect(toast(page, 'Pipeline draft saved successfully')).toBeVisible();
  });
});

test('a refused connection leads to its first wrong field', async ({ page }) => {
  await page.goto(`${running.product.url}/sources?create=http_server`);
  const form = page.getByRole('form', { name: 'New HTTP source' });
  await typeInto(page, form.getByRole('textbox', { name: 'Name' }), 'Odd port');
  await typeInto(page, form.getByRole('textbox', { name: 'Port' }), '70000');
  await press(page, 'Control+Enter');
  const port = form.getByRole('textbox', { name: 'Port' });
  await expect(form.getByRole('group', { name: '1 problem' })).toBeVisible();
  await expect(port).toBeFocused();
  await expect(port).toHaveAttribute('aria-invalid', 'true');
  await typeInto(page, form.getByRole('textbox', { name: 'Name' }), 'Another');
  await expect(port).toHaveAttribute('aria-invalid', 'true');
});
