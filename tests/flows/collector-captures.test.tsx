// Slow: an agent has to take a deployment, and three screens open.
import type { Page } from '@playwright/test';
import {
  NO_ARCHIVE_ON_COLLECTORS,
  NO_TEST_ON_COLLECTORS,
  NO_CAPTURE_ON_COLLECTORS as REASON,
} from '../../src/contract/collector-refusals.ts';
import { nodeOf, panelOf } from '../e2e/support/graph.ts';
import { banMouseInFile, tabTo } from '../e2e/support/keyboard.ts';
import { openPalette, paletteOf } from '../e2e/support/palette.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { toast } from '../e2e/support/screen.ts';
import { expect, test } from '../e2e/support/test.ts';
import { eventually } from '../harness/eventually.ts';
import { createAgent, decodeAnswer, readOffer, STATE } from '../harness/opamp.ts';
import { type Built, buildPipeline } from '../harness/pipelines.ts';

const running = productOfFile();
banMouseInFile();

let siteId = '';
let built: Built;

/** An agent of the site that takes what it is offered, until the pipeline runs. */
async function deploy(fleetId: string) {
  const { api, product } = running;
  const { token } = await api.call('createFleetToken', { path: { fleetId }, body: {} });
  const agent = createAgent(1, async (message) => {
    const headers = { 'content-type': 'application/x-protobuf', authorization: `Bearer ${token}` };
    const response = await fetch(`${product.url}/v1/opamp`, { method: 'POST', headers, body: message });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return decodeAnswer(new Uint8Array(await response.arrayBuffer()));
  });
  // The service refuses agents while it starts.
  await eventually(() => agent.hello());
  const { pipelineId, version: graphVersion } = built;
  await api.call('runPipelineAction', { body: { pipelineId, graphVersion, action: 'DEPLOY' } });
  await eventually(async () => {
    const said = await agent.say();
    if (readOffer(said) !== undefined) await agent.report(said, STATE.APPLIED);
    expect((await api.call('getPipeline', { path: { pipelineId } })).pipeline.status).toBe('DEPLOYED');
  }, 60_000);
}

test.beforeAll(async () => {
  const { api } = running;
  const site = { name: 'Branches', vendor: 'ON_PREMISE' as const, engine: 'collectors' as const };
  siteId = (await api.call('createSite', { body: { site } })).id;
  built = await buildPipeline(api, siteId, {
    name: 'app',
    source: { name: 'App log', templateId: 'file_tail', config: { path: '/var/log/app.log' } },
    transforms: [{ name: 'Short', templateId: 'remove_fields', config: { fields: ['extra'] } }],
    sinks: [{ name: 'Central', templateId: 'otlp_http', config: { url: 'https://logs.example.com' } }],
  });
  const { collectors } = (await api.call('getSite', { path: { siteId } })).site;
  await deploy(collectors?.fleetId ?? '');
});

const open = (page: Page, path: string) => page.goto(`${running.product.url}${path}`);

async function expectRefusedInPalette(page: Page, title: string, reason = REASON) {
  await openPalette(page);
  await page.keyboard.type(title);
  const row = paletteOf(page).getByRole('option', { selected: true });
  await expect(row).toContainText(title);
  await expect(row).toContainText(reason);
  await page.keyboard.press('Escape');
}

test('a capture says before it begins that it restarts a Collector', async ({ page }) => {
  await open(page, `/pipelines/${built.pipelineId}`);
  await expect(page.getByRole('heading', { name: 'app', level: 1 })).toBeVisible();
  await page.keyboard.press('l');
  const dialog = page.getByRole('dialog', { name: 'Capture events' });
  await expect(dialog).toContainText('Restarts the Collector of one agent with a tap');
  await expect(dialog).toContainText('Kafka messages may come twice');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('captures of a source and analyses of a destination are refused alike', async ({ page }) => {
  await open(page, `/sources/${built.sourceId}`);
  const capture = page.getByRole('button', { name: /^Capture live data/ });
  await expect(capture).toHaveAttribute('aria-disabled', 'true');
  await expect(capture).toHaveAccessibleDescription(REASON);
  await page.keyboard.press('l');
  await expect(toast(page, REASON)).toBeVisible();
  await open(page, `/destinations?destination=${built.sinkIds[0]}`);
  await expectRefusedInPalette(page, 'Analyze what arrives');
});

test('archival, suggestions and tests of a source say why Collectors have none', async ({ page }) => {
  await open(page, `/sources/${built.sourceId}`);
  for (const [name, key, reason] of [
    ['Enable archival', 'a', NO_ARCHIVE_ON_COLLECTORS],
    ['Suggest from captured events', 'Alt+s', REASON],
    ['Test source', 'Shift+T', NO_TEST_ON_COLLECTORS],
  ] as const) {
    const button = page.getByRole('button', { name: new RegExp(`^${name}`) });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(reason);
    await button.focus();
    await page.keyboard.press(key);
    await expect(toast(page, reason)).toBeVisible();
    await expectRefusedInPalette(page, name, reason);
  }
  await expectRefusedInPalette(page, 'Test these settings', NO_TEST_ON_COLLECTORS);
  await expect(page.getByRole('region', { name: 'Archival' })).toContainText(
    `Off. ${NO_ARCHIVE_ON_COLLECTORS}.`,
  );
});

test('the editor marks at its node what Collectors do differently, while it is edited', async ({ page }) => {
  await open(page, `/pipelines/${built.pipelineId}?mode=edit`);
  await tabTo(page, nodeOf(page, 'App log'));
  await page.keyboard.press('ArrowRight');
  await expect(nodeOf(page, 'Short')).toBeFocused();
  await page.keyboard.press('a');
  await page.keyboard.type('sample');
  const row = paletteOf(page).getByRole('option', { name: /^Sample/ });
  await expect(row).toHaveAttribute('aria-disabled', 'true');
  await expect(row).toContainText('a Collector decides by a hash');
  await page.keyboard.press('Escape');
  await expect(nodeOf(page, 'Short')).toBeFocused();
  await page.keyboard.press('Enter');
  const fields = panelOf(page, 'Short').getByRole('combobox', { name: 'Fields', exact: true });
  await fields.focus();
  await page.keyboard.type('user.name,');
  await expect(page.getByRole('button', { name: 'Save pipeline' })).toHaveAccessibleDescription(
    /'Short': 'user.name' lies inside an object; on Collectors the fields of an event have one level\. Choose a field at the top level/,
  );
});

test('insights and recommendations say why they have no events', async ({ page }) => {
  await open(page, `/pipelines/${built.pipelineId}?view=dataInsights`);
  await expect(page.getByText('No data insights on Collectors')).toBeVisible();
  await expect(page.getByText(`${REASON}.`)).toBeVisible();
  await expectRefusedInPalette(page, 'Capture again');
  await open(page, `/monitoring/recommendations?site=${siteId}`);
  await expect(page.getByText('No recommendations on Collectors')).toBeVisible();
  await expectRefusedInPalette(
    page,
    'Analyze events of up to',
    'those of Collectors are captured for previews alone',
  );
});
