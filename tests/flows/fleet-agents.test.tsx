import { joinFleet } from '../e2e/support/fleet.ts';
import { banMouseInFile, tabTo } from '../e2e/support/keyboard.ts';
import { openPalette, paletteOf } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { rowOf, toast } from '../e2e/support/screen.ts';
import { expect, test } from '../e2e/support/test.ts';
import { eventually } from '../harness/eventually.ts';
import { CAN, type HandmadeAgent, MANAGED } from '../harness/opamp.ts';

const running = productOfFile();
banMouseInFile();

/** It can restart, is ill, and reports packages; two others have gone. */
let first: HandmadeAgent;

test.beforeAll(async () => {
  const { api, siteId, product } = running;
  const { id: fleetId } = await api.call('createFleet', { body: { fleet: { siteId, name: 'Edge' } } });
  const { token } = await api.call('createFleetToken', { path: { fleetId }, body: {} });
  first = joinFleet(product.url, token, 1);
  const health = {
    healthy: false,
    componentHealthMap: {
      'pipeline:logs': {
        healthy: false,
        componentHealthMap: { 'exporter:otlp': { healthy: false, lastError: 'connection refused' } },
      },
    },
  };
  const version = { agentHasVersion: '0.148.0', serverOfferedVersion: '0.149.0' };
  const packages = {
    otelcol: { name: 'otelcol', ...version, status: 3, errorMessage: 'wrong signature' },
    opampsupervisor: { name: 'opampsupervisor', agentHasVersion: '0.149.0', status: 0 },
  };
  // The service refuses agents while it starts.
  await eventually(() =>
    first.hello({ health, capabilities: MANAGED | CAN.restart, packageStatuses: { packages } }),
  );
  for (const number of [2, 3]) {
    const agent = joinFleet(product.url, token, number);
    await agent.hello();
    await agent.say({ agentDisconnect: {} });
  }
});

test('several agents by keys and palette: restarted, deleted where disconnected', async ({ page }) => {
  await page.goto(`${running.product.url}/fleetManager/agents`);
  await expect(rowOf(page, 'Agents', 'host-3')).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('delete selected');
  await expect(paletteOf(page).getByRole('option', { name: /^Delete selected agents/ })).toContainText(
    'Select agents first',
  );
  await page.keyboard.press('Escape');

  await tabTo(page, page.getByRole('grid', { name: 'Agents' }));
  await page.keyboard.press('Control+a');
  await page.keyboard.press('a');
  await page.keyboard.press('r');
  const review = page.getByRole('dialog');
  await expect(review).toContainText('2 agents of the selected cannot be told to restart.');
  await review.getByRole('button', { name: 'Restart agent' }).press('Enter');
  await expect(toast(page, '1 agent was told to restart.')).toBeVisible();
  expect((await first.say({ capabilities: MANAGED | CAN.restart })).command).toMatchObject({ type: 0 });

  await openPalette(page);
  await page.keyboard.type('delete 2 agents');
  await page.keyboard.press('Enter');
  await expect(review).toContainText('Kept, since connected: 1 agent.');
  await review.getByRole('button', { name: 'Delete 2 agents' }).press('Enter');
  await expect(toast(page, '2 agents were deleted.')).toBeVisible();
  await expect(rowOf(page, 'Agents', 'host-3')).toHaveCount(0);
  await expect(rowOf(page, 'Agents', 'host-1')).toContainText('Error');
});

test('an agent shows the health of its components as a tree [R2.1-44]', async ({ page }) => {
  const { agents } = await running.api.call('listAgents', { query: {} });
  const { id } = agents.find(({ host }) => host === 'host-1') ?? {};
  await page.goto(`${running.product.url}/fleetManager/agents/${id}`);
  const agent = page.getByRole('complementary', { name: 'otelcol on host-1' });
  const tree = agent.getByRole('list', { name: 'Health of its components' });
  await expect(tree).toContainText(/Collector.*pipeline:logs.*exporter:otlp.*connection refused/);
  await expect(agent.getByRole('list', { name: 'History of the agent' })).toContainText('connection refused');
});

test('an agent shows the packages that it reports, and what failed', async ({ page }) => {
  const { agents } = await running.api.call('listAgents', { query: {} });
  const { id } = agents.find(({ host }) => host === 'host-1') ?? {};
  await page.goto(`${running.product.url}/fleetManager/agents/${id}`);
  const agent = page.getByRole('complementary', { name: 'otelcol on host-1' });
  const packages = agent.getByRole('list', { name: 'Packages of the agent' });
  await expect(packages).toContainText(/otelcol.*0\.148\.0; offered 0\.149\.0.*failed.*wrong signature/i);
  await expect(packages).toContainText(/opampsupervisor.*0\.149\.0.*installed/i);
});
