// Slow: waits for figures of events that really flowed.
import type { Page } from '@playwright/test';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { productOfFile } from './support/product.ts';
import { metric } from './support/screen.ts';
import { expect, test } from './support/test.ts';
import { focusWindow } from './support/window-focus.ts';

const running = productOfFile();
test.describe.configure({ timeout: 180_000 });

const LINE_BYTES = 100;
/** Per pipeline: all lines, those its filter keeps, those that are not JSON. */
const SENT = [
  { name: 'orders', lines: 400, kept: 100, bad: 20 },
  { name: 'payments', lines: 1000, kept: 400, bad: 0 },
];
type Flow = (typeof SENT)[number] & Built;
const flows: Flow[] = [];
const keepsInfo = { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'info' }] };

function line(kind: 'info' | 'debug' | 'bad'): string {
  const [head, tail] = kind === 'bad' ? ['no JSON ', ''] : [`{"level":"${kind}","text":"`, '"}'];
  return `${head}${'x'.repeat(LINE_BYTES - head.length - tail.length)}${tail}`;
}

const ports = new Map<string, number>();

test.beforeAll(async () => {
  const { api, siteId } = running;
  for (const sent of SENT) {
    const { name, lines, kept, bad } = sent;
    const port = await freePort();
    ports.set(name, port);
    const built = await buildPipeline(api, siteId, {
      name,
      source: { name: `${name} in`, templateId: 'http_server', config: { port, format: 'text' } },
      transforms: [
        { name: `${name} parse`, templateId: 'parse_json', config: { onError: 'drop' } },
        { name: `${name} keep`, templateId: 'filter', config: { action: 'keep', match: keepsInfo } },
      ],
      sinks: [{ name: `${name} out`, templateId: 'blackhole', config: {} }],
    });
    await deployPipeline(api, built);
    const body = Array.from({ length: lines }, (_, at) =>
      line(at < kept ? 'info' : at < kept + bad ? 'bad' : 'debug'),
    ).join('\n');
    expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })).status).toBe(200);
    flows.push({ ...sent, ...built });
  }
});

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/(?<=\d) (?=[KM]?B\b|%)/g, '');

async function expectSaid(page: Page, path: string, figures: readonly (string | RegExp)[]): Promise<void> {
  await page.goto(running.product.url + path);
  await expect(async () => {
    // Tables far down draw their rows once they are near.
    for (const grid of await page.getByRole('main').getByRole('grid').all())
      await grid.scrollIntoViewIfNeeded();
    const text = inOneLine(await page.getByRole('main').innerText());
    for (const figure of figures)
      expect(text, path).toEqual(
        typeof figure === 'string'
          ? expect.stringContaining(inOneLine(figure))
          : expect.stringMatching(figure),
      );
  }).toPass({ timeout: 60_000 });
}

const idOf = (name: string): Flow => flows.find((flow) => flow.name === name)!;
/** Of one line of a chart; its highest rate depends on how the events fall into the points. */
const totalIn = (name: string, total: string) =>
  new RegExp(`${name}: lowest 0B/s, highest [\\d.]+K?B/s, total ${total}\\b`);
const VOLUME = totalIn('Input', '140KB');
const TRANSFORMS = [
  'payments keep payments 100KB 40KB 60.0%',
  'payments parse payments 100KB 100KB 0.0%',
  'orders parse orders 40KB 38KB 5.0%',
  'orders keep orders 38KB 10KB 73.7%',
];

test('the dashboard shows what was sent, in every part [R2.8-53, R1-13, R2.1-05]', async ({ page }) => {
  await expectSaid(page, '/dashboard', [
    'Optimization 64.3% 90KB saved',
    'Total Input 140KB',
    'Total Output 50KB',
    'Pipeline Errors 20 1 kind',
    VOLUME,
    totalIn('Output', '50KB'),
    totalIn('Dropped by rule', '90KB'),
    'Optimization: lowest 64.3%, highest 64.3%',
    'Waiting 0B Nothing waits',
    'Lost 0B No loss',
    '2 sources, 2 pipelines, 2 destinations.',
    // What flows now.
    /Source payments in Healthy 0B\/s/,
    /Pipeline orders (Failing|Healthy|At risk) 0 → 0B\/s/,
    /Destination orders out Healthy 0B\/s/,
    ...TRANSFORMS,
    'payments Deployed 100KB 40KB 60.0% 0',
    'orders At risk Deployed 40KB 10KB 75.0% 20',
    'payments in 100KB orders in 40KB',
    'payments out 40KB orders out 10KB',
  ]);
});

