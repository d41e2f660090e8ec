// Slow: one whole flow: a channel, a rule and a silence are made, tried and ended.
import type { Page } from '@playwright/test';
import { startHttpReceiver } from '../api/support/alert-receivers.ts';
import { violations } from './support/axe.ts';
import { banMouseInFile, chooseOption, tabTo, typeInto } from './support/keyboard.ts';
import { paletteOf, runByPalette } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { rowOf, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;
test.beforeAll(async () => {
  receiver = await startHttpReceiver();
});
test.afterAll(() => receiver.stop());

const agree = async (page: Page, action: string) => {
  await tabTo(page, paletteOf(page).getByRole('button', { name: action }));
  await page.keyboard.press('Enter');
};
test('a channel, a rule and a silence by keyboard: made, tried, ended [R2.1-31, R2.1-33, E17]', async ({
  page,
}) => {
  await page.goto(`${running.product.url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await runByPalette(page, 'New alert channel');
  await expect(page.getByRole('combobox', { name: 'Search types' })).toBeFocused();
  await page.keyboard.type('webhook');
  await page.keyboard.press('Enter');
  const channel = page.getByRole('form', { name: 'New channel' });
  await typeInto(page, channel.getByRole('textbox', { name: /^Name/ }), 'On call');
  await typeInto(page, channel.getByRole('textbox', { name: /^URL/ }), `${receiver.url}/hook`);
  await page.keyboard.press('Control+Shift+Enter');
  await expect.poll(() => receiver.received.length).toBe(1);
  await page.keyboard.press('Control+s');
  await expect(rowOf(page, 'Manage channels', 'On call')).toBeVisible();

  await runByPalette(page, 'New alert rule');
  const form = page.getByRole('form', { name: 'New rule' });
  await typeInto(page, form.getByRole('textbox', { name: /^Name/ }), 'Slow destinations');
  await typeInto(page, form.getByRole('textbox', { name: 'Threshold' }), '90 s');
  await chooseOption(page, /^Channels:/, 'On call');
  await page.keyboard.press('Escape');
  await expect(form.getByRole('combobox', { name: 'Channels: On call' })).toBeVisible();
  await typeInto(page, form.getByRole('textbox', { name: 'Message' }), '{{target}} lags');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'The rule was created.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'Manage alerts', 'Slow destinations')).toBeVisible();
  await runByPalette(page, 'Send a test message of an alert rule');
  await expect(toast(page, 'A test message was sent to On call.')).toBeVisible();
  expect(receiver.received[1]?.json).toMatchObject({ event: 'test', rule: { name: 'Slow destinations' } });

  await runByPalette(page, 'New alert silence');
  const silence = page.getByRole('form', { name: 'New silence' });
  await typeInto(page, silence.getByRole('textbox', { name: /^Reason/ }), 'Disk is replaced');
  await chooseOption(page, /^Rules:/, 'Slow destinations');
  await page.keyboard.press('Escape');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  const row = rowOf(page, 'Manage silences', 'Disk is replaced');
  await expect(row).toContainText('Active');
  await page.keyboard.press('Escape');
  await runByPalette(page, 'End alert silence');
  await agree(page, 'End silence');
  await expect(row).toContainText('Ended');
});
