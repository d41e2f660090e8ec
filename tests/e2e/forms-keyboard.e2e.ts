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

const shownValue = async (stage: Locator): Promise<unknown> =>
  JSON.parse((await stage.locator('[data-value]').textContent()) ?? '');

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

const pressOn = async (page: Page, control: Locator, ...keys: string[]) => {
  await tabTo(page, control);
  await press(page, ...keys);
};

test('a form of all kinds is filled by keyboard alone [R3-24]', async ({ page }) => {
  const stage = await show(page, 'all kinds, empty');
  const box = (name: string) => stage.getByRole('textbox', { name, exact: true });
  await typeInto(page, box('Title'), 'Orders');
  await typeInto(page, box('Notes'), 'From the shop');
  await typeInto(page, box('Path'), '/var/log/orders.ndjson');
  await typeInto(page, box('Field'), 'http.request');
  await typeInto(page, box('Port'), '8080');
  await typeInto(page, box('Rate'), '12.5');
  await expect(box('Certificate')).toBeHidden();
  await pressOn(page, stage.getByRole('switch', { name: 'Use TLS' }), 'Space');
  await typeInto(page, box('Certificate'), '/etc/tls/orders.pem');
  await pressOn(page, stage.getByRole('combobox', { name: 'Region' }), 'Enter');
  await expect(page.getByRole('listbox')).toBeVisible();
  await press(page, 'End', 'Enter');

  await tabTo(page, box('Other patterns'));
  await page.keyboard.type('^GET ');
  await press(page, 'Enter');
  await page.keyboard.type('a, b');
  await press(page, 'Enter');
  await tabTo(page, box('Keep'));
  await page.keyboard.type('level,client.ip,wrong');
  await press(page, 'Enter', 'Backspace');
  await expect(box('Keep')).toHaveValue('wrong');
  await press(page, 'Control+a', 'Delete');
  await pressOn(page, stage.getByRole('button', { name: 'Add name' }), 'Enter');
  await expect(box('Name 1')).toBeFocused();
  await page.keyboard.type('X-Key');
  await typeInto(page, box('Value 1'), 'orders');
  await typeInto(page, box('Pattern'), '^[A-Z]+');
  await typeInto(page, box('Grok'), '%{WORD:verb}');
  const addRuleTo = (name: string) =>
    stage.getByRole('group', { name, exact: true }).getByRole('button', { name: 'Add rule' });
  await pressOn(page, addRuleTo('Only when'), 'Enter');
  await typeInto(page, box('Rule 1 field'), 'level');
  await typeInto(page, box('Rule 1 value'), 'debug');

  await pressOn(page, stage.getByRole('radio', { name: 'None' }), 'ArrowRight');
  await typeInto(page, box('User'), 'shop');
  await typeInto(page, stage.getByLabel('Password', { exact: true }), 'secret');
  await typeInto(page, stage.getByLabel('Key', { exact: true }), 'abc');
  await typeInto(page, box('Times'), '5');
  await typeInto(page, box('Host'), 'proxy.example.org');
  await pressOn(page, addRuleTo('Rules'), 'Enter');
  await expect(box('Target')).toBeFocused();
  await page.keyboard.type('service');

  expect(await shownValue(stage)).toEqual({
    name: 'Orders',
    notes: 'From the shop',
    path: '/var/log/orders.ndjson',
    field: 'http.request',
    port: 8080,
    rate: 12.5,
    tls: true,
    certificate: '/etc/tls/orders.pem',
    region: 'r5',
    patterns: ['^GET', 'a, b'],
    fields: ['level', 'client.ip'],
    headers: { 'X-Key': 'orders' },
    pattern: '^[A-Z]+',
    grok: '%{WORD:verb}',
    condition: { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'debug' }] },
    auth: 'basic',
    user: 'shop',
    password: 'secret',
    key: 'abc',
    retry: { times: 5, proxy: { host: 'proxy.example.org' } },
    rules: [{ target: 'service' }],
  });
});

test('list entries are added, moved and removed with the focus [R3-24]', async ({ page }) => {
  const stage = await show(page, 'nested');
  const button = (name: string) => stage.getByRole('button', { name, exact: true });
  const targets = async () => {
    const { rules } = (await shownValue(stage)) as { rules: { target?: string }[] };
    return rules.map(({ target }) => target ?? '');
  };
  await pressOn(page, button('Move rule 1 down'), 'Enter', 'Enter');
  await expect(button('Move rule 3 down')).toBeFocused();
  expect(await targets()).toEqual(['env', 'team', 'service']);
  await pressOn(page, button('Add rule'), 'Enter');
  await page.keyboard.type('zone');
  await pressOn(page, button('Move rule 4 up'), 'Space');
  await expect(button('Move rule 3 up')).toBeFocused();
  expect(await targets()).toEqual(['env', 'team', 'zone', 'service']);
  await pressOn(page, button('Remove rule 4'), 'Enter');
  await expect(button('Remove rule 3')).toBeFocused();
  await press(page, 'Enter', 'Enter', 'Enter');
  await expect(button('Add rule')).toBeFocused();
  expect(await targets()).toEqual([]);
});

test('a stored secret is replaced, and the change is taken back', async ({ page }) => {
  const stage = await show(page, 'nested');
  const secret = async () =>
    ((await shownValue(stage)) as { retry: { proxy: { secret: unknown } } }).retry.proxy.secret;
  const stored = await secret();
  const replace = stage.getByRole('button', { name: 'Replace Proxy key' });
  await pressOn(page, replace, 'Enter');
  const field = stage.getByLabel('Proxy key', { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await page.keyboard.type('new');
  expect(await secret()).toBe('new');
  await pressOn(page, stage.getByRole('button', { name: 'Keep the stored value' }), 'Enter');
  await expect(replace).toBeFocused();
  expect(await secret()).toEqual(stored);
});

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
