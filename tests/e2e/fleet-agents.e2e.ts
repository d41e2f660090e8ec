import type { Page } from '@playwright/test';
import { describeAgent } from '../harness/opamp.ts';
import { violations } from './support/axe.ts';
import { joinFleet } from './support/fleet.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { choose, paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { rowOf, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const WITHIN = { timeout: 20_000 };
const running = productOfFile();
banMouseInFile();

/** Two fleets, and 60 agents in the first; every twentieth is ill. */
async function makeAgents() {
  const { api, siteId, product } = running;
  const { id: fleetId } = await api.call('createFleet', { body: { fleet: { siteId, name: 'Edge' } } });
  await api.call('createFleet', { body: { fleet: { siteId, name: 'Core' } } });
  const { token } = await api.call('createFleetToken', { path: { fleetId }, body: {} });
  for (let number = 1; number <= 60; number += 1) {
    const agent = joinFleet(product.url, token, number);
    // The service refuses agents while it starts.
    await expect(async () => {
      await agent.hello({
        agentDescription: describeAgent(`host-${String(number).padStart(2, '0')}`),
        health: { healthy: number % 20 !== 0, lastError: 'the disk is full' },
      });
    }).toPass(WITHIN);
  }
}

const map = (page: Page) => page.getByRole('grid', { name: 'Status map' });

test('agents by keyboard: one cursor for map and table, labels, another fleet', async ({ page }) => {
  await makeAgents();
  await page.goto(`${running.product.url}/fleetManager/agents`);
  await expect(map(page)).toBeVisible(WITHIN);
  await expect(page.getByRole('list', { name: 'Kinds of cells' })).toContainText('3 error');

  await page.keyboard.press('n');
  await expect(map(page).getByRole('gridcell')).toHaveText(/host-40: Error/);
  await map(page).focus();
  await page.keyboard.press('Home');
  await expect(map(page).getByRole('gridcell')).toHaveText(/host-01: Not managed/);
  await expect(map(page).getByRole('gridcell')).toHaveAttribute('aria-colindex', '1');
  await page.keyboard.press('ArrowRight');
  await expect(map(page).getByRole('gridcell')).toHaveText(/host-02/);
  await expect(rowOf(page, 'Agents', 'host-02')).toHaveAttribute('aria-selected', /.*/);
  expect(await violations(page)).toEqual([]);

  await page.keyboard.press('x');
  await page.keyboard.press('a');
  await page.keyboard.press('l');
  await expect(paletteOf(page)).toBeVisible();
  await page.keyboard.type('environment=staging');
  await page.keyboard.press('Enter');
  await expect(toast(page, '1 agent was labeled.')).toBeVisible(WITHIN);
  await expect(rowOf(page, 'Agents', 'host-02')).toContainText('environment=staging', WITHIN);

  await page.keyboard.press('a');
  await page.keyboard.press('m');
  await choose(page, 'Core');
  await expect(page.getByText('That fleet has no configuration: they keep what they run')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(toast(page, '1 agent was moved.')).toBeVisible(WITHIN);
  await expect(rowOf(page, 'Agents', 'host-02')).toContainText('Core', WITHIN);
});
