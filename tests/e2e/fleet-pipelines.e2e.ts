import { banMouseInFile } from './support/keyboard.ts';
import { choose, paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

type Chain = { name: string; templateId: string; config: Record<string, unknown> };

/** Saves the next version: a file, one transform and an OTLP receiver. */
async function makePipeline() {
  const { api, siteId } = running;
  const source = { name: 'App log', siteId, templateId: 'file_tail', config: { path: '/var/log/app.log' } };
  const config = { url: 'https://logs.example.com', auth: 'bearer', token: 'a-secret' };
  const sink = { name: 'Central', siteId, templateId: 'otlp_http', config };
  const { id: sourceId } = await api.call('createSource', { body: { source } });
  const { id: sinkId } = await api.call('createSink', { body: { sink } });
  const { id: pipelineId } = await api.call('createPipeline', {
    body: { pipeline: { name: 'Edge', siteId } },
  });
  return async (step: Chain) => {
    const { transformIds } = await api.call('createTransforms', {
      body: { transforms: [{ ...step, pipelineId }] },
    });
    const [id = ''] = transformIds;
    const edges = { [sourceId]: { nodeIds: [id] }, [id]: { nodeIds: [sinkId] } };
    const body = { pipelineId, edges, versionInfo: { pipelineId, name: '' } };
    await api.call('saveGraph', { ifMatch: '*', body });
  };
}

test('a pipeline becomes a fleet configuration by keyboard, and updates it [R2.1-47, R2.1-49]', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const { product } = running;
  const save = await makePipeline();
  const rule = { field: 'message', operator: 'contains', value: 'error' };
  const match = { match: 'all', rules: [rule] };
  await save({ name: 'Keep errors', templateId: 'filter', config: { action: 'keep', match } });
  await page.goto(`${product.url}/fleetManager/configurations`);
  await expect(page.getByRole('button', { name: 'From a pipeline' })).toBeVisible();
  await page.keyboard.press('Shift+F');
  await expect(paletteOf(page).getByRole('option', { name: 'Edge' })).toBeVisible();
  await choose(page, 'Edge');
  const form = page.getByRole('form', { name: 'New configuration' });
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Edge');
  await expect(form.getByText('PENSTOCK_CENTRAL', { exact: true })).toBeVisible();
  await expect(form.getByText('YAML and references are right.')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'The configuration was created')).toBeVisible();

  const opened = page.getByRole('form', { name: 'Edit Edge' });
  await expect(opened.getByText('Made from version 1 of Edge, its newest version.')).toBeVisible();
  await save({ name: 'One in ten', templateId: 'sample', config: {} });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+U');
  const refused = page.getByRole('region', { name: 'Edge on Collectors' });
  await expect(refused.getByRole('link', { name: 'One in ten' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/pipelines\/\d+\?.*node=/);
});
