// Slow: waits for captured events, and deploys twice.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { eventually } from '../harness/eventually.ts';
import { type Built, buildPipeline, deployPipeline, fetchComponentTotals } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { nodeOf, panelOf } from './support/graph.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { choose, openPalette, paletteOf, runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { expect, refused, test } from './support/test.ts';

test.use({ expectedFaults: refused(409) });

const running = productOfFile();
banMouseInFile();

/** Always the same 20 lines, so that the prediction for some holds for all. */
const LEVELS = ['debug', 'debug', 'info', 'warn'];
const LINES = Array.from({ length: 20 }, (_, at) => {
  const level = LEVELS[at % LEVELS.length];
  return JSON.stringify({ level, message: `${level} number ${at} ${'.'.repeat(at)}` });
});
const FILTER = 'Drop a level';

const send = (port: number) => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: LINES.join('\n') });

async function build(port: number, name: string): Promise<Built> {
  const { api, siteId, product } = running;
  const built = await buildPipeline(api, siteId, {
    name,
    source: { name: `App ${name}`, templateId: 'http_server', config: { port } },
    transforms: [
      { name: 'Parse', templateId: 'parse_json', config: {} },
      {
        name: FILTER,
        templateId: 'filter',
        config: {
          action: 'drop',
          match: { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'debug' }] },
        },
      },
    ],
    sinks: [
      {
        name: `Out ${name}`,
        templateId: 'file',
        config: { path: join(product.dataFolder, `${name}.ndjson`), format: 'ndjson' },
      },
    ],
  });
  await deployPipeline(api, built);
  return built;
}

const previewOf = (page: Page) => page.getByRole('region', { name: 'Preview', exact: true });

/** In percent; a reduction is negative. */
async function foretold(page: Page): Promise<number> {
  const text = await previewOf(page)
    .getByText(/^[−+]?[\d.]+% in total$/)
    .innerText();
  return Number(text.replace('−', '-').replace(/%.*/s, ''));
}

const droppedCount = (page: Page) => previewOf(page).getByRole('radio', { name: /^Dropped/ });

