import type { Page } from '@playwright/test';
import { type Counter, encodeMetrics } from '../api/support/otlp-metrics.ts';
import { CAN, describeAgent, MANAGED } from '../harness/opamp.ts';
import { violations } from './support/axe.ts';
import { joinFleet } from './support/fleet.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { choose, paletteOf, runByPalette } from './support/palette.ts';
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
  await expect(page.getByRole('list', { name: 'Kinds of cells' })).toContainText('3 in error');

  await page.keyboard.press('n');
  await expect(map(page).getByRole('gridcell')).toHaveText(/host-40: In error/);
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

/** A fleet with one agent, whose Collector began a moment ago and reports what it took since. */
async function makeReportingAgent(): Promise<void> {
  const { api, siteId, product } = running;
  const { id: fleetId } = await api.call('createFleet', { body: { fleet: { siteId, name: 'Branch' } } });
  const { token } = await api.call('createFleetToken', { path: { fleetId }, body: {} });
  const agent = joinFleet(product.url, token, 99);
  const answer = await agent.hello({
    agentDescription: describeAgent('branch-99'),
    capabilities: MANAGED | CAN.ownMetrics,
  });
  const { destinationEndpoint = '', headers } = answer.connectionSettings?.ownMetrics ?? {};
  const times = { start: Date.now() - 1000, time: Date.now() };
  const counters: Counter[] = [
    { name: 'otelcol_receiver_accepted_log_records', value: 600, ...times },
    { name: 'otelcol_exporter_sent_log_records', value: 480, ...times },
  ];
  const { status } = await fetch(destinationEndpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-protobuf',
      authorization: headers?.headers[0]?.value ?? '',
    },
    body: encodeMetrics(counters),
  });
  expect(status).toBe(200);
}

test('volumes of an agent follow the time filter, the number of agents the search [R2.1-45]', async ({
  page,
}) => {
  await makeReportingAgent();
  await page.goto(`${running.product.url}/fleetManager/agents`);
  const title = page.locator('header').filter({ has: page.getByRole('heading', { name: 'Agents' }) });
  await expect(title).toContainText(/Agents\d+ agents/, WITHIN);
  await page.keyboard.press('/');
  await page.keyboard.type('host:branch-99');
  await expect(title).toContainText(/Agents1 agents/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const agent = page.getByRole('complementary', { name: 'otelcol on branch-99' });
  await expect(agent.getByRole('figure', { name: 'Events' })).toBeVisible(WITHIN);

  await page.keyboard.press('t');
  await expect(paletteOf(page).getByRole('combobox', { name: 'Time range' })).toBeFocused();
  await page.keyboard.type('yesterday 14:00-16:00');
  await page.keyboard.press('Enter');
  await expect(agent.getByText(/^No report of its own metrics in this time range/)).toBeVisible(WITHIN);
  await expect(agent.getByRole('figure', { name: 'Events' })).toBeHidden();
});

test('volumes of a fleet follow the time filter [R2.1-39]', async ({ page }) => {
  await page.goto(`${running.product.url}/fleetManager/fleets`);
  await expect(rowOf(page, 'Fleets', 'Branch')).toBeVisible(WITHIN);
  await page.keyboard.press('/');
  await page.keyboard.type('Branch');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const fleet = page.getByRole('complementary', { name: 'Branch' });
  await expect(fleet.getByRole('figure', { name: 'Events' })).toBeVisible(WITHIN);
  expect(await violations(page)).toEqual([]);

  await page.keyboard.press('t');
  await expect(paletteOf(page).getByRole('combobox', { name: 'Time range' })).toBeFocused();
  await page.keyboard.type('yesterday 14:00-16:00');
  await page.keyboard.press('Enter');
  await expect(fleet.getByText(/^No report of its own metrics in this time range/)).toBeVisible(WITHIN);
  await expect(fleet.getByRole('figure', { name: 'Events' })).toBeHidden();
});

test('beside an opened agent the list shows the whole names of hosts [R2.1-39]', async ({ page }) => {
  const { api, siteId, product } = running;
  const { id: fleetId } = await api.call('createFleet', { body: { fleet: { siteId, name: 'Far' } } });
  const { token } = await api.call('createFleetToken', { path: { fleetId }, body: {} });
  const host = 'collector-3.branch-north-3.example.org';
  const agent = joinFleet(product.url, token, 900);
  await agent.hello({ agentDescription: describeAgent(host) });
  const { agents } = await api.call('listAgents', { query: { search: `host:${host}` } });
  await page.goto(`${product.url}/fleetManager/agents/${agents[0]?.id}`);
  await expect(page.getByRole('heading', { name: `otelcol on ${host}` })).toBeVisible(WITHIN);
  const name = rowOf(page, 'Agents', host).getByText(host, { exact: true });
  await expect(name).toBeVisible();
  const beyond = await name.evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    const cell = element.closest('[role=gridcell]');
    return text.getBoundingClientRect().right - (cell?.getBoundingClientRect().right ?? 0);
  });
  expect(beyond).toBeLessThanOrEqual(0);
});

