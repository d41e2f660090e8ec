// Slow: waits until replayed events have been refused again.
import type { Page } from '@playwright/test';
import { banMouseInFile } from '../e2e/support/keyboard.ts';
import { openPalette, paletteOf, runByPalette } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { rowOf, toast } from '../e2e/support/screen.ts';
import { expect, refused, test } from '../e2e/support/test.ts';
import { eventually } from '../harness/eventually.ts';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { type RefusingReceiver, startRefusingReceiver } from '../harness/refusing-receiver.ts';

test.use({ expectedFaults: refused(403, 404, 409) });

const running = productOfFile();
banMouseInFile();
// Each test is a long flow.
test.describe.configure({ timeout: 120_000 });

const GRID = 'Dead letters';
let receiver: RefusingReceiver;
const built: Record<'orders' | 'payments', Built> = {} as never;
const ports: Record<string, number> = {};

const send = async (pipeline: string, event: object) => {
  const body = JSON.stringify(event);
  const answer = await fetch(`http://127.0.0.1:${ports[pipeline]}/`, { method: 'POST', body });
  expect(answer.status).toBe(200);
};

const count = async () => {
  const { api, siteId } = running;
  const { groups } = await api.call('countDeadLetters', { path: { siteId }, query: {} });
  return groups.reduce((sum, group) => sum + Number(group.count), 0);
};

test.beforeAll(async () => {
  const { api, siteId } = running;
  receiver = await startRefusingReceiver('bad');
  for (const name of ['orders', 'payments'] as const) {
    ports[name] = await freePort();
    built[name] = await buildPipeline(api, siteId, {
      name,
      source: { name: `${name} in`, templateId: 'http_server', config: { port: ports[name] } },
      transforms: [],
      sinks: [{ name: `${name} out`, templateId: 'http', config: { url: receiver.url } }],
    });
    await deployPipeline(api, built[name]);
  }
  for (const number of [1, 2, 3]) await send('orders', { kind: 'bad', order: number });
  await send('payments', { kind: 'bad', payment: 9 });
  await eventually(async () => expect(await count()).toBe(4));
});
test.afterAll(() => receiver.close());

const open = async (page: Page, query = '') => {
  await page.goto(`${running.product.url}/deadLetters${query}`);
  await expect(page.getByRole('heading', { name: 'Dead letters' })).toBeVisible();
};
const rows = (page: Page) => page.getByRole('grid', { name: GRID, exact: true }).getByRole('row');
const panel = (page: Page) => page.getByRole('complementary', { name: 'Dead letter' });

async function actAs(page: Page, roleId: string): Promise<void> {
  const { api, product } = running;
  const apiKey = { name: `as ${roleId}, ${crypto.randomUUID()}`, description: '', roleId, siteIds: [] };
  const { key } = await api.call('createApiKey', { body: { apiKey } });
  await page.route(`${product.url}/v1/**`, async (route) => {
    const headers = { ...(await route.request().allHeaders()), authorization: `Bearer ${key}` };
    await route.fulfill({ response: await route.fetch({ headers }) });
  });
}

