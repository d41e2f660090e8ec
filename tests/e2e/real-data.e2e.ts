import { statSync } from 'node:fs';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { ACCESS_LOG, accessLogPipeline, countWithAwk, hasAccessLog } from '../real-data/apache.ts';
import { nodeOf, panelOf, totalOf } from './support/graph.ts';
import { productOfFile } from './support/product.ts';
import { formatBytes, formatPercent, metric, stateCell } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const count = (value: number): string => value.toLocaleString('en-US');

/** Bytes of the written events, without newlines. */
const payloadBytes = (path: string, lines: number): number => statSync(path).size - lines;

if (hasAccessLog) {
  const running = productOfFile();

  test('an access log: figures equal awk, to event and byte', async ({ page }) => {
    const { api, siteId, product } = running;
    const expected = countWithAwk(product.dataFolder);
    expect(expected.bytes).toBe(statSync(ACCESS_LOG).size - expected.lines);
    const spec = accessLogPipeline(product.dataFolder);
    const built = await buildPipeline(api, siteId, spec);
    await deployPipeline(api, built);
    const output = String(spec.sinks[0]?.config.path);

    await page.goto(`${product.url}/pipelines/${built.pipelineId}`);
    for (const [node, label, value] of [
      ['Access log file', 'Events out', expected.lines],
      ['Parse access log', 'Events in', expected.lines],
      ['Drop static assets', 'Events in', expected.lines],
      ['Drop static assets', 'Events dropped by rule', expected.dropped],
      ['Drop static assets', 'Events out', expected.kept],
      ['Keep seven fields', 'Events out', expected.kept],
      ['Reduced log', 'Events in', expected.kept],
      ['Reduced log', 'Events out', expected.kept],
    ] as const) {
      if (!(await panelOf(page, node).isVisible())) await nodeOf(page, node).press('Enter');
      await expect(totalOf(page, node, label), `${node}: ${label}`).toHaveText(count(value), {
        timeout: 20_000,
      });
    }
    const written = payloadBytes(output, expected.kept);
    await expect(totalOf(page, 'Reduced log', 'Bytes out')).toHaveText(count(written));
    await nodeOf(page, 'Access log file').press('Enter');
    await expect(totalOf(page, 'Access log file', 'Bytes in')).toHaveText(count(expected.bytes));

    await expect(metric(page, 'Summary', 'Total Input')).toContainText(formatBytes(expected.bytes));
    await expect(metric(page, 'Summary', 'Total Output')).toContainText(formatBytes(written));
    const saved = formatPercent(100 * (1 - written / expected.bytes));
    await expect(metric(page, 'Summary', 'Optimization')).toContainText(saved);

    await page.goto(`${product.url}/dashboard`);
    await expect(stateCell(page, 'Pipelines by input', 'Access log', 'Deployed')).toBeVisible();
    await expect(metric(page, 'Site totals', 'Total Input')).toContainText(formatBytes(expected.bytes));
    await expect(metric(page, 'Site totals', 'Total Output')).toContainText(formatBytes(written));
    await expect(metric(page, 'Site totals', 'Optimization')).toContainText(saved);
  });
}