/** Agents of a fleet of their own, whose hosts are `<name>-<number>`. */
async function joinSome(name: string, numbers: number[], canRestart: (number: number) => boolean) {
  const { api, siteId, product } = running;
  const { id: fleetId } = await api.call('createFleet', { body: { fleet: { siteId, name } } });
  const { token } = await api.call('createFleetToken', { path: { fleetId }, body: {} });
  const agents = numbers.map((number) => {
    const { say } = joinFleet(product.url, token, number);
    const capabilities = canRestart(number) ? MANAGED | CAN.restart : MANAGED;
    return { number, say: (message: object = {}) => say({ capabilities, ...message }) };
  });
  for (const { number, say } of agents)
    await expect(async () => {
      await say({ agentDescription: describeAgent(`${name.toLowerCase()}-${number}`) });
    }).toPass(WITHIN);
  return agents;
}

test('of selected agents those that can are restarted by keyboard [R2.1-43]', async ({ page }) => {
  const agents = await joinSome('Restarting', [301, 302, 303], (number) => number !== 303);
  await page.goto(`${running.product.url}/fleetManager/agents?search=fleet%3ARestarting`);
  await expect(rowOf(page, 'Agents', 'restarting-303')).toBeVisible(WITHIN);
  await runByPalette(page, 'Select all rows');
  // It may still be loading, and take the next text as well.
  await expect(paletteOf(page)).toBeHidden(WITHIN);
  const restart = paletteOf(page).getByRole('button', { name: 'Restart 2 agents' });
  await runByPalette(page, 'Restart 2 agents');
  await expect(restart).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(restart).toBeHidden();
  for (const agent of agents) expect((await agent.say()).command).toBeUndefined();

  await page.keyboard.press('a');
  await page.keyboard.press('r');
  await expect(page.getByText('1 agent of the selected cannot be told to restart.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await tabTo(page, restart);
  await page.keyboard.press('Enter');
  await expect(toast(page, '2 agents were told to restart.')).toBeVisible(WITHIN);
  const told = [];
  for (const agent of agents) told.push((await agent.say()).command?.type);
  expect(told).toEqual([0, 0, undefined]);
  // Once, however often they ask.
  for (const agent of agents) expect((await agent.say()).command).toBeUndefined();
});

test('of selected agents those that have left are deleted by keyboard [R2.1-43]', async ({ page }) => {
  const agents = await joinSome('Leaving', [201, 202, 203], () => false);
  for (const agent of agents.slice(0, 2)) await agent.say({ agentDisconnect: {} });
  await page.goto(`${running.product.url}/fleetManager/agents?search=fleet%3ALeaving`);
  await expect(rowOf(page, 'Agents', 'leaving-203')).toBeVisible(WITHIN);
  await runByPalette(page, 'Select all rows');
  // It may still be loading, and take the next text as well.
  await expect(paletteOf(page)).toBeHidden(WITHIN);
  await runByPalette(page, 'Delete 2 agents');
  await expect(page.getByText('Kept, since connected: 1 agent.')).toBeVisible();
  await tabTo(page, paletteOf(page).getByRole('button', { name: 'Delete 2 agents' }));
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Agents', 'leaving-201')).toHaveCount(0, WITHIN);
  await expect(rowOf(page, 'Agents', 'leaving-202')).toHaveCount(0);
  await expect(rowOf(page, 'Agents', 'leaving-203')).toBeVisible();
});
