// Slow: a simulated agent takes a configuration and goes back, by stages.
import type { Page } from '@playwright/test';
import { STATE } from '../harness/opamp.ts';
import { violations } from './support/axe.ts';
import { joinFleet, obey, stateNow } from './support/fleet.ts';
import { banMouseInFile, typeInto } from './support/keyboard.ts';
import { choose, paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { rowOf, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

const WITHIN = { timeout: 60_000 };

const fleet = (page: Page) => page.getByRole('complementary', { name: 'Edge' });

test('a fleet by keyboard: configured, enrolled, rolled out and back [R2.1-39, R2.1-49, R2.2-17]', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const { product } = running;
  await page.goto(`${product.url}/fleetManager/configurations/create`);
  const form = page.getByRole('form', { name: 'New configuration' });
  await typeInto(page, form.getByRole('textbox', { name: 'Name' }), 'Gateway');
  await expect(form.getByText('YAML and references are right.')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'The configuration was created')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'Configurations', 'Gateway')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page.getByText('No fleet', { exact: true })).toBeVisible();
  await page.keyboard.press('c');
  const created = page.getByRole('form', { name: 'New fleet' });
  await typeInto(page, created.getByRole('textbox', { name: 'Name' }), 'Edge');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'The fleet was created')).toBeVisible();
  await expect(fleet(page)).toContainText('No agent has enrolled yet.');

  await page.keyboard.press('i');
  await expect(paletteOf(page).getByRole('option').first()).toBeVisible();
  await choose(page, 'Linux');
  const dialog = page.getByRole('dialog', { name: "Enroll agents in 'Edge'" });
  const command = (await dialog.locator('code').first().textContent()) ?? '';
  const [token = ''] = /penstock_fleet_[\w-]{43}/.exec(command) ?? [];
  // It would lie on the buttons of the dialog.
  await expect(toast(page, 'An enrollment token was created')).toBeHidden();
  expect(await violations(page)).toEqual([]);
  expect(command).toContain(`endpoint: ws://${new URL(product.url).host}/v1/opamp`);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const agents = [1, 2].map((number) => joinFleet(product.url, token, number));
  for (const agent of agents) await agent.hello();
  await expect(fleet(page).getByRole('link', { name: 'otelcol on host-2' })).toBeVisible(WITHIN);
  await expect(fleet(page).getByText('2 not managed')).toBeVisible(WITHIN);

  await page.keyboard.press('Shift+D');
  const rollout = page.getByRole('form', { name: 'Roll out to Edge' });
  const configuration = rollout.getByRole('combobox', { name: 'Configuration' });
  await expect(configuration).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Gateway' })).toBeVisible();
  await expect(async () => {
    const wanted = page.getByRole('option', { name: 'Gateway' });
    if ((await wanted.getAttribute('data-active-item')) === null) await page.keyboard.press('ArrowDown');
    await expect(wanted).toHaveAttribute('data-active-item', { timeout: 500 });
  }).toPass(WITHIN);
  await page.keyboard.press('Enter');
  await expect(configuration).toHaveText('Gateway');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'The rollout began.')).toBeVisible();
  const live = fleet(page).getByRole('region', { name: 'Rollout' });
  await expect(stateNow(live, 'Rolling out')).toBeAttached(WITHIN);
  await expect(async () => {
    for (const agent of agents) await obey(agent);
    await expect(stateNow(live, 'Succeeded')).toBeAttached({ timeout: 2500 });
    await expect(fleet(page).getByText('2 healthy')).toBeVisible({ timeout: 2500 });
  }).toPass(WITHIN);

  const { configurations } = await running.api.call('listConfigurations', { query: {} });
  const [made] = configurations;
  const { configuration: read } = await running.api.call('getConfiguration', {
    path: { configurationId: made?.id ?? '' },
    query: {},
  });
  const content = read.content.replace('debug:\n', 'debug:\n    verbosity: detailed\n');
  await running.api.call('updateConfiguration', {
    ifMatch: '*',
    body: { configuration: { id: read.id, content } },
  });
  await page.keyboard.press('Shift+D');
  await expect(rollout.getByText('2, the newest')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(live.getByText('Gateway, version 2')).toBeVisible(WITHIN);
  // The first step is one of the two.
  const failed: boolean[] = [];
  for (const agent of agents) failed.push(await obey(agent, STATE.FAILED));
  expect(failed.filter(Boolean)).toHaveLength(1);
  await expect(live.getByText(/^1 of 1 agent failed.*no such exporter$/)).toBeVisible(WITHIN);
  await expect(async () => {
    for (const agent of agents) await obey(agent);
    await expect(stateNow(live, 'Rolled back')).toBeAttached({ timeout: 2500 });
    await expect(fleet(page).getByText('2 healthy')).toBeVisible({ timeout: 2500 });
  }).toPass({ timeout: 120_000 });

  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await expect(rowOf(page, 'Agents', 'host-1')).toContainText('Healthy');
  await page.keyboard.press('Enter');
  const agent = page.getByRole('complementary', { name: /otelcol on host-/ });
  await expect(agent.getByText('It runs exactly the assigned configuration.')).toBeVisible(WITHIN);
  await expect(agent.getByRole('list', { name: 'History of the agent' })).toContainText('no such exporter');
});

test('a fault of a configuration is read whole on a narrow screen [R2.1-49]', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${running.product.url}/fleetManager/configurations/create`);
  const pipeline = 'logs/817956854733640009_from_everywhere_to_817956854733640010';
  await typeInto(
    page,
    page.getByRole('textbox', { name: 'Content' }),
    `service:\n  pipelines:\n    ${pipeline}:\n      receivers: [nope]\n`,
  );
  const fault = page
    .getByRole('list', { name: 'Problems' })
    .getByRole('listitem')
    .filter({ hasText: 'nope' });
  await expect(fault).toContainText(`service.pipelines.${pipeline}.receivers.0: 'nope' is not defined`);
  const [needed, given] = await fault.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
  expect(needed).toBe(given);
});
