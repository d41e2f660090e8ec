// Slow: asks for undo over reloads, other tabs and a restart of the service.
import type { Page } from '@playwright/test';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { fieldOf, panelOf } from './support/chat.ts';
import { banMouseInFile, enterText, tabTo } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { expect, refused, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();
// Of an undo that came too late.
test.use({ expectedFaults: refused(412) });

const statusOf = async (pipelineId: string) =>
  (await running.api.call('getPipeline', { path: { pipelineId } })).pipeline.status;

async function makePipeline(name: string): Promise<string> {
  const built = await buildPipeline(running.api, running.siteId, {
    name,
    source: { name: `${name} in`, templateId: 'generator', config: { format: 'json', eventsPerSecond: 1 } },
    transforms: [{ name: `${name} parse`, templateId: 'parse_json', config: {} }],
    sinks: [{ name: `${name} out`, templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(running.api, built);
  return built.pipelineId;
}

async function askFor(page: Page, text: string): Promise<void> {
  await page.goto(`${running.product.url}/pipelines`);
  await expect(page.getByRole('heading', { name: 'Pipelines', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+i');
  await expect(panelOf(page).getByRole('button', { name: 'What is failing?' })).toBeVisible();
  await enterText(page, text, fieldOf(page));
  await page.keyboard.press('Enter');
}

/** The newest conversation, in a tab that knows nothing of it. */
async function reopen(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await page.close();
  await other.goto(`${running.product.url}/pipelines`);
  await expect(other.getByRole('heading', { name: 'Pipelines', level: 1 })).toBeVisible();
  await other.keyboard.press('Control+i');
  await expect(panelOf(other).getByRole('button', { name: 'What is failing?' })).toBeVisible();
  await tabTo(other, panelOf(other).getByRole('button', { name: 'Open conversation' }), 'Shift+Tab');
  await other.keyboard.press('Enter');
  await expect(
    other.getByRole('dialog', { name: 'Command palette' }).getByRole('option').first(),
  ).toBeVisible();
  await other.keyboard.press('Enter');
  return other;
}

test('assistant: undo of a pause after a reload and a restart of the service [R1-25, R1-26]', async ({
  page,
}) => {
  const pipelineId = await makePipeline('nightly');
  await askFor(page, 'pause nightly');
  const cardOf = (on: Page) => panelOf(on).getByRole('region', { name: "Proposal: Pause 'nightly'" });
  await expect(cardOf(page).getByText('Proposed')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(cardOf(page).getByText('Applied')).toBeVisible();
  await expect.poll(() => statusOf(pipelineId)).toBe('PAUSED');
  await page.reload();
  await expect(cardOf(page).getByText('Applied')).toBeVisible();
  // It would report a service that is away.
  await page.goto('about:blank');
  await running.product.stop();
  await running.restart();

  const other = await reopen(page);
  await expect(cardOf(other).getByText('Applied')).toBeVisible();
  await expect(fieldOf(other)).toBeFocused();
  await tabTo(other, cardOf(other).getByRole('button', { name: 'Undo' }), 'Shift+Tab');
  await other.keyboard.press('Enter');
  await expect(cardOf(other).getByText('Undone')).toBeVisible();
  await expect.poll(() => statusOf(pipelineId)).toBe('DEPLOYED');
  const again = await reopen(other);
  await expect(cardOf(again).getByText('Undone')).toBeVisible();
});

test('assistant: undo of a new version after a reload, refused once it was changed [R1-25]', async ({
  page,
}) => {
  const pipelineId = await makePipeline('daily');
  await askFor(page, 'drop debug from daily');
  const cardOf = (on: Page) => panelOf(on).getByRole('region', { name: "Proposal: Save v2 of 'daily'" });
  await expect(cardOf(page).getByText('Proposed')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(cardOf(page).getByText('Applied')).toBeVisible();
  const other = await reopen(page);
  await tabTo(other, cardOf(other).getByRole('button', { name: 'Undo' }), 'Shift+Tab');
  await other.keyboard.press('Enter');
  await expect(cardOf(other).getByText('Undone')).toBeVisible();
  const latest = async () =>
    (await running.api.call('getPipeline', { path: { pipelineId } })).pipeline.latestGraphVersion;
  expect(await latest()).toBe(3);

  await fieldOf(other).focus();
  await enterText(other, 'sample daily 1 in 10', fieldOf(other));
  await other.keyboard.press('Enter');
  const later = panelOf(other).getByRole('region', { name: "Proposal: Save v4 of 'daily'" });
  await expect(later.getByText('Proposed')).toBeVisible();
  await other.keyboard.press('Control+Enter');
  await expect(later.getByText('Applied')).toBeVisible();
  const path = { pipelineId };
  const { definition } = await running.api.call('getPipelineDefinition', { path });
  const body = { definition: definition.replaceAll('Keep 1 in 10', 'Fewer') };
  await running.api.call('putPipelineDefinition', { path, query: {}, body, ifMatch: '*' });
  await tabTo(other, later.getByRole('button', { name: 'Undo' }), 'Shift+Tab');
  await other.keyboard.press('Enter');
  await expect(later.getByText(/Something this definition names was changed/)).toBeVisible();
  await expect(later.getByText('Undone')).toHaveCount(0);
  expect(await latest()).toBe(5);
});

test('assistant: undo of an action is refused, saying what the pipeline is now [R1-26]', async ({ page }) => {
  const pipelineId = await makePipeline('hourly');
  await askFor(page, 'pause hourly');
  const card = panelOf(page).getByRole('region', { name: "Proposal: Pause 'hourly'" });
  await expect(card.getByText('Proposed')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => statusOf(pipelineId)).toBe('PAUSED');
  await expect(card.getByText('Applied')).toBeVisible();
  await running.api.call('runPipelineAction', { body: { pipelineId, action: 'DEPLOY', graphVersion: 1 } });
  await expect.poll(() => statusOf(pipelineId)).toBe('DEPLOYED');
  await page.reload();
  await tabTo(page, card.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  await expect(card.getByText(/'hourly' was changed since: it is Deployed with v1 now/)).toBeVisible();
  expect(await statusOf(pipelineId)).toBe('DEPLOYED');
});
