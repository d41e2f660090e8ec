import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

banMouseInFile();
const running = productOfFile();

let made = 0;

async function runningPipeline(name: string): Promise<Built & { port: number }> {
  made += 1;
  const port = await freePort();
  const built = await buildPipeline(running.api, running.siteId, {
    name,
    source: { name: `In ${made}`, templateId: 'tcp', config: { port } },
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {} }],
    sinks: [
      {
        name: `Out ${made}`,
        templateId: 'file',
        config: { path: join(running.product.dataFolder, `deploy-${made}.ndjson`) },
      },
    ],
  });
  await deployPipeline(running.api, built);
  return { ...built, port };
}

async function saveVersionTwo(built: Built, port: number): Promise<void> {
  const { pipelineId, transformIds, sinkIds } = built;
  const config = { port };
  const { id } = await running.api.call('createSource', {
    body: { source: { siteId: running.siteId, name: `Edge ${made}`, templateId: 'tcp', config } },
  });
  const [parse = ''] = transformIds;
  const edges = {
    [id]: { nodeIds: [parse] },
    [parse]: { nodeIds: sinkIds },
  };
  await running.api.call('saveGraph', {
    ifMatch: 1,
    body: { pipelineId, edges, metaInfo: {}, versionInfo: { pipelineId, name: 'edge' } },
  });
}

const open = async (page: Page, { pipelineId }: Built, mode = '') => {
  await page.goto(`${running.product.url}/pipelines/${pipelineId}${mode}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const strip = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

async function deployByKey(page: Page): Promise<void> {
  await page.keyboard.press('Shift+D');
  const dialog = page.getByRole('dialog', { name: 'Deploy Pipeline' });
  await expect(dialog).toContainText('Are you sure you want to deploy changes made to');
  await expect(dialog.getByRole('button', { name: 'Deploy' })).toBeFocused();
  await page.keyboard.press('Enter');
}

test('a failing deployment: dialog, phases, rollback with reason [R4-61 … R4-64, R4-87]', async ({
  page,
}) => {
  const built = await runningPipeline('Fails to deploy');
  const taken = await freePort();
  await saveVersionTwo(built, taken);
  const other = createServer().listen(taken, '127.0.0.1');
  await once(other, 'listening');

  await open(page, built, '?mode=edit');
  await expect(page.getByRole('textbox', { name: 'Description', exact: true })).toBeVisible();
  await runByPalette(page, 'Deploy');
  const dialog = page.getByRole('dialog', { name: 'Deploy Pipeline' });
  await expect(dialog).toContainText('Are you sure you want to deploy changes made to Fails to deploy?');
  await expect(dialog).toContainText('Changes since v1 (running)');
  await expect(dialog.getByRole('region', { name: 'Changes' })).toContainText(`Edge ${made} added`);
  await expect(dialog.getByRole('region', { name: 'Validation' })).toContainText('Valid: 3 nodes');
  await expect(dialog.getByRole('region', { name: 'Destinations' })).toContainText(
    `Out ${made} keeps receiving events`,
  );
  await expect(dialog.getByRole('button', { name: 'Deploy' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(toast(page, 'Pipeline scheduled for deployment')).toBeVisible();
  await expect(toast(page, 'Pipeline deployment failed!')).toBeVisible();
  const told = strip(page, 'v2 could not be deployed; v1 runs on');
  await expect(told).toContainText(`'Edge ${made}': TCP port ${taken} on 127.0.0.1 is already in use`);
  await expect(told.getByRole('listitem').filter({ hasText: 'Starting' })).toContainText('failed');
  await expect(page.getByText('rolled back').first()).toBeVisible();
  expect(await running.api.pipeline(built.pipelineId)).toMatchObject({
    status: 'ROLLED_BACK',
    deployedGraphVersion: 1,
  });

  other.close();
  await deployByKey(page);
  await expect(strip(page, 'v2 runs')).toBeVisible();
  await expect(told).toBeHidden();
});

test.describe('nothing has changed [R4-68, R4-73 … R4-76, R4-78, R4-79, R8-45]', () => {
  test('keep editing, or force every node to restart', async ({ page }) => {
    const built = await runningPipeline('Forced');
    const sender = connect(built.port, '127.0.0.1');
    await once(sender, 'connect');
    const ended = once(sender, 'close');

    await open(page, built);
    await page.keyboard.press('e');
    await expect(page.getByRole('textbox', { name: 'Description', exact: true })).toBeVisible();
    await runByPalette(page, 'Deploy');
    const dialog = page.getByRole('dialog', { name: 'Pipeline has not changed' });
    await expect(dialog).toContainText('The pipeline is already saved and deployed to the latest version.');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Description', exact: true })).toBeVisible();

    await runByPalette(page, 'Deploy');
    await expect(dialog.getByRole('button', { name: 'Force Deploy' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Pipeline scheduled for force deployment')).toBeVisible();
    await expect(strip(page, 'v1 runs')).toBeVisible();
    // The source restarted: senders must reconnect.
    await ended;
    const { deployment } = await running.api.call('getDeployment', {
      path: { pipelineId: built.pipelineId },
    });
    expect(deployment).toMatchObject({ isForced: true, outcome: 'DEPLOYED' });
  });
});

test('a key shows the lifecycle: state, ways out, and reasons [E1]', async ({ page }) => {
  const built = await runningPipeline('Lives');
  await open(page, built);
  await expect(page.getByRole('button', { name: /^Source, TCP lines/ })).toBeVisible();
  await page.keyboard.press('h');
  const dialog = page.getByRole('dialog', { name: 'Lifecycle of Lives' });
  await expect(dialog.getByRole('radio', { name: 'Deployed, now' })).toBeFocused();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Cancel action' })).toContainText(
    'Nothing to cancel: no action is pending',
  );
  await tabTo(page, dialog.getByRole('radio', { name: 'Deployed, now' }));
  await page.keyboard.press('ArrowUp');
  const chosen = dialog.getByRole('radio', { checked: true });
  await expect(chosen).not.toHaveAccessibleName('Deployed, now');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
