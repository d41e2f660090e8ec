import { join } from 'node:path';
import { haltEngine } from '../harness/engine-process.ts';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { nodeOf } from './support/graph.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

banMouseInFile();
const running = productOfFile({ env: { PENSTOCK_ENGINE_SILENCE: '6' } });

test('a hanging deployment shows its phase, and is canceled [R4-128]', async ({ page }) => {
  test.slow();
  const { api, siteId, product } = running;
  const built = await buildPipeline(api, siteId, {
    name: 'Hangs',
    source: { name: 'In', templateId: 'tcp', config: { port: await freePort() } },
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {} }],
    sinks: [{ name: 'Out', templateId: 'file', config: { path: join(product.dataFolder, 'out.ndjson') } }],
  });
  await deployPipeline(api, built);
  const { pipelineId, sourceId, transformIds, sinkIds } = built;
  const [parse = ''] = transformIds;
  await api.call('saveGraph', {
    ifMatch: 1,
    body: {
      pipelineId,
      edges: { [sourceId]: { nodeIds: [parse] }, [parse]: { nodeIds: sinkIds } },
      metaInfo: { [parse]: { disabled: true } },
      versionInfo: { pipelineId, name: 'without' },
    },
  });

  await page.goto(`${product.url}/pipelines/${pipelineId}`);
  await nodeOf(page, 'Parse').press('Shift+D');
  const dialog = page.getByRole('dialog', { name: 'Deploy Pipeline' });
  await expect(dialog.getByRole('button', { name: 'Deploy' })).toBeFocused();
  haltEngine(product.dataFolder);
  await page.keyboard.press('Enter');

  const strip = (title: string) => page.getByRole('region', { name: title, exact: true });
  const told = strip('Deploying v2');
  await expect(told.getByRole('listitem').filter({ hasText: 'Validating' })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await expect(told).toContainText(/\d+s/);
  await page.keyboard.press('Shift+K');
  // The hung engine is ended and restarted before the rollback.
  await expect(strip('Deployment of v2 cancelled; v1 runs on')).toBeVisible({ timeout: 40_000 });
  expect(await api.pipeline(pipelineId)).toMatchObject({
    status: 'DEPLOYED',
    pendingAction: 'NOP',
    deployedGraphVersion: 1,
    pendingGraphVersion: 2,
  });
});