test('the list is narrowed by pipeline, node, reason and text', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines`);
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/\/deadLetters/);
  await expect(rows(page)).toHaveCount(5);
  await expect(page.getByText(/^4 on the site/)).toBeVisible();
  await runByPalette(page, 'Filter by pipeline', 'payments');
  await expect(rows(page)).toHaveCount(2);
  await expect(rowOf(page, GRID, 'payments out')).toContainText('EventsRefused');
  await expect(page).toHaveURL(new RegExp(`pipelineIds=${built.payments.pipelineId}`));
  await runByPalette(page, 'Reset filters');
  await expect(rows(page)).toHaveCount(5);
  await open(page, `?node=${built.orders.sinkIds[0]}&search=order%22%3A2`);
  await expect(rows(page)).toHaveCount(2);
  await expect(rowOf(page, GRID, '"order":2')).toBeVisible();
  await open(page, '?reason=EventsRefused&search=nothing');
  await expect(page.getByText('No dead letter matches', { exact: true })).toBeVisible();
  await runByPalette(page, 'Reset filters');
  await expect(rows(page)).toHaveCount(5);
});

test('a bad edit is refused with the reason; a good one is stored', async ({ page }) => {
  await open(page, `?pipelineIds=${built.payments.pipelineId}&time=1h`);
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText(/answered 400/)).toBeVisible();
  await expect(panel(page).getByRole('link', { name: 'payments', exact: true })).toBeVisible();
  await page.keyboard.press('e');
  const field = page.getByRole('textbox', { name: /^Event/ });
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('{"kind":');
  await page.keyboard.press('Control+s');
  await expect(field).toHaveAccessibleDescription(/The event is not valid JSON/);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('[1]');
  await page.keyboard.press('Control+s');
  await expect(field).toHaveAccessibleDescription(/The event is not a JSON object/);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('{ "kind": "good", "payment": 9 }');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'The event was saved; replay sends it.')).toBeVisible();
  await expect(rowOf(page, GRID, '{"kind":"good","payment":9}')).toBeVisible();
  await page.keyboard.press('p');
  await expect(toast(page, '1 dead letter replayed')).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await eventually(() => expect(receiver.accepted.join('')).toContain('{"kind":"good","payment":9}'));
  await eventually(async () => expect(await count()).toBe(3));
});

test('an edit over the edit of another asks which one counts', async ({ page }) => {
  const { api, siteId } = running;
  await open(page, '?period=any&search=order%22%3A3');
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('e');
  const field = page.getByRole('textbox', { name: /^Event/ });
  await expect(field).toBeFocused();
  const { deadLetters } = await api.call('listDeadLetters', {
    path: { siteId },
    query: { text: 'order":3' },
  });
  const [{ id, revision }] = deadLetters as [(typeof deadLetters)[number]];
  const event = '{"kind":"bad","order":3,"by":"another"}';
  await api.call('editDeadLetter', { path: { siteId, letterId: id }, body: { revision, event } });
  await page.keyboard.press('Control+a');
  await page.keyboard.type('{"kind":"bad","order":3,"by":"me"}');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog', { name: 'Dead letter was changed by someone else' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Overwrite' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, GRID, '"by":"me"')).toBeVisible();
});

test('a replay that fails again is a dead letter again; discarding says how many', async ({ page }) => {
  await open(page, '?period=any');
  await expect(rows(page)).toHaveCount(4);
  const before = receiver.accepted.length;
  await page.keyboard.press('a');
  const asked = paletteOf(page);
  await expect(asked).toContainText('Replay 3 dead letters to the node');
  await page.keyboard.press('Enter');
  await expect(toast(page, '3 dead letters replayed')).toBeVisible();
  await eventually(async () => expect(await count()).toBe(3));
  expect(receiver.accepted.length).toBe(before);
  await expect(rows(page)).toHaveCount(4, { timeout: 30_000 });
  await page.keyboard.press('x');
  await page.keyboard.press('Delete');
  await expect(page.getByText(/^1 event is permanently deleted/)).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await count()).toBe(3);
  await page.keyboard.press('Shift+Delete');
  await expect(page.getByText(/^3 events that match the filters are permanently deleted/)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page, '3 dead letters discarded')).toBeVisible();
  await expect(page.getByText('No dead letters', { exact: true })).toBeVisible();
  expect(await count()).toBe(0);
});

test('a viewer is told what is missing, a reader of events may not change them', async ({ page }) => {
  const { api, siteId, product } = running;
  await send('orders', { kind: 'bad', order: 4 });
  await eventually(async () => expect(await count()).toBeGreaterThan(0));
  const grants = [
    {
      resourceType: 'PIPELINES' as const,
      accessTypes: ['READ' as const],
      extraGrants: ['LIVE_CAPTURE' as const],
    },
    { resourceType: 'SITES' as const, accessTypes: ['READ' as const], extraGrants: [] },
  ];
  const role = await api.call('createRole', {
    body: { role: { name: 'Reader of events', description: '', grants, siteIds: [siteId] } },
  });
  await actAs(page, role.id);
  await open(page, '?period=any&search=order%22%3A4');
  await expect(rows(page)).toHaveCount(2);
  for (const [name, access] of [
    [/^Replay all/, /You need DEPLOY|You need WRITE/],
    [/^Discard all/, /You need DELETE/],
  ] as const) {
    const button = page.getByRole('button', { name });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(access);
  }
  await page.keyboard.press('e');
  await expect(toast(page, /You need WRITE/)).toBeVisible();

  await actAs(page, 'viewer');
  await page.goto(`${product.url}/deadLetters`);
  await expect(page.getByRole('heading', { name: 'Not Authorized' })).toBeVisible();
  await expect(page.getByText(/You need LIVE CAPTURE on Pipelines/).first()).toBeVisible();
  await page.goto(`${product.url}/pipelines/${built.orders.pipelineId}`);
  await openPalette(page);
  await page.keyboard.type('Show dead letters');
  await expect(paletteOf(page).getByRole('option', { selected: true })).toContainText(
    'You need LIVE CAPTURE on Pipelines',
  );
});
