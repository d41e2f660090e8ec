// Slow: a proposal is drawn, compared and edited on several screens, each read by axe or by keys.
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { violations } from './support/axe.ts';
import { nodeOf } from './support/graph.ts';
import { banMouseInFile, enterText } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

test('assistant: a proposal is compared, changed in the editor and saved by keys [R1-25, R3-77, R9-30]', async ({
  page,
}) => {
  const { api, siteId, product } = running;
  const built = await buildPipeline(api, siteId, {
    name: 'web-logs',
    source: { name: 'lines', templateId: 'generator', config: { eventsPerSecond: 20 } },
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {} }],
    sinks: [{ name: 'nowhere', templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(api, built);
  await page.goto(`${product.url}/pipelines/${built.pipelineId}`);
  await expect(nodeOf(page, 'Parse')).toBeVisible();
  await page.keyboard.press('Control+i');
  const field = page.getByRole('textbox', { name: 'Message to the assistant' });
  await expect(field).toBeFocused();
  await expect(page.getByRole('button', { name: 'What is failing?' })).toBeVisible();
  await enterText(page, 'drop debug from web-logs', field);
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: "Proposal: Save v2 of 'web-logs'" });
  await expect(card.getByText('Proposed')).toBeVisible();
  // The screen's graph shows it; the fields after are named as in forms.
  const structure = page.getByRole('region', { name: 'Pipeline Structure' });
  await expect(structure.getByText('Preview of proposed v2')).toBeVisible();
  await expect(nodeOf(page, 'Drop debug')).toContainText('New');
  await expect(card.getByText('Shown in the graph on the screen.')).toBeVisible();
  await expect(card.getByRole('tree')).toHaveCount(0);
  await expect(page.getByText('The graph shows the proposal: 1 added')).toHaveCount(1);
  const list = card.getByRole('list', { name: 'What would change' });
  await expect(list).toContainText('Match');
  await expect(list).toContainText('level is one of debug');
  expect(await violations(page)).toEqual([]);

  await expect(field).toBeFocused();
  await page.keyboard.press('Control+Shift+Enter');
  await expect(nodeOf(page, 'Drop debug')).toBeFocused();
  await expect(card.getByText('In the editor')).toBeVisible();
  const versions = async () =>
    (await api.call('getPipeline', { path: { pipelineId: built.pipelineId } })).pipeline.latestGraphVersion;
  expect(await versions()).toBe(1);
  // One step, taken out and brought back.
  await page.keyboard.press('Control+z');
  await expect(nodeOf(page, 'Drop debug')).toHaveCount(0);
  await page.keyboard.press('Control+Shift+z');
  await expect(nodeOf(page, 'Drop debug')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect.poll(versions).toBe(2);
});

test("assistant: the screen's graph shows an open proposal and goes back [R1-25, R2.7-35]", async ({
  page,
}) => {
  const { api, siteId, product } = running;
  const { pipelines } = await api.call('listPipelines', { query: { siteIds: [siteId] } });
  await page.goto(`${product.url}/pipelines/${pipelines[0]?.id}?version=1`);
  await expect(nodeOf(page, 'Parse')).toBeVisible();
  await page.keyboard.press('Control+i');
  const field = page.getByRole('textbox', { name: 'Message to the assistant' });
  await expect(page.getByRole('button', { name: 'What is failing?' })).toBeVisible();
  const ask = async (text: string) => {
    await field.focus();
    await enterText(page, text, field);
    await page.keyboard.press('Enter');
  };
  const card = page.getByRole('region', { name: /^Proposal: Save v3/ }).last();
  const preview = page.getByText('Preview of proposed v3');
  const sampled = nodeOf(page, 'Keep 1 in 10');

  await test.step('what is only proposed has no panel, and says so', async () => {
    await ask('sample web-logs 1 in 10');
    await expect(sampled).toContainText('New');
    await expect(preview).toBeVisible();
    await sampled.press('Enter');
    await expect(page.getByText(/'Keep 1 in 10' is only proposed/).first()).toBeVisible();
  });
  await test.step('elsewhere the card draws it, and back here the screen does', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect(card.getByRole('tree', { name: 'Comparison, Graph of web-logs' })).toBeVisible();
    await page.goBack();
    await expect(sampled).toBeVisible();
    await expect(card.getByRole('tree')).toHaveCount(0);
  });
  await test.step('Reject gives the graph back', async () => {
    await card.getByRole('button', { name: 'Reject' }).press('Enter');
    await expect(sampled).toHaveCount(0);
    await expect(preview).toBeHidden();
    await expect(nodeOf(page, 'Parse')).toBeVisible();
  });
  await test.step('a closed panel gives it back, and an opened one shows it again', async () => {
    await ask('sample web-logs 1 in 10');
    await expect(sampled).toBeVisible();
    await field.focus();
    await page.keyboard.press('Control+i');
    await expect(sampled).toHaveCount(0);
    await page.keyboard.press('Control+i');
    await expect(sampled).toBeVisible();
  });
  await test.step('edit mode has the graph that is edited, and the card draws', async () => {
    await ask('edit it');
    await expect(page.getByRole('button', { name: /^Save pipeline/ })).toBeVisible();
    await expect(sampled).toHaveCount(0);
    await expect(card.getByRole('tree', { name: 'Comparison, Graph of web-logs' })).toBeVisible();
  });
});

test('assistant: edit mode and a version are shown on the screen itself [R3-77, R4-130]', async ({
  page,
}) => {
  const { api, siteId, product } = running;
  const { pipelines } = await api.call('listPipelines', { query: { siteIds: [siteId] } });
  await page.goto(`${product.url}/pipelines/${pipelines[0]?.id}`);
  await expect(nodeOf(page, 'Parse')).toBeVisible();
  await page.keyboard.press('Control+i');
  const field = page.getByRole('textbox', { name: 'Message to the assistant' });
  await expect(field).toBeFocused();
  await expect(page.getByRole('button', { name: 'What is failing?' })).toBeVisible();
  await enterText(page, 'show version 2 of web-logs', field);
  await page.keyboard.press('Enter');
  await expect(nodeOf(page, 'Drop debug')).toBeVisible();
  await page.keyboard.type('edit it');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Save pipeline/ })).toBeVisible();
  await expect(field).toBeFocused();
});
