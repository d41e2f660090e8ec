// Slow: a pipeline of 30 nodes goes out and in again in a browser.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { choose, openPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { rowOf } from './support/screen.ts';
import { expect, refused, test } from './support/test.ts';

test.use({ expectedFaults: refused(400, 412) });

banMouseInFile();
const running = productOfFile();

/** A source, 24 transforms in three branches of eight, and five destinations. */
function definitionOf30(): string {
  const sinks = Array.from({ length: 5 }, (_, index) => `keep ${index + 1}`);
  const branch = (name: string, ends: string[]) =>
    Array.from({ length: 8 }, (_, index) => {
      const next = index < 7 ? [`${name} ${index + 2}`] : ends;
      return [
        `      - transform: ${name} ${index + 1}`,
        '        type: remove_fields',
        '        config:',
        '          fields:',
        `            - ${name}.f${index + 1}`,
        '          removeNull: false',
        '          removeEmpty: false',
        '          onError: keep',
        '        to:',
        ...next.map((one) => `          - ${one}`),
      ];
    });
  const branches = [
    branch('a', ['keep 1']),
    branch('b', ['keep 2', 'keep 3']),
    branch('c', ['keep 4', 'keep 5']),
  ];
  // Along the flow, across the branches.
  const entries = Array.from({ length: 8 }, (_, index) => branches.flatMap((one) => one[index] ?? [])).flat();
  return [
    'format: penstock/v2',
    '',
    'sources:',
    '  - name: thirty in',
    '    type: tcp',
    '    config:',
    '      address: 127.0.0.1',
    '      port: 24790',
    '      maxLineBytes: 1048576',
    '      longLines: dead_letter',
    '      maxConnections: 1000',
    '      permittedSenders: []',
    '      tls: false',
    '      tlsMinVersion: TLSv1.2',
    '',
    'destinations:',
    sinks
      .map((name) =>
        [
          `  - name: ${name}`,
          '    type: blackhole',
          '    config:',
          '      batch:',
          '        maxEvents: 10000',
          '        maxBytes: 8388608',
          '        timeoutMs: 0',
          '      buffer:',
          '        mode: disk',
          '        maxBytes: 268435456',
          '        whenFull: block',
          '',
        ].join('\n'),
      )
      .join('\n'),
    'pipelines:',
    '  - name: thirty nodes',
    '    graph:',
    '      - source: thirty in',
    '        to:',
    '          - a 1',
    '          - b 1',
    '          - c 1',
    ...entries,
    '',
  ].join('\n');
}

async function haveThirty(): Promise<void> {
  const query = { siteId: running.siteId };
  const { etag } = await running.api.send('exportPipelines', { query });
  const body = { definition: definitionOf30() };
  await running.api.call('importPipelines', { query, body, ifMatch: etag?.replaceAll('"', '') ?? '' });
}

const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Import definition' });
const review = (page: Page) => page.getByRole('dialog', { name: 'Review the import' });

async function openImport(page: Page): Promise<void> {
  await page.goto(`${running.product.url}/pipelines`);
  await expect(page.getByRole('heading', { name: 'Pipelines', level: 1 })).toBeVisible();
  await page.keyboard.press('i');
  await expect(importDialog(page).getByRole('textbox')).toBeFocused();
}

async function give(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
  await page.keyboard.press('Control+Enter');
}

