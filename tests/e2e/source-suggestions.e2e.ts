// Slow: events of real files are read by an engine before anything is suggested.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { violations } from './support/axe.ts';
import { panelOf } from './support/graph.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

const TRACE = Array.from(
  { length: 8 },
  (_, n) =>
    `2026-11-21T10:00:0${n}Z ERROR api mail of a${n}@example.org refused\njava.io.IOException: closed\n\tat com.example.Mail.send(Mail.java:12)\n`,
).join('');

/** A running pipeline that follows a file; lines are written while the test waits. */
async function followFile(name: string) {
  const path = join(makeTempFolder(), 'app.log');
  appendFileSync(path, '');
  const built = await buildPipeline(running.api, running.siteId, {
    name,
    source: { name: `${name} file`, templateId: 'file_tail', config: { path } },
    transforms: [],
    sinks: [{ name: `${name} end`, templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(running.api, built);
  return { ...built, path };
}

const suggestionsOf = (page: Page) => page.getByRole('region', { name: 'Suggestions' });

test('source suggestions: framing found in real lines is used by keys, unsaved [R6-17, R6-25]', async ({
  page,
}) => {
  const { sourceId, path } = await followFile('Traces');
  await page.goto(`${running.product.url}/sources/${sourceId}`);
  await tabTo(page, page.getByRole('button', { name: 'Suggest from captured events' }));
  await page.keyboard.press('Alt+s');
  const region = suggestionsOf(page);
  await expect(region.getByText('Waiting for events of this source')).toBeVisible();
  const settings = region.getByRole('list', { name: 'Suggested settings' });
  await expect
    .poll(async () => {
      appendFileSync(path, TRACE);
      return settings.count();
    })
    .toBe(1);
  await expect(settings).toContainText(/\d+ lines become \d+ events/);
  await expect(settings).toContainText(/Fits \d+ of \d+ events/);
  expect(await violations(page)).toEqual([]);
  await tabTo(page, settings.getByRole('button', { name: /^Use Events of several lines/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Pattern', exact: true })).toHaveValue(/^\^\\d\{4\}/);
  await expect(settings).toBeHidden();
  const { source } = await running.api.call('getSource', { path: { id: sourceId } });
  expect(source.config).not.toHaveProperty('multilinePattern');
  // A step behind it would lose what is not saved.
  const steps = region.getByRole('list', { name: 'Next steps' });
  await tabTo(page, steps.getByRole('button', { name: /^Add Redact: Hide e-mail addresses/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Save the source first')).toBeVisible();
});

test('source suggestions: a transform is added behind the source as an unsaved step [R6-17, R6-25]', async ({
  page,
}) => {
  const { sourceId, path } = await followFile('Steps');
  await page.goto(`${running.product.url}/sources/${sourceId}`);
  const button = page.getByRole('button', { name: 'Suggest from captured events' });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  const steps = suggestionsOf(page).getByRole('list', { name: 'Next steps' });
  await expect
    .poll(async () => {
      appendFileSync(
        path,
        '2026-11-21T10:00:00Z INFO api[7] request of a@example.org took 34 ms\n'.repeat(20),
      );
      return steps.count();
    })
    .toBe(1);
  await tabTo(page, steps.getByRole('button', { name: /^Add Parse grok/ }));
  await page.keyboard.press('Enter');
  const panel = panelOf(page, 'Parse grok');
  await expect(panel.getByRole('textbox', { name: 'Pattern', exact: true })).toHaveValue(/TIMESTAMP_ISO8601/);
  await expect(page.getByText('is in the editor and not saved')).toBeVisible();
});

test('source suggestions: without events it says why and what to do [R6-17]', async ({ page }) => {
  const { sourceId } = await followFile('Quiet');
  await page.goto(`${running.product.url}/sources/${sourceId}`);
  await tabTo(page, page.getByRole('button', { name: 'Suggest from captured events' }));
  await page.keyboard.press('Enter');
  await expect(suggestionsOf(page).getByText(/No events arrived at 'Quiet' within 5 s/)).toBeVisible({
    timeout: 10_000,
  });
});

test('source suggestions: absent without formAssistantSource [R6-17]', async ({ page }) => {
  const { sourceId } = await followFile('Without');
  await page.route('**/v1/auth/orgs/features', async (route) => {
    const answer = await route.fetch();
    const { features }: { features: string[] } = await answer.json();
    const json = { features: features.filter((flag) => flag !== 'formAssistantSource') };
    await route.fulfill({ response: answer, json });
  });
  const isAnswered = page.waitForResponse('**/v1/auth/orgs/features');
  await page.goto(`${running.product.url}/sources/${sourceId}`);
  await isAnswered;
  await expect(page.getByRole('textbox', { name: /^Name/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Suggest from captured events' })).toHaveCount(0);
});
