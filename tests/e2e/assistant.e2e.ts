// Slow: five flows whose replies come in pieces; a lost connection is tried ten times.
import type { Page } from '@playwright/test';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { violations } from './support/axe.ts';
import { banMouseInFile, enterText, tabTo } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Assistant' });
const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Message to the assistant' });
const proposalOf = (page: Page, title: string) => page.getByRole('region', { name: `Proposal: ${title}` });

async function ask(page: Page, sentence: string): Promise<void> {
  await expect(fieldOf(page)).toBeFocused();
  await expect(fieldOf(page)).toHaveValue('');
  await enterText(page, sentence, fieldOf(page));
  await page.keyboard.press('Enter');
}

test.beforeAll(async () => {
  const { api, siteId } = running;
  const built = await buildPipeline(api, siteId, {
    name: 'web-logs',
    source: { name: 'lines', templateId: 'generator', config: { eventsPerSecond: 20 } },
    transforms: [],
    sinks: [{ name: 'nowhere', templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(api, built);
});

test('assistant: a pipeline is asked for, looked at, applied, deployed and paused by keys [R1-23, R1-24, R1-29]', async ({
  page,
}) => {
  await page.goto(`${running.product.url}/pipelines`);
  await expect(page.getByRole('heading', { name: 'Pipelines', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+i');
  const panel = panelOf(page);
  await expect(panel.getByText('Hi, I am your pipeline assistant.')).toBeVisible();
  await expect(
    panel.getByText('Get started by asking me a question or selecting one of the prompts below'),
  ).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await ask(page, 'create a pipeline called edge from syslog 5599 to nowhere that drops debug');
  await expect(proposalOf(page, "Create pipeline 'edge'").getByText('Proposed')).toBeVisible();
  const { api, siteId } = running;
  const list = async () => (await api.call('listPipelines', { query: { siteIds: [siteId] } })).pipelines;
  expect((await list()).map(({ name }) => name)).toEqual(['web-logs']);
  await page.keyboard.press('Control+Enter');
  await expect(proposalOf(page, "Create pipeline 'edge'").getByText('Applied')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'edge', level: 1 })).toBeVisible();

  // The screen is the context, and the focus stays where one types.
  await ask(page, 'deploy it');
  await expect(proposalOf(page, "Deploy v1 of 'edge'").getByText('Proposed')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await list()).find(({ name }) => name === 'edge')?.status).toBe('DEPLOYED');

  await ask(page, 'delete edge');
  await expect(proposalOf(page, "Delete 'edge'")).toBeVisible();
  await page.keyboard.press('Control+Enter');
  // What cannot be undone is asked once more.
  await page.keyboard.press('Escape');
  expect((await list()).find(({ name }) => name === 'edge')?.status).toBe('DEPLOYED');
  expect(await violations(page)).toEqual([]);
});

test('assistant: one undo takes back a created pipeline with its source [R1-24, R1-25]', async ({ page }) => {
  const { api, siteId } = running;
  const names = async () =>
    [
      ...(await api.call('listPipelines', { query: { siteIds: [siteId] } })).pipelines,
      ...(await api.call('listSources', { query: { siteIds: [siteId] } })).sources,
    ]
      .map(({ name }) => name)
      .toSorted();
  const before = await names();
  await page.goto(`${running.product.url}/pipelines`);
  await expect(page.getByRole('heading', { name: 'Pipelines', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+i');
  await expect(page.getByRole('button', { name: 'What is failing?' })).toBeVisible();
  await ask(page, 'create a pipeline called brief from syslog 5598 to nowhere that drops debug');
  const card = proposalOf(page, "Create pipeline 'brief'");
  await expect(card.getByText('Proposed')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: 'brief', level: 1 })).toBeVisible();
  expect((await names()).length).toBe(before.length + 2);
  await tabTo(page, card.getByRole('button', { name: 'Undo' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(card.getByText('Undone')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pipelines', level: 1 })).toBeVisible();
  expect(await names()).toEqual(before);
});

test('assistant: a reply is rated, kept over a reload, and the panel closes again [R1-30, R2.7-36]', async ({
  page,
}) => {
  await page.goto(`${running.product.url}/pipelines`);
  await expect(page.getByRole('row').filter({ hasText: 'web-logs' })).toBeVisible();
  await page.getByRole('button', { name: 'Assistant', exact: true }).focus();
  await page.keyboard.press('Enter');
  const panel = panelOf(page);
  // A live region has the sentences too.
  const conversation = panel.getByRole('list', { name: 'Conversation' });
  await expect(panel.getByRole('button', { name: 'What is failing?' })).toBeVisible();
  await ask(page, 'list all pipelines');
  await expect(conversation.getByText('web-logs: Deployed')).toBeVisible();
  const bad = panel.getByRole('button', { name: 'Bad reply' });
  await bad.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Provide Additional Feedback' });
  await expect(dialog.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('checkbox', { name: 'Incorrect response' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByText('Thanks for your feedback')).toBeVisible();

  await page.reload();
  await expect(conversation.getByText('web-logs: Deployed')).toBeVisible();
  await expect(fieldOf(page)).not.toBeFocused();

  // What was said is found again, and opened.
  await panel.getByRole('button', { name: 'New conversation' }).focus();
  await page.keyboard.press('Enter');
  await expect(conversation).toBeHidden();
  await panel.getByRole('button', { name: 'Search conversations' }).focus();
  await page.keyboard.press('Enter');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette.getByPlaceholder('Words of the conversation')).toBeFocused();
  await page.keyboard.type('deployed web-logs');
  await page.keyboard.press('Enter');
  await expect(palette.getByRole('option', { name: /list all pipelines/ })).toContainText(
    'web-logs: Deployed',
  );
  await page.keyboard.press('Enter');
  await expect(conversation.getByText('web-logs: Deployed')).toBeVisible();
  await expect(fieldOf(page)).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Control+i');
  await expect(panel).toBeHidden();
});

test('assistant: letters typed right after its key are the question; a reload leaves the focus', async ({
  page,
}) => {
  await page.goto(`${running.product.url}/pipelines`);
  await expect(page.getByRole('heading', { name: 'Pipelines', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+i');
  await page.keyboard.type('list all pipelines');
  await page.keyboard.press('Enter');
  const panel = panelOf(page);
  await expect(
    panel.getByRole('list', { name: 'Conversation' }).getByText('list all pipelines'),
  ).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.reload();
  await expect(
    panel.getByRole('list', { name: 'Conversation' }).getByText('list all pipelines'),
  ).toBeVisible();
  await expect(fieldOf(page)).not.toBeFocused();
});

test('assistant: it connects again ten times, then by a key press [E6, R4-116, R9-26]', async ({ page }) => {
  let opened = 0;
  let isAway = true;
  await page.routeWebSocket(/\/v1\/ws\/chat/, (socket) => {
    opened += 1;
    if (isAway) void socket.close({ code: 1001 });
    else socket.connectToServer();
  });
  await page.clock.install();
  await page.goto(`${running.product.url}/pipelines`);
  await expect(page.getByRole('row').filter({ hasText: 'web-logs' })).toBeVisible();
  await page.keyboard.press('Control+i');
  const panel = panelOf(page);
  for (let failures = 1; failures <= 11; failures += 1) {
    await expect.poll(() => opened).toBe(failures);
    // The longest wait between two attempts.
    await page.clock.fastForward(31_000);
  }
  await expect(panel.getByText('Failed to establish a connection')).toBeVisible();
  await expect(panel.getByText('We are currently down for maintenance.')).toBeVisible();
  await page.clock.fastForward(300_000);
  expect(opened).toBe(11);
  isAway = false;
  await panel.getByRole('button', { name: 'Connect again' }).focus();
  await page.keyboard.press('Enter');
  await expect(panel.getByText('Hi, I am your pipeline assistant.')).toBeVisible();
  expect(opened).toBe(12);
});
