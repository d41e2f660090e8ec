// Slow: reports are made as PDF and mailed.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { startMailServer } from '../api/support/alert-receivers.ts';
import { eventually } from '../harness/eventually.ts';
import { violations } from './support/axe.ts';
import { banMouseInFile, chooseOption, tabTo, typeInto } from './support/keyboard.ts';
import { paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { rowOf } from './support/screen.ts';
import { expect, refused, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

// The refused recipient.
test.use({ expectedFaults: refused(400) });

const RECIPIENT = 'ann@example.com';
let mail: Awaited<ReturnType<typeof startMailServer>>;

test.beforeAll(async () => {
  mail = await startMailServer();
  const { api } = running;
  const config = { to: ['ops@example.com'], from: 'penstock@example.com', host: '127.0.0.1' };
  const alertChannel = {
    name: 'Mail',
    type: 'EMAIL' as const,
    config: { ...config, port: mail.port, security: 'none' },
  };
  await api.call('createAlertChannel', { body: { alertChannel } });
});
test.afterAll(() => mail.stop());

const agree = async (page: Page, action: string) => {
  await tabTo(page, paletteOf(page).getByRole('button', { name: action }));
  await page.keyboard.press('Enter');
};

test('a report by keyboard: previewed, made, mailed, downloaded, paused, deleted [R2.1-35, R2.1-36]', async ({
  page,
}) => {
  await page.goto(`${running.product.url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await expect(page.getByText('No report', { exact: true })).toBeVisible();
  await page.keyboard.press('c');
  const form = page.getByRole('form', { name: 'New report' });
  await typeInto(page, form.getByRole('textbox', { name: /^Name/ }), 'Each week');
  await expect(form.getByText(/^Of the time up to now: Local received/)).toBeVisible();
  const recipients = form.getByRole('textbox', { name: /^Recipients/ });
  await tabTo(page, recipients);
  await page.keyboard.type('ann');
  await page.keyboard.press('Control+s');
  await expect(form.getByText('must be an e-mail address').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // The refused one is edited.
  await page.keyboard.press('Backspace');
  await page.keyboard.type('@example.com');
  await page.keyboard.press('Control+s');
  const panel = page.getByRole('complementary', { name: 'Each week' });
  await expect(panel).toBeVisible();
  await expect(rowOf(page, 'Reports', 'Not made yet')).toBeVisible();

  await page.keyboard.press('v');
  await expect(panel.getByText(/^Local received/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await expect(paletteOf(page)).toContainText(`It is mailed to ${RECIPIENT}.`);
  await agree(page, 'Run now');
  await expect(panel.getByRole('region', { name: 'Runs' })).toContainText(/Sent.*to 1 recipient/);
  await expect(panel.getByRole('button', { name: 'PDF' })).toBeVisible();
  await eventually(() => expect(mail.mails).toHaveLength(1));
  expect(mail.mails[0]).toMatchObject({ to: [RECIPIENT], from: 'penstock@example.com' });
  expect(await violations(page)).toEqual([]);

  const arriving = page.waitForEvent('download');
  await tabTo(page, panel.getByRole('button', { name: 'PDF' }));
  await page.keyboard.press('Enter');
  const download = await arriving;
  expect(download.suggestedFilename()).toMatch(/^.*\.pdf$/);
  expect(readFileSync(await download.path(), 'latin1').slice(0, 5)).toBe('%PDF-');

  await page.keyboard.press('Shift+P');
  await expect(rowOf(page, 'Reports', 'Paused')).toBeVisible();
  await page.keyboard.press('u');
  await expect(rowOf(page, 'Reports', 'Paused')).toBeHidden();
  await page.keyboard.press('Delete');
  await agree(page, 'Delete report');
  await expect(page.getByText('No report', { exact: true })).toBeVisible();
});

test('a report shows a dashboard that is chosen by keyboard [R2.1-35]', async ({ page }) => {
  await page.goto(`${running.product.url}/reports`);
  await expect(page.getByText('No report', { exact: true })).toBeVisible();
  await page.keyboard.press('c');
  const form = page.getByRole('form', { name: 'New report' });
  await typeInto(page, form.getByRole('textbox', { name: /^Name/ }), 'Costs of the day');
  await chooseOption(page, /^Content/, 'Dashboard');
  await expect(page.getByRole('listbox', { name: 'Content' })).toBeHidden();
  await chooseOption(page, /^Dashboard/, 'What costs most');
  await expect(form.getByText(/^Of the time up to now: What costs most of Local/)).toBeVisible();
  await page.keyboard.press('Control+s');
  const panel = page.getByRole('complementary', { name: 'Costs of the day' });
  await expect(panel).toBeVisible();
  await page.keyboard.press('v');
  await expect(panel.getByText(/^What costs most of Local: \d+ panels/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
