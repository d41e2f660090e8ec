import { join } from 'node:path';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { nodeOf } from './support/graph.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { rowOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

test('insights show fields and patterns; a finding opens the editor [R1-17, R2.4-60, R2.4-61]', async ({
  page,
}) => {
  const { api, siteId, product } = running;
  const built = await buildPipeline(api, siteId, {
    name: 'Application logs',
    source: {
      name: 'Application',
      templateId: 'generator',
      config: { format: 'json', eventsPerSecond: 200 },
    },
    transforms: [{ name: 'Parse JSON', templateId: 'parse_json', config: {} }],
    sinks: [{ name: 'File', templateId: 'file', config: { path: join(product.dataFolder, 'logs.ndjson') } }],
  });
  await deployPipeline(api, built);
  await page.goto(`${product.url}/pipelines/${built.pipelineId}`);
  await expect(page.getByRole('heading', { name: 'Application logs', level: 1 })).toBeVisible();
  // What is added later is opened, not the node that has the focus now.
  await expect(page.locator('[data-node]:focus')).toBeVisible();
  await page.keyboard.press('3');
  await expect(page.getByRole('tab', { name: /Data Insights/ })).toHaveAttribute('aria-selected', 'true');
  // 200 events arrive per second, and 1,000 are enough.
  await expect(page.getByRole('status').filter({ hasText: 'captured at' })).toContainText('events,', {
    timeout: 20_000,
  });
  await expect(rowOf(page, 'Fields', 'message')).toContainText('string');

  await page.keyboard.press('w');
  const forms = page.getByRole('grid', { name: 'Event patterns' });
  await expect(forms.getByRole('row').nth(1)).toContainText('%');
  await page.keyboard.press('w');

  const findings = page.getByRole('region', { name: 'Possible savings' });
  // Each finding is measured by running the changed graph, and also shows its estimate.
  const first = findings.getByRole('listitem').first();
  await expect(findings).not.toContainText('being measured', { timeout: 30_000 });
  await expect(first).toContainText(
    /destinations get [1-9][\d.]*% \([^)]+\) less.*measured, estimated [1-9][\d.]*%/,
  );
  const title = await findings.getByRole('button').first().getAttribute('aria-label');
  await tabTo(page, findings.getByRole('button').first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Save pipeline|Save as draft/ }).first()).toBeVisible();
  expect(title).toMatch(/^(?:Remove the field|Drop them|Sample it): /);
  const panel = page.getByRole('complementary');
  await expect(panel).toBeVisible();
  const name = (await panel.getAttribute('aria-label')) ?? '';
  await expect(nodeOf(page, name)).toHaveAccessibleName(/, new/);
  const trial = page.getByRole('region', { name: 'Preview' });
  await expect(trial).toContainText(`at ${name}`, { timeout: 30_000 });
  await expect(trial).toContainText(/−[\d.]+% at .*in total/);
  await nodeOf(page, name).focus();
  await page.keyboard.press('Control+z');
  await expect(nodeOf(page, name)).toBeHidden();
});
