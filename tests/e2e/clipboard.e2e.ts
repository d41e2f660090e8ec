// Slow: nodes are copied between two pipelines in the editor, with the clipboard of the system.
import type { Page } from '@playwright/test';
import { buildPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { graphOf, nodeOf } from './support/graph.ts';
import { banMouseInFile, typeInto } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { NO_PREFERENCES, openKeysOf, preferencesOf, recordKeys } from './support/profile.ts';
import { ROUTE, routedPipeline } from './support/routed.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
const preferences = preferencesOf(running);
banMouseInFile();
test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const SECRET = 'never-in-a-clipboard-7f3a';
let made = 0;

async function sorted() {
  made += 1;
  const sink = (name: string) => ({
    name: `${name} ${made}`,
    templateId: 'http',
    config: { url: 'http://127.0.0.1:9/', auth: 'bearer', token: SECRET },
  });
  return routedPipeline(running, {
    name: `Sorted ${made}`,
    source: { name: `In ${made}`, templateId: 'tcp', config: { port: await freePort() } },
    sinks: [sink('Alerts'), sink('Archive')],
  });
}

async function plain() {
  made += 1;
  return buildPipeline(running.api, running.siteId, {
    name: `Plain ${made}`,
    source: { name: `Begin ${made}`, templateId: 'tcp', config: { port: await freePort() } },
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {} }],
    sinks: [{ name: `End ${made}`, templateId: 'blackhole', config: {} }],
  });
}

const open = async (page: Page, { pipelineId }: { pipelineId: string }) => {
  await page.goto(`${running.product.url}/pipelines/${pipelineId}`);
  await expect(graphOf(page)).toBeVisible();
};
const onClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const clear = (page: Page) => page.evaluate(() => navigator.clipboard.writeText(''));

test('nodes are copied between pipelines, with outputs and without secrets', async ({ page }) => {
  const [from, to] = [await sorted(), await plain()];
  await open(page, from);
  await nodeOf(page, ROUTE).focus();
  await page.keyboard.press('Shift+g');
  await page.keyboard.press('Control+c');
  await expect(toast(page, '3 nodes copied')).toBeVisible();
  const text = await onClipboard(page);
  expect(text).toContain('"errors"');
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain('token');

  await open(page, to);
  await nodeOf(page, 'Parse').focus();
  await page.keyboard.press('Control+v');
  const route = nodeOf(page, ROUTE);
  await expect(route).toBeFocused();
  for (const sink of ['Alerts', 'Archive']) await expect(nodeOf(page, `${sink} ${made - 1}`)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(route).toHaveCount(0);
  await page.keyboard.press('Control+Shift+z');
  await expect(route).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Pipeline draft saved successfully')).toBeVisible();
  const { graph } = await running.api.call('getGraph', {
    path: { pipelineId: to.pipelineId, graphVersion: 2 },
  });
  const idOf = (name: string) => Object.values(graph.nodes).find((node) => node.name === name)?.id ?? '';
  const [alerts, archive] = from.sinkIds;
  expect(graph.edges[idOf('Parse')]?.nodeIds).toContain(idOf(ROUTE));
  expect(graph.metaInfo[idOf(ROUTE)]?.outputs).toMatchObject({ errors: [alerts], unmatched: [archive] });
});

test('a paste before the kinds of nodes are known waits for them', async ({ page }) => {
  const [from, to] = [await sorted(), await plain()];
  await open(page, from);
  await nodeOf(page, ROUTE).focus();
  await page.keyboard.press('Control+c');
  await expect(toast(page, '1 node copied')).toBeVisible();

  const answer = Promise.withResolvers<void>();
  await page.route('**/v1/transform-templates', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await open(page, to);
  await nodeOf(page, 'Parse').focus();
  await page.keyboard.press('Control+v');
  await expect(nodeOf(page, ROUTE)).toHaveCount(0);
  answer.resolve();
  await expect(nodeOf(page, ROUTE)).toBeFocused();
});

test('Ctrl+X cuts nodes; in text it cuts text', async ({ page }) => {
  await open(page, await plain());
  await nodeOf(page, 'Parse').focus();
  await page.keyboard.press('Control+x');
  await expect(toast(page, '1 node cut')).toBeVisible();
  await expect(nodeOf(page, 'Parse')).toHaveCount(0);
  expect(await onClipboard(page)).toContain('"Parse"');
  await expect(nodeOf(page, `Begin ${made}`)).toHaveAccessibleName(new RegExp(`connected to End ${made}`));

  const description = page.getByRole('textbox', { name: 'Description', exact: true });
  await typeInto(page, description, 'only text');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await expect.poll(() => onClipboard(page)).toBe('only text');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+v');
  await expect(description).toHaveValue('only textonly text');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+x');
  await expect(description).toHaveValue('');

  await nodeOf(page, `End ${made}`).focus();
  const title = page.getByRole('heading', { level: 1 });
  await title.evaluate((heading) => document.getSelection()?.selectAllChildren(heading));
  await page.keyboard.press('Control+c');
  await expect.poll(() => onClipboard(page)).toBe(await title.innerText());
});

test('copy and paste of nodes follow the key map', async ({ page }) => {
  await preferences.put(NO_PREFERENCES);
  const before = await preferences.revision();
  const built = await plain();
  await openKeysOf(page, running, 'graph.copy');
  await recordKeys(page, '9');
  await page.keyboard.press('Enter');
  await preferences.stored(before + 1);
  await open(page, built);
  await nodeOf(page, 'Parse').focus();
  await clear(page);
  await page.keyboard.press('Control+c');
  await page.keyboard.press('9');
  await expect(toast(page, '1 node copied')).toHaveCount(1);
  expect(await onClipboard(page)).toContain('"Parse"');
  await page.keyboard.press('Control+v');
  await expect(nodeOf(page, 'Parse 2')).toBeFocused();
  await preferences.put(NO_PREFERENCES);
});
