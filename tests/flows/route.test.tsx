import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { graphOf, nodeOf, panelOf, totalOf } from '../e2e/support/graph.ts';
import { banMouseInFile } from '../e2e/support/keyboard.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { ROUTE, routedPipeline } from '../e2e/support/routed.ts';
import { expect, test } from '../e2e/support/test.ts';
import { eventually } from '../harness/eventually.ts';
import { deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';

const running = productOfFile();
banMouseInFile();

const EVENTS = Array.from({ length: 30 }, (_, id) => ({ id, level: id % 5 === 0 ? 'error' : 'info' }));
const written = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);

test('a deployed route: each connection shows its count [R3-15]', async ({ page }) => {
  const port = await freePort();
  const pathOf = (name: string) => join(running.product.dataFolder, 'route', `${name}.ndjson`);
  const file = (name: string) => ({ name, templateId: 'file', config: { path: pathOf(name) } });
  const built = await routedPipeline(running, {
    name: 'By level',
    source: { name: 'Orders', templateId: 'http_server', config: { port } },
    sinks: [file('Alerts'), file('Archive')],
  });
  await deployPipeline(running.api, built);
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}`);
  await expect(nodeOf(page, ROUTE)).toBeVisible();
  await page.keyboard.press('m');
  await nodeOf(page, ROUTE).press('Enter');
  const outputs = panelOf(page, ROUTE).getByRole('region', { name: 'Outputs' });
  await expect(outputs.getByRole('listitem')).toHaveCount(2);
  const [byErrors, unmatched] = [outputs.getByRole('listitem').nth(0), outputs.getByRole('listitem').nth(1)];
  await expect(byErrors).toContainText('to Alerts0 events in the last ');

  const body = EVENTS.map((event) => JSON.stringify(event)).join('\n');
  const { status } = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body });
  expect(status).toBe(200);
  const errors = EVENTS.filter(({ level }) => level === 'error');
  const others = EVENTS.filter(({ level }) => level !== 'error');
  await eventually(() => expect(written(pathOf('Alerts'))).toEqual(errors));
  await eventually(() => expect(written(pathOf('Archive'))).toEqual(others));

  await expect(byErrors).toContainText(`errorsto Alerts${errors.length} events in the last `);
  await expect(unmatched).toContainText(`to Archive${others.length} events in the last `);
  await expect(totalOf(page, ROUTE, 'Events out')).toHaveText(String(EVENTS.length));
  await expect(totalOf(page, ROUTE, 'Events dropped by rule')).toHaveText('0');
  for (const [sink, events] of [
    ['Alerts', errors],
    ['Archive', others],
  ] as const) {
    await nodeOf(page, sink).press('Enter');
    await expect(totalOf(page, sink, 'Events in')).toHaveText(String(events.length));
  }
  await expect(
    graphOf(page)
      .getByText(/events\/s/)
      .first(),
  ).toBeVisible();
});
