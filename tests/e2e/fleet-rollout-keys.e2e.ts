import type { Page } from '@playwright/test';
import { STATE } from '../harness/opamp.ts';
import { violations } from './support/axe.ts';
import { CONTENT, joinFleet, obey, stateNow } from './support/fleet.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { rowOf, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const WITHIN = { timeout: 60_000 };
const running = productOfFile();
banMouseInFile();

/** A fleet with two agents, and a configuration that it does not have yet. */
async function makeFleet() {
  const { api, siteId, product } = running;
  const configuration = { siteId, name: 'Gateway', content: CONTENT };
  const { id: configurationId } = await api.call('createConfiguration', { body: { configuration } });
  const { id: fleetId } = await api.call('createFleet', { body: { fleet: { siteId, name: 'Edge' } } });
  const { token } = await api.call('createFleetToken', { path: { fleetId }, body: {} });
  const agents = [1, 2].map((number) => joinFleet(product.url, token, number));
  // The service refuses agents while it starts.
  for (const agent of agents)
    await expect(async () => {
      await agent.hello();
    }).toPass(WITHIN);
  return { fleetId, configurationId, agents };
}

const rolloutOf = (page: Page) =>
  page.getByRole('complementary', { name: 'Edge' }).getByRole('region', { name: 'Rollout' });

test('a rollout by keyboard: paused, one agent offered it again, resumed', async ({ page }) => {
  const { fleetId, configurationId, agents } = await makeFleet();
  const [first, second] = agents as [(typeof agents)[0], (typeof agents)[0]];
  await running.api.call('startRollout', {
    path: { fleetId },
    body: { rollout: { configurationId, steps: [50, 100], maxErrorPercent: 100 } },
  });
  await page.goto(`${running.product.url}/fleetManager/fleets/${fleetId}`);
  const rollout = rolloutOf(page);
  const steps = rollout.getByRole('list', { name: 'Steps of the rollout' });
  await expect(stateNow(rollout, 'Rolling out')).toBeAttached(WITHIN);

  await page.keyboard.press('p');
  await expect(toast(page, 'The rollout is paused: no further step begins.')).toBeVisible();
  await expect(rollout.getByText('Paused', { exact: true })).toBeVisible(WITHIN);
  await expect(rollout).toContainText('agents that were offered it still apply it');
  expect(await obey(first, STATE.FAILED)).toBe(true);
  await expect(rollout).toContainText('the next step begins when it is resumed', WITHIN);
  await expect(steps.getByRole('listitem').nth(1)).toContainText('paused');
  expect(await obey(second)).toBe(false);
  const map = rollout.getByRole('grid', { name: 'Agents by step' });
  await expect(map.getByRole('gridcell')).toHaveText('otelcol on host-1, 50 %: Failed');
  await expect(map.locator('text')).toHaveText(['50 %']);
  await map.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Home');
  await expect(
    rollout.getByRole('list', { name: 'Agents with a problem' }).getByRole('listitem').first(),
  ).toHaveAttribute('aria-current', 'true');
  expect(await violations(page)).toEqual([]);

  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await expect(rowOf(page, 'Agents', 'host-1')).toContainText('Error', WITHIN);
  // Trouble comes first; the cursor stays with the row that it had.
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const agent = page.getByRole('complementary', { name: 'otelcol on host-1' });
  await expect(agent.getByRole('button', { name: 'Retry' })).toBeVisible(WITHIN);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('v');
  await expect(toast(page, '1 agent was offered the configuration again.')).toBeVisible();
  await expect(agent.getByText('Configuring', { exact: true })).toBeVisible(WITHIN);
  expect(await obey(first)).toBe(true);
  await expect(agent.getByText('Healthy', { exact: true }).first()).toBeVisible(WITHIN);
  await expect(agent.getByRole('button', { name: 'Retry' })).toBeHidden();
  await expect(agent.getByRole('list', { name: 'History of the agent' })).toContainText(
    'to try version 1 of its configuration again',
  );

  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(rowOf(page, 'Fleets', 'Edge')).toContainText('Paused', WITHIN);
  await page.keyboard.press('Enter');
  await expect(rollout).toContainText('1 of 1 applied', WITHIN);
  expect(await obey(second)).toBe(false);
  await page.keyboard.press('u');
  await expect(toast(page, 'The rollout goes on.')).toBeVisible();
  await expect(stateNow(rollout, 'Rolling out')).toBeAttached(WITHIN);
  expect(await obey(second)).toBe(true);
  await expect(stateNow(rollout, 'Succeeded')).toBeAttached(WITHIN);
  expect((await running.api.call('getFleet', { path: { fleetId } })).fleet).toMatchObject({ rollout: null });
});