test('30 nodes from YAML equal what is saved, byte for byte', async ({ page }) => {
  const { api, siteId } = running;
  const text = definitionOf30();
  await openImport(page);

  await test.step('a slip is told with line, column and path; nothing is stored', async () => {
    await give(page, text.replace('- a 1\n', '- a one\n'));
    await expect(importDialog(page).getByRole('alert')).toContainText(
      "pipelines.0.graph.0.to.0: There is no transform or destination 'a one'",
    );
    await expect(importDialog(page).getByRole('alert')).toContainText(/Line \d+, column 13/);
    expect((await api.call('listPipelines', { query: { siteIds: [siteId] } })).pipelines).toEqual([]);
  });

  await test.step('the plan is reviewed, then applied', async () => {
    await tabTo(page, importDialog(page).getByRole('textbox'), 'Shift+Tab');
    await give(page, text);
    await expect(review(page)).toContainText('7 things created');
    await expect(review(page).getByRole('listitem').filter({ hasText: 'thirty nodes' })).toContainText(
      'new pipeline',
    );
    await expect(review(page).getByRole('button', { name: 'Import' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(review(page)).toBeHidden();
    await expect(rowOf(page, 'Pipelines', 'thirty nodes')).toContainText('Not Deployed');
  });

  const [pipeline] = (await api.call('listPipelines', { query: { siteIds: [siteId] } })).pipelines;
  const pipelineId = pipeline?.id ?? '';
  const { graph } = await api.call('getGraph', { path: { pipelineId, graphVersion: 1 }, query: {} });
  expect(Object.keys(graph.nodes)).toHaveLength(30);
  const { definition } = await api.call('getPipelineDefinition', { path: { pipelineId } });
  expect(definition).toBe(text);
});

test('an exported file changes nothing when imported again', async ({ page }, info) => {
  const { api, siteId } = running;
  await haveThirty();
  await page.goto(`${running.product.url}/pipelines`);
  await expect(rowOf(page, 'Pipelines', 'thirty nodes')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('a');
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Export thirty nodes' });
  await expect(dialog.getByRole('group', { name: 'Definition as YAML' })).toContainText(
    'format: penstock/v2',
  );
  await tabTo(page, dialog.getByRole('button', { name: 'Save as file' }));
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toMatch(/^thirty-nodes-\d{8}-\d{4}\.yaml$/);
  const path = info.outputPath('exported.yaml');
  await download.saveAs(path);
  const text = readFileSync(path, 'utf8');
  const { definition } = await api.call('exportPipelines', { query: { siteId } });
  expect(text).toBe(definition);

  // Must be registered before the key is pressed.
  const chooser = page.waitForEvent('filechooser');
  await openImport(page);
  await tabTo(page, importDialog(page).getByRole('button', { name: 'Choose a file' }));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(path);
  await expect(importDialog(page).getByRole('textbox')).toHaveValue(text);
  await tabTo(page, importDialog(page).getByRole('button', { name: 'Show the plan' }));
  await page.keyboard.press('Enter');
  await expect(review(page)).toContainText('7 things unchanged');
  await expect(review(page).getByRole('button', { name: 'Import' })).toHaveAccessibleDescription(
    'Nothing to import: everything already matches the definition',
  );
  await page.keyboard.press('Escape');
  await expect(review(page)).toBeHidden();
});

test('an overtaken plan is reviewed again before it is applied', async ({ page }) => {
  const { api, siteId } = running;
  await haveThirty();
  const { definition } = await api.call('exportPipelines', { query: { siteId } });
  const { etag } = await api.send('exportPipelines', { query: { siteId } });
  await openImport(page);
  await give(page, definition.replace('- a.f1\n', '- mine\n'));
  await expect(review(page)).toContainText('a.f1');
  await api.call('importPipelines', {
    query: { siteId },
    body: { definition: definition.replace('- a.f1\n', '- theirs\n') },
    ifMatch: etag?.replaceAll('"', '') ?? '',
  });
  await page.keyboard.press('Enter');
  await expect(review(page).getByRole('status')).toContainText('Something changed in the meantime');
  await expect(review(page)).toContainText('theirs');
  await page.keyboard.press('Enter');
  await expect(review(page)).toBeHidden();
  const after = (await api.call('exportPipelines', { query: { siteId } })).definition;
  expect(after).toBe(definition.replace('- a.f1\n', '- mine\n'));
});

test('this pipeline is exported from its own screen, by the palette', async ({ page }) => {
  const { api, siteId } = running;
  await haveThirty();
  const [pipeline] = (await api.call('listPipelines', { query: { siteIds: [siteId] } })).pipelines;
  await page.goto(`${running.product.url}/pipelines/${pipeline?.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openPalette(page);
  await choose(page, 'Export this pipeline');
  await expect(page.getByRole('dialog', { name: 'Export thirty nodes' })).toContainText('penstock/v2');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});
