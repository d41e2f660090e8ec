// Slow: replies are written as they come, and pipelines really pause.
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { violations } from './support/axe.ts';
import { fieldOf } from './support/chat.ts';
import { nodeOf, panelOf } from './support/graph.ts';
import { banMouseInFile, enterText, tabTo } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

const build = async (name: string) => {
  const built = await buildPipeline(running.api, running.siteId, {
    name,
    source: { name: `${name} in`, templateId: 'generator', config: { eventsPerSecond: 1 } },
    transforms: [{ name: 'Read lines', templateId: 'parse_grok', config: { pattern: '%{GREEDYDATA:all}' } }],
    sinks: [{ name: `${name} out`, templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(running.api, built);
  return built;
};

test('assistant: picked pipelines are named and paused together by keys, and undone [R1-26, R2.7-28]', async ({
  page,
}) => {
  const both = [await build('web-logs'), await build('payments')];
  const { api, product } = running;
  const statuses = async () =>
    Promise.all(
      both.map(
        async ({ pipelineId }) => (await api.call('getPipeline', { path: { pipelineId } })).pipeline.status,
      ),
    );
  await page.goto(`${product.url}/pipelines`);
  await expect(page.getByRole('row').filter({ hasText: 'web-logs' })).toBeVisible();
  const picked = page.getByRole('group', { name: 'Selected pipelines' });
  await tabTo(page, page.getByRole('grid', { name: 'Pipelines' }));
  await page.keyboard.press('x');
  await expect(picked).toContainText('1 selected');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(picked).toContainText('2 selected');
  await page.keyboard.press('Control+i');
  const panel = page.getByRole('complementary', { name: 'Assistant' });
  await expect(panel.getByText('Selected: 2 pipelines')).toBeVisible();
  const screen = panel.getByText('Pipelines', { exact: true });
  expect(await screen.evaluate((chip) => chip.scrollWidth - chip.clientWidth)).toBeLessThanOrEqual(0);
  await expect(page.getByRole('button', { name: 'What is failing?' })).toBeVisible();
  await page.keyboard.type('pause these');
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: 'Proposal: Pause 2 pipelines' });
  await expect(card.getByText('Proposed')).toBeVisible();
  await expect(card).toContainText("'web-logs'");
  expect(await violations(page)).toEqual([]);
  expect(await statuses()).toEqual(['DEPLOYED', 'DEPLOYED']);
  await page.keyboard.press('Control+Enter');
  await expect(card.getByText('Applied')).toBeVisible();
  await expect.poll(statuses).toEqual(['PAUSED', 'PAUSED']);
  await card.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(card.getByText('Undone')).toBeVisible();
  await expect.poll(statuses).toEqual(['DEPLOYED', 'DEPLOYED']);
});

test('assistant: a pattern found in given lines fills the open form, unsaved [R3-77, R4-130]', async ({
  page,
}) => {
  const { pipelineId } = await build('edge');
  await page.goto(`${running.product.url}/pipelines/${pipelineId}?mode=edit`);
  await nodeOf(page, 'Read lines').press('Enter');
  const pattern = panelOf(page, 'Read lines').getByRole('textbox', { name: 'Pattern', exact: true });
  await expect(pattern).toHaveValue('%{GREEDYDATA:all}');
  await page.keyboard.press('Control+i');
  await expect(fieldOf(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'What is failing?' })).toBeVisible();
  await enterText(page, 'write a grok pattern for these lines', fieldOf(page));
  for (const line of ['2026-11-21T10:00:00Z INFO started', '2026-11-21T10:00:01Z WARN slow']) {
    await page.keyboard.press('Shift+Enter');
    await enterText(page, line, fieldOf(page));
  }
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: 'Proposal: Fill the form of Parse grok' });
  await expect(card.getByText('Proposed')).toBeVisible();
  await expect(pattern).toHaveValue('%{GREEDYDATA:all}');
  await page.keyboard.press('Control+Enter');
  await expect(pattern).toHaveValue(/TIMESTAMP_ISO8601/);
  await expect(card.getByText('Applied')).toBeVisible();
  const { pipeline } = await running.api.call('getPipeline', { path: { pipelineId } });
  expect(pipeline.latestGraphVersion).toBe(1);
  await card.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(pattern).toHaveValue('%{GREEDYDATA:all}');
});

test("assistant: settings found in given lines fill a source's open form, unsaved [R3-77, R4-130]", async ({
  page,
}) => {
  const { api, siteId, product } = running;
  const source = { siteId, name: 'app log', templateId: 'file_tail', config: { path: '/var/log/app.log' } };
  const { id } = await api.call('createSource', { body: { source } });
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => void sent.push(String(payload))));
  await page.goto(`${product.url}/sources/${id}`);
  await expect(page.getByRole('button', { name: 'Suggest from captured events' })).toBeVisible();
  const pattern = page.getByRole('textbox', { name: 'Pattern', exact: true });
  await expect(pattern).toBeHidden();
  await page.keyboard.press('Control+i');
  await expect(fieldOf(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'What is failing?' })).toBeVisible();
  await enterText(page, 'fill the form for these lines', fieldOf(page));
  const lines = ['2026-11-21T10:00:00Z ERROR failed', '  at a.b.C(C.java:1)', '2026-11-21T10:00:01Z INFO on'];
  for (const line of [...lines, '  at a.b.D(D.java:2)', '  at a.b.E(E.java:3)']) {
    await page.keyboard.press('Shift+Enter');
    await enterText(page, line, fieldOf(page));
  }
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: 'Proposal: Fill the form of File' });
  await expect(card.getByText('Proposed')).toBeVisible();
  await expect(pattern).toBeHidden();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expect(pattern).toHaveValue(/^\^/);
  await expect(card.getByText('Applied')).toBeVisible();
  await card.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(pattern).toBeHidden();
  const { source: stored } = await api.call('getSource', { path: { id } });
  expect(stored.config).not.toHaveProperty('multilinePattern');
  // Neither its address nor a secret goes with the question.
  expect(sent.filter((text) => text.includes('/var/log/app.log'))).toEqual([]);
  expect(sent.some((text) => text.includes('"templateId":"file_tail"'))).toBe(true);
});
