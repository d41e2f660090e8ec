import { once } from 'node:events';
import { connect } from 'node:net';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { violations } from './support/axe.ts';
import { nodeOf, panelOf } from './support/graph.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

const LINES = Array.from({ length: 100 }, (_, index) => {
  const time = `2026-11-21T10:15:${String(index % 60).padStart(2, '0')}Z`;
  return index % 10 === 9
    ? `something else ${index}`
    : `${time} ${index % 2 ? 'INFO' : 'ERROR'} api[${index}] request ${index} of a@example.org`;
});

async function send(port: number, lines: readonly string[] = LINES): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.end(`${lines.join('\n')}\n`);
  await once(socket, 'close');
}

test('suggestions: a grok pattern found in events that flow is used by keys [R6-25, R3-77]', async ({
  page,
}) => {
  const port = await freePort();
  const built = await buildPipeline(running.api, running.siteId, {
    name: 'Suggested',
    source: { name: 'Lines in', templateId: 'tcp', config: { port } },
    transforms: [{ name: 'Read lines', templateId: 'parse_grok', config: { pattern: '%{GREEDYDATA:all}' } }],
    sinks: [{ name: 'Nowhere', templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(running.api, built);
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}?mode=edit`);
  await nodeOf(page, 'Read lines').press('Enter');
  const panel = panelOf(page, 'Read lines');
  await expect(panel.getByRole('button', { name: 'Suggest from captured events' })).toBeVisible();
  await page.keyboard.press('Alt+s');
  await expect(panel.getByText('Waiting for events')).toBeVisible();
  const found = panel.getByRole('list', { name: 'Suggested settings' });
  // Lines that came before the events were watched are gone.
  await expect
    .poll(async () => {
      await send(port);
      return found.count();
    })
    .toBe(1);
  await expect(found).toContainText(/Works on \d+ of \d+ events/);
  await expect(found).toContainText('level = ');
  await expect(found.getByRole('list', { name: 'Events it does not work on' })).toContainText(
    'something else',
  );
  await tabTo(page, found.getByRole('button', { name: /^Use / }).first());
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('textbox', { name: 'Pattern', exact: true })).toHaveValue(
    /%\{TIMESTAMP_ISO8601:timestamp\} %\{LOGLEVEL:level\}/,
  );
  await page.keyboard.press('Control+z');
  await expect(panel.getByRole('textbox', { name: 'Pattern', exact: true })).toHaveValue('%{GREEDYDATA:all}');
});

test('suggestions: fields that save volume are measured and removed by keys [R6-17, R6-18]', async ({
  page,
}) => {
  const port = await freePort();
  const built = await buildPipeline(running.api, running.siteId, {
    name: 'Slimmed',
    source: { name: 'Objects in', templateId: 'tcp', config: { port } },
    transforms: [
      { name: 'Read objects', templateId: 'parse_json', config: {} },
      { name: 'Slim', templateId: 'remove_fields', config: { fields: ['nothing'] } },
    ],
    sinks: [{ name: 'Nothing', templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(running.api, built);
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}?mode=edit`);
  await nodeOf(page, 'Slim').press('Enter');
  const panel = panelOf(page, 'Slim');
  await expect(panel.getByRole('button', { name: 'Suggest from captured events' })).toBeVisible();
  await page.keyboard.press('Alt+s');
  const found = panel.getByRole('list', { name: 'Suggested settings' });
  const objects = LINES.map((_, n) =>
    JSON.stringify({ n, host: 'web-1.example.internal', path: `/a/${n * 7}` }),
  );
  await expect
    .poll(async () => {
      await send(port, objects);
      return found.count();
    })
    .toBe(1);
  await expect(found).toContainText('host never changes');
  await expect(found).toContainText(/Saves \d+.*, measured on \d+ events that reach this node/);
  expect(await violations(page)).toEqual([]);
  await tabTo(page, found.getByRole('button', { name: 'Use host never changes' }));
  await page.keyboard.press('Enter');
  await expect(found.getByText('host never changes')).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(found.getByText('host never changes')).toBeVisible();
});