test.describe('one pipeline [R2.4-11 … R2.4-15, R2.4-47, R2.4-48, R2.4-54, R2.4-59]', () => {
  test('list, overview, panel, analytics and errors show what was sent', async ({ page }) => {
    const { pipelineId } = idOf('orders');
    await expectSaid(page, '/pipelines', [
      /payments v1 payments in payments out 60.0% 0/,
      /orders v1 orders in orders out 75.0% 20/,
    ]);
    await expectSaid(page, `/pipelines/${pipelineId}`, [
      'Optimization 75.0% 30KB saved',
      'Total Input 40KB',
      'Total Output 10KB',
      'Pipeline Errors 1 kind not acknowledged',
      'Pipeline Errors 20 1 kind',
      /Parse JSON, orders parse, 2 of 4, [^,]+, (healthy|at risk|failing), 20 errors/,
    ]);
    await page.getByText('orders keep', { exact: true }).first().click();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('table').filter({ hasText: 'Events dropped' });
    // In the time range, and in all.
    for (const figure of [
      'in380380',
      'out100100',
      'dropped by rule280280',
      'in38,00038,000',
      'out10,00010,000',
    ])
      await expect(panel).toContainText(figure);
    await expectSaid(page, `/pipelines/${pipelineId}?view=analytics`, [
      'Total Input 40KB Total Output 10KB Optimization 75.0%',
      totalIn('Input', '40KB'),
      totalIn('Dropped by rule', '30KB'),
      'orders out: lowest 75.0%, highest 75.0%',
      'orders parse 40KB 38KB 5.0%',
      'orders keep 38KB 10KB 73.7%',
    ]);
    await expectSaid(page, `/pipelines/${pipelineId}?view=analytics&metricType=EVENTS_COUNT`, [
      /Total Input 400 (events )?Total Output 100/,
      /Dropped by rule: lowest 0[^.]*, total 300/,
      'orders parse 400 380 5.0%',
      'orders keep 380 100 73.7%',
    ]);
    await expectSaid(page, `/pipelines/${pipelineId}?view=errors`, ['orders parse JsonInvalid ERROR 20']);
  });
});

test.describe('lists and events [R1-06, R1-14, R2.1-12, R2.1-14, R2.1-22, R2.1-25]', () => {
  test('sources, destinations, monitoring and events show what was sent', async ({ page }) => {
    const { sourceId, sinkIds } = idOf('orders');
    await expectSaid(page, '/sources', [
      /payments in HTTP Active [^—]*100KB/,
      /orders in HTTP Active [^—]*40KB/,
    ]);
    await expectSaid(page, `/sources/${sourceId}`, [
      totalIn('Output', '40KB'),
      'Dropped by rule: lowest 0 B/s, highest 0 B/s, total 0 B',
      /127\.0\.0\.1 .* 400/,
    ]);
    await expectSaid(page, `/destinations?destination=${sinkIds[0]}`, [
      /payments out Blackhole Active [^—]*40KB/,
      /orders out Blackhole Active [^—]*10KB/,
      'Buffered 0 events',
      'Dead letters 0 events',
      'Tried again 0 times',
    ]);
    await expectSaid(page, '/monitoring', [
      'Total Input 140KB Total Output 50KB Optimization 64.3%',
      VOLUME,
      totalIn('Dropped by rule', '90KB'),
      ...TRANSFORMS,
    ]);
    await expectSaid(page, '/monitoring/pipelineErrors', [
      '20 errors',
      'Pipeline Errors 1 kind not acknowledged',
      'orders parse orders JsonInvalid ERROR 20',
    ]);
    await expectSaid(page, '/events', [
      'Error: 1 unread, 0 read',
      'Informational: 0 unread, 2 read',
      "New in 'orders': The line is not a JSON object",
    ]);
  });
});

test('figures go on after a list of options is left with Tab [R7-89]', async ({ page }) => {
  const { pipelineId } = idOf('orders');
  await page.goto(`${running.product.url}/pipelines/${pipelineId}?mode=edit`);
  await page.getByText('orders keep', { exact: true }).first().click();
  await page.keyboard.press('Enter');
  const list = page.getByRole('combobox', { name: 'When an event cannot be processed' });
  await page.getByText('Advanced', { exact: true }).click();
  await list.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel' }).first().click();
  await expect(page.getByText('Total Input', { exact: true })).toBeVisible();

  const body = Array.from({ length: 100 }, () => line('debug')).join('\n');
  const port = ports.get('orders');
  expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })).status).toBe(200);
  await expect(async () => {
    // Tables far down draw their rows once they are near.
    for (const grid of await page.getByRole('main').getByRole('grid').all())
      await grid.scrollIntoViewIfNeeded();
    const text = inOneLine(await page.getByRole('main').innerText());
    expect(text).toContain('Total Input 50KB');
  }).toPass({ timeout: 30_000 });
});

test('an unfocused window says so, asks nothing, and keeps its totals [R7-89]', async ({ page }) => {
  await page.goto(`${running.product.url}/dashboard`);
  const total = metric(page, 'Site totals', 'Total Input');
  await expect(total).toContainText('/s now');
  await page.waitForLoadState('networkidle');
  await focusWindow(page, false);
  const mark = page.getByRole('status').filter({ hasText: 'paused, unfocused' });
  await expect(mark).toContainText(/data from \d\d:\d\d/);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  const kilobytes = async () => Number(/(\d+)\s*KB/.exec(await total.innerText())?.[1]);
  const before = await kilobytes();
  const body = Array.from({ length: 200 }, () => line('debug')).join('\n');
  const port = ports.get('payments');
  expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })).status).toBe(200);
  await expect.poll(kilobytes).toBe(before + 20);
  expect(asked.filter((path) => path.includes('/summary'))).toEqual([]);

  await focusWindow(page, true);
  await expect(mark).toHaveCount(0);
  await expect.poll(() => asked.filter((path) => path.includes('/summary')).length).toBeGreaterThan(0);
});