async function dropLevel(page: Page, level: string): Promise<void> {
  const panel = panelOf(page, FILTER);
  if (!(await panel.isVisible())) await nodeOf(page, FILTER).press('Enter');
  const field = panel.getByRole('textbox', { name: /value$/ });
  await field.press('Control+a');
  await page.keyboard.type(level);
  await expect(field).toHaveValue(level);
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

async function deploy(page: Page): Promise<void> {
  await nodeOf(page, FILTER).press('Shift+D');
  const confirm = dialogOf(page, 'Deploy Pipeline').getByRole('button', { name: /^Deploy/ });
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
}

/** In percent, since these totals. */
async function measured({ pipelineId, sourceId, sinkIds }: Built, port: number): Promise<number> {
  const { api, siteId } = running;
  const [sinkId = ''] = sinkIds;
  const read = async () => {
    const totals = await fetchComponentTotals(api, siteId, pipelineId);
    return {
      in: Number(totals[sourceId]?.totalInputDataBytes ?? 0),
      out: Number(totals[sinkId]?.totalOutputDataBytes ?? 0),
    };
  };
  const before = await read();
  const sent = LINES.reduce((sum, line) => sum + line.length, 0);
  expect((await send(port)).status).toBe(200);
  return eventually(async () => {
    const after = await read();
    expect(after.in - before.in).toBe(sent);
    expect(after.out).toBeGreaterThan(before.out);
    return 100 * (1 - (after.out - before.out) / sent);
  }, 20_000);
}

test('preview by keyboard: capture, change, pin, refusal, repair, measure', async ({ page }) => {
  test.setTimeout(300_000);
  const port = await freePort();
  const built = await build(port, 'one');
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}`);
  await expect(nodeOf(page, FILTER)).toBeVisible();

  await test.step('captures events at the source of the running pipeline', async () => {
    await page.keyboard.press('l');
    const dialog = dialogOf(page, 'Capture events');
    // Enter captures with the proposed values.
    await expect(dialog.getByRole('button', { name: /^Capture/ })).toBeFocused();
    await expect(dialog.getByRole('textbox', { name: 'For at most' })).toHaveValue('60');
    await typeInto(page, dialog.getByRole('textbox', { name: 'Or until' }), '40');
    await tabTo(page, dialog.getByRole('button', { name: /^Capture/ }));
    await page.keyboard.press('Enter');
    await expect(previewOf(page)).toContainText('Capturing at App one: 0 of 40 events');
    await send(port);
    await expect(previewOf(page)).toContainText('20 of 40 events');
    await send(port);
    await expect(previewOf(page)).toContainText('Captured at App one, 40 events');
  });

  let first = 0;
  await test.step('shows what the version on screen does with them, node by node', async () => {
    await nodeOf(page, FILTER).press('Enter');
    await expect(droppedCount(page)).toHaveAccessibleName('Dropped 20');
    await expect(nodeOf(page, FILTER)).toHaveAccessibleName(/predicted minus/);
    first = await foretold(page);
    expect(first).toBeLessThan(0);
    await page.keyboard.press(']');
    await expect(previewOf(page)).toContainText('2 of 40');
    await runByPalette(page, 'Filter events of the preview', 'Dropped');
    await expect(previewOf(page)).toContainText('of 20');
    await expect(previewOf(page)).toContainText('Dropped here: the event goes no further.');
    await runByPalette(page, 'Filter events of the preview', 'All');
  });

  let second = 0;
  await test.step('runs again by itself when the draft is changed', async () => {
    await nodeOf(page, FILTER).press('e');
    await tabTo(page, panelOf(page, FILTER).getByRole('textbox', { name: /value$/ }));
    await dropLevel(page, 'info');
    await expect(droppedCount(page)).toHaveAccessibleName('Dropped 10');
    second = await foretold(page);
    expect(second).toBeGreaterThan(first);
  });

  await test.step('keeps the events as a sample, and what comes out now as what is expected', async () => {
    await openPalette(page);
    await choose(page, 'Save as sample');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Four levels');
    await expect(paletteOf(page).getByRole('option', { selected: true })).toContainText('Save the events');
    await page.keyboard.press('Enter');
    await expect(previewOf(page)).toContainText('Four levels, 40 events');
    await runByPalette(page, 'Pin as test', 'At the destinations');
    await expect(page.getByText("Sample 'Four levels' pinned as a test")).toBeVisible();
  });

  await test.step('a draft that breaks it fails the test, with its first difference', async () => {
    await dropLevel(page, 'warn');
    await expect.poll(() => foretold(page)).not.toBe(second);
    await nodeOf(page, FILTER).press('Shift+W');
    const samples = dialogOf(page, 'Samples and tests');
    await expect(samples.getByRole('listitem').filter({ hasText: 'Four levels' })).toContainText('Failed');
    await expect(samples).toContainText(/Event \d+ at Out one is not as expected/);
    await page.keyboard.press('Escape');
    await expect(samples).toBeHidden();
  });

  await test.step('and is not deployed: the question names the test and leads to it', async () => {
    await deploy(page);
    const question = dialogOf(page, 'Deploy Pipeline');
    await expect(question).toContainText("1 of 1 test failed: 'Four levels'");
    await expect(question).toContainText("The test 'Four levels' fails. Correct the graph or the test");
    expect((await running.api.pipeline(built.pipelineId)).latestGraphVersion).toBe(built.version);
    await tabTo(page, question.getByRole('button', { name: 'Open the failing test' }));
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(panelOf(page, 'Out one')).toBeVisible();
    await expect(previewOf(page)).toContainText('Four levels, 40 events');
  });

  await test.step('repaired it passes and is deployed', async () => {
    await nodeOf(page, FILTER).press('Enter');
    await dropLevel(page, 'info');
    await nodeOf(page, FILTER).press('Shift+W');
    await expect(dialogOf(page, 'Samples and tests')).toContainText('The test passes on the graph');
    await page.keyboard.press('Escape');
    await expect(dialogOf(page, 'Samples and tests')).toBeHidden();
    await deploy(page);
    await expect(page.getByRole('button', { name: /^Edit Pipeline/ })).toBeVisible();
    await running.api.settled(built.pipelineId, 'DEPLOYED');
  });

  await test.step('what was foretold is what is measured', async () => {
    expect(Math.abs((await measured(built, port)) + second)).toBeLessThan(0.2);
  });
});

test('a test that stands against a deployment can be overruled by force', async ({ page }) => {
  const { api, product } = running;
  const built = await build(await freePort(), 'Forced');
  const [sinkId = ''] = built.sinkIds;
  await api.call('createSample', {
    body: {
      sample: {
        pipelineId: built.pipelineId,
        name: 'One line',
        events: [LINES[2] ?? ''],
        expected: { [sinkId]: [[LINES[2] ?? '']] },
        pinned: true,
      },
    },
  });
  await page.goto(`${product.url}/pipelines/${built.pipelineId}?mode=edit`);
  await dropLevel(page, 'info');
  await deploy(page);
  const question = dialogOf(page, 'Deploy Pipeline');
  await expect(question).toContainText("The test 'One line' fails");
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await api.pipeline(built.pipelineId)).latestGraphVersion).toBe(2);
  await openPalette(page);
  await page.keyboard.type('Force Deploy');
  const force = paletteOf(page).getByRole('option', { selected: true });
  await expect(force).toContainText('Force Deploy');
  // Until the saved version is read.
  await expect(force).not.toContainText('does not exist');
  await page.keyboard.press('Enter');
  await expect(paletteOf(page)).toContainText('v2 of Forced is deployed again');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await api.pipeline(built.pipelineId)).deployedGraphVersion, { timeout: 15_000 })
    .toBe(built.version + 1);
});
