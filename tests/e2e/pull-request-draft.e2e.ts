// Slow: two whole flows from edits on several screens to a raised request.
import { freePort } from '../harness/product.ts';
import { violations } from './support/axe.ts';
import { nodeOf } from './support/graph.ts';
import { banMouseInFile, enterText, tabTo, typeInto } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { manageSite } from './support/raised.ts';
import { toast } from './support/screen.ts';
import { exampleSite } from './support/screens.ts';
import { createShoot } from './support/shots.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

const WITHIN = { timeout: 60_000 };

test('changes are collected, edited, dropped and raised as one, by keyboard [R1-32, R6-47]', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const { product, api, siteId } = running;
  const shoot = createShoot(page, 'draft');
  const { pipelineId } = await exampleSite(running);
  const source = { name: 'Side door', siteId, templateId: 'tcp', config: { port: await freePort() } };
  const { id: sourceId } = await api.call('createSource', { body: { source } });
  await manageSite(running, true);

  await page.goto(`${product.url}/pipelines/${pipelineId}?mode=edit`);
  await expect(nodeOf(page, 'Drop debug')).toBeVisible(WITHIN);
  await nodeOf(page, 'Drop debug').focus();
  await page.keyboard.press('Shift+X');
  await page.keyboard.press('Alt+r');
  const dialog = page.getByRole('dialog', { name: 'Raise PR' });
  await tabTo(page, dialog.getByRole('button', { name: 'Add to draft' }));
  await shoot('dialog');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Added to your draft, which has 1 change')).toBeVisible(WITHIN);
  const mark = page.getByRole('link', { name: /^Draft/ });
  await expect(mark).toContainText('1', WITHIN);
  expect((await api.call('getPipeline', { path: { pipelineId } })).pipeline.latestGraphVersion).toBe(1);

  await page.goto(`${product.url}/destinations?create=blackhole`);
  const form = page.getByRole('form');
  await typeInto(page, form.getByRole('textbox', { name: /^Name/ }), 'Nowhere');
  await tabTo(page, form.getByRole('button', { name: 'Add to draft' }));
  await shoot('form');
  await page.keyboard.press('Enter');
  await expect(mark).toContainText('2', WITHIN);

  await page.goto(`${product.url}/sources/${sourceId}`);
  await expect(page.getByRole('heading', { name: 'Side door' })).toBeVisible(WITHIN);
  await runByPalette(page, 'Delete source');
  await expect(page.getByRole('dialog').getByText(/With it goes your draft/)).toBeVisible(WITHIN);
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Add to draft' }));
  await shoot('delete');
  await page.keyboard.press('Enter');
  await expect(mark).toContainText('3', WITHIN);

  await page.goto(`${product.url}/events/pullRequests`);
  const panel = page.getByRole('complementary', { name: 'Your draft' });
  await expect(panel.getByRole('listitem')).toHaveCount(3, WITHIN);
  expect(await violations(page)).toEqual([]);
  await shoot('panel');
  await tabTo(page, panel.getByRole('button', { name: 'Drop Side door' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Drop', exact: true }));
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('listitem')).toHaveCount(2, WITHIN);

  await tabTo(page, panel.getByRole('button', { name: 'Edit Nowhere' }));
  await page.keyboard.press('Enter');
  await expect(form.getByRole('textbox', { name: /^Name/ })).toHaveValue('Nowhere', WITHIN);
  await typeInto(page, form.getByRole('textbox', { name: /^Description/ }), 'For nothing');
  await tabTo(page, form.getByRole('button', { name: 'Add to draft' }));
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Added to your draft, which has 2 changes')).toBeVisible(WITHIN);

  await page.goto(`${product.url}/events/pullRequests`);
  await tabTo(page, panel.getByRole('button', { name: 'Edit Web logs' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Raise PR/ }).first()).toBeVisible(WITHIN);
  await expect(toast(page, 'Opened as your draft of a pull request has it')).toBeVisible(WITHIN);
  await expect(page.getByRole('button', { name: /^Raise PR/ }).first()).toBeEnabled();
  await page.keyboard.press('Alt+r');
  await expect(dialog.getByText(/With it goes your draft: 'Nowhere'/)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`${product.url}/events/pullRequests`);
  await typeInto(page, panel.getByRole('textbox', { name: /^Comment/ }), 'One for all');
  await tabTo(page, panel.getByRole('button', { name: /^Raise PR/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText(/create destination 'Nowhere'/)).toBeVisible(WITHIN);
  await shoot('review');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Pull request raised successfully')).toBeVisible(WITHIN);
  await expect(mark).toHaveCount(0);
  const rows = page.getByRole('treegrid', { name: 'Pull requests' }).getByRole('row');
  await expect(rows.filter({ hasText: 'One for all' })).toContainText('Web logs, Nowhere', WITHIN);
  await shoot('raised');
});

test('an import and a proposal of the assistant join the draft, by keyboard [R1-32, R6-47]', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const { product, api, siteId } = running;
  const shoot = createShoot(page, 'draft');
  const list = async () => (await api.call('listPipelines', { query: { siteIds: [siteId] } })).pipelines;
  // The test before leaves one.
  if ((await list()).length === 0) await exampleSite(running);
  await manageSite(running, true);
  await api.call('deleteChangesetDraft', { query: { siteId } });
  const before = (await list()).map(({ name }) => name).sort();
  const text = `format: penstock/v2
sources:
  - {name: front door, type: tcp, config: {port: ${await freePort()}}}
destinations:
  - {name: void, type: blackhole}
pipelines:
  - name: door logs
    graph:
      - {source: front door, to: [Parse]}
      - {transform: Parse, type: parse_json, to: [void]}
`;

  await page.goto(`${product.url}/pipelines`);
  await expect(page.getByRole('heading', { name: 'Pipelines', level: 1 })).toBeVisible(WITHIN);
  await page.keyboard.press('i');
  await expect(page.getByRole('dialog', { name: 'Import definition' }).getByRole('textbox')).toBeFocused(
    WITHIN,
  );
  await page.keyboard.insertText(text);
  await page.keyboard.press('Control+Enter');
  const review = page.getByRole('dialog', { name: 'Review the import' });
  await expect(review.getByRole('button', { name: /^Raise PR/ })).toBeFocused(WITHIN);
  await expect(review.getByText(/until the pull request is merged/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await shoot('import');
  await tabTo(page, review.getByRole('button', { name: 'Add to draft' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Added to your draft, which has 3 changes')).toBeVisible(WITHIN);
  const mark = page.getByRole('link', { name: /^Draft/ });
  await expect(mark).toContainText('3', WITHIN);
  expect((await list()).map(({ name }) => name).sort()).toEqual(before);

  await page.keyboard.press('Control+i');
  await expect(page.getByText('Hi, I am your pipeline assistant.')).toBeVisible(WITHIN);
  await expect(page.getByRole('list', { name: 'Prompts' })).toBeVisible(WITHIN);
  const message = page.getByRole('textbox', { name: 'Message to the assistant' });
  await expect(message).toBeFocused(WITHIN);
  await enterText(page, 'Drop debug from Web logs', message);
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: "Proposal: Change 'Web logs'" });
  await expect(card.getByText('Proposed')).toBeVisible(WITHIN);
  await expect(card.getByRole('button', { name: /^Add to draft/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await shoot('proposal');
  await page.keyboard.press('Control+Enter');
  await expect(card.getByText('In your draft')).toBeVisible(WITHIN);
  await expect(mark).toContainText('4', WITHIN);
  await shoot('proposed');
  await tabTo(page, card.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  await expect(card.getByText('Dropped')).toBeVisible(WITHIN);
  await expect(mark).toContainText('3', WITHIN);
});
