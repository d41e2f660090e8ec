import type { Page } from '@playwright/test';
import { makeTempFolder, removeFolder } from '../harness/product.ts';
import { type RemoteEngineProcess, startRemoteEngine } from '../harness/remote-engine.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

const WITHIN = { timeout: 60_000 };
const data = makeTempFolder();
let engine: RemoteEngineProcess | undefined;
test.afterAll(async () => {
  await engine?.killAll();
  removeFolder(data);
});

async function choose(page: Page, field: string, option: string) {
  const box = page.getByRole('form', { name: 'New site' }).getByRole('combobox', { name: field });
  await tabTo(page, box);
  await page.keyboard.press('ArrowDown');
  const wanted = page.getByRole('option', { name: option });
  await expect(wanted).toBeVisible();
  await expect(async () => {
    if ((await wanted.getAttribute('data-active-item')) === null) await page.keyboard.press('ArrowDown');
    await expect(wanted).toHaveAttribute('data-active-item', { timeout: 500 });
  }).toPass(WITHIN);
  await page.keyboard.press('Enter');
  await expect(box).toHaveText(option);
}

test('a remote site by keyboard: made, joined by command, disconnected', async ({ page }) => {
  test.setTimeout(300_000);
  const { product } = running;
  await page.goto(`${product.url}/settings/sites`);
  await expect(page.getByRole('grid', { name: 'Sites' }).getByRole('row', { name: /Local/ })).toBeVisible();
  await page.keyboard.press('c');
  const form = page.getByRole('form', { name: 'New site' });
  await typeInto(page, form.getByRole('textbox', { name: 'Name' }), 'Far');
  await choose(page, 'Vendor', 'AWS');
  await choose(page, 'Engine', 'Remote, joins with a token');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'The site was created; create a join token for its engine.')).toBeVisible();

  const panel = page.getByRole('complementary', { name: 'Far' });
  await expect(panel).toContainText('No engine yet: create a join token');
  await expect(panel.getByText('Not connected')).toBeVisible();
  const create = panel.getByRole('button', { name: 'Create join token' });
  await expect(create).toBeEnabled();
  await tabTo(page, create);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: "Join 'Far'" });
  const command = (await dialog.locator('code').first().textContent()) ?? '';
  const [, url = '', token = ''] = /^npm run engine -- --join (\S+) --token (\S+)$/.exec(command) ?? [];
  expect(url).toBe(product.url);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(token)).toHaveCount(0);

  engine = startRemoteEngine(['--join', url, '--token', token, '--data', data]);
  await engine.says("Joined site 'Far'");
  await expect(panel.getByText('Running', { exact: true }).first()).toBeVisible(WITHIN);
  const end = panel.getByRole('button', { name: 'Disconnect engine' });
  await expect(end).toBeEnabled(WITHIN);
  await expect(panel).toContainText(`${process.platform} ${process.arch}`);
  await tabTo(page, end);
  await page.keyboard.press('Enter');
  const question = paletteOf(page);
  await expect(question).toContainText('its credential is revoked');
  await tabTo(page, question.getByRole('button', { name: 'Disconnect engine' }));
  await page.keyboard.press('Enter');
  await expect(toast(page, "The engine of 'Far' was disconnected.")).toBeVisible();
  expect(await engine.ended()).toBe(1);
  await expect(panel).toContainText('No engine yet', WITHIN);
});
