// Slow: one walk through a model takes sixty steps, each by keyboard.

import type { Locator, Page } from '@playwright/test';
import {
  formatRange,
  selectIsPicking,
  selectProblem,
  selectRange,
  type TimeFilterEvent,
  type TimeFilterSnapshot,
} from '../../machines/time-filter/index.ts';
import { MODEL_NOW, timeFilterScreenModel } from '../../machines/time-filter/time-filter.model.ts';
import { formatDateTimeInput } from '../../src/console/components/widgets/time-range/date-time-text.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeWalks, pickWalks } from '../harness/walks.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

// This process writes times and the page reads them, so both need one time zone.
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const running = productOfFile();
test.use({ timezoneId: ZONE });
banMouseInFile();

const walks = pickWalks(makeWalks(timeFilterScreenModel));

const popoverOf = (page: Page) => page.getByRole('dialog', { name: 'Time range' });
const entryOf = (page: Page, name: 'From' | 'To') =>
  popoverOf(page).getByRole('textbox', { name, exact: true });

let wasOpen = false;

async function openPopover(page: Page): Promise<void> {
  if (!(await popoverOf(page).isVisible())) {
    if (wasOpen) await expect(page.locator('[data-command="time.filter"]')).toBeFocused();
    await page.keyboard.press('Shift+R');
  }
  wasOpen = true;
  await expect(popoverOf(page)).toBeVisible();
}
async function pressIn(page: Page, name: string): Promise<void> {
  await tabTo(page, popoverOf(page).getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}
async function choosePreset(page: Page, name: string, from: 'Home' | 'End' = 'Home'): Promise<void> {
  await openPopover(page);
  const toolbar = popoverOf(page).getByRole('toolbar', { name: 'Presets' });
  for (let stops = 0; stops < 40; stops += 1) {
    if (await toolbar.evaluate((element) => element.contains(document.activeElement))) break;
    await page.keyboard.press('Tab');
  }
  const wanted = toolbar.getByRole('button').filter({ hasText: name });
  await page.keyboard.press(from);
  for (let row = 0; row < 10; row += 1) {
    if (await wanted.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press(from === 'Home' ? 'ArrowDown' : 'ArrowUp');
  }
  await expect(wanted).toBeFocused();
  await page.keyboard.press('Enter');
}
/** Pasted, because every typed letter redraws two calendars. */
async function enterText(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+a');
  if (text === '') await page.keyboard.press('Delete');
  else await page.keyboard.insertText(text);
  await expect(field).toHaveValue(text);
}
async function setEnd(page: Page, name: 'From' | 'To', unixSeconds: number | undefined): Promise<void> {
  await enterText(
    page,
    entryOf(page, name),
    unixSeconds === undefined ? '' : formatDateTimeInput(unixSeconds),
  );
  await page.keyboard.press('Enter');
}

const drivers: Drivers<TimeFilterEvent, Page> = {
  'preset.picked': (page) => choosePreset(page, 'Last 4 hours'),
  'custom.opened': (page) => choosePreset(page, 'Custom Range', 'End'),
  'from.set': (page, { unixSeconds }) => setEnd(page, 'From', unixSeconds),
  'to.set': (page, { unixSeconds }) => setEnd(page, 'To', unixSeconds),
  'custom.applied': (page) => pressIn(page, 'Apply'),
  'custom.closed': (page) => page.keyboard.press('Escape'),
  'range.selected': async (page, { start, end }) => {
    await openPopover(page);
    await enterText(
      page,
      popoverOf(page).getByRole('textbox', { name: 'Time in words' }),
      `${formatDateTimeInput(start)} to ${formatDateTimeInput(end)}`,
    );
    await page.keyboard.press('Enter');
  },
  'filter.reset': async (page) => {
    await openPopover(page);
    // At the default there is no Reset; its preset does the same.
    const reset = popoverOf(page).getByRole('button', { name: 'Reset', exact: true });
    if (await reset.isVisible()) await pressIn(page, 'Reset');
    else await choosePreset(page, 'Last 1 hour');
  },
};

const confirmed = (unixSeconds: number | undefined): string =>
  unixSeconds === undefined ? '' : formatDateTimeInput(unixSeconds);
const shown = (snapshot: TimeFilterSnapshot) => {
  const text = formatRange(selectRange(snapshot));
  const { from, to } = snapshot.context;
  const problem = selectProblem(snapshot);
  return {
    address: text === '1h' ? null : text,
    // Whatever ends picking also closes the popover.
    isOpen: selectIsPicking(snapshot),
    picking: selectIsPicking(snapshot) ? { From: confirmed(from), To: confirmed(to) } : undefined,
    messages: problem ? [{ of: problem.end === 'from' ? 'From' : 'To', text: problem.text }] : [],
  };
};

const onPage = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('[role="dialog"][aria-label="Time range"]');
    const entry = (name: string) =>
      dialog?.querySelector(
        `[role="group"][aria-label="${name}"] input:not([role])`,
      ) as HTMLInputElement | null;
    const isPicking = entry('From') !== null && entry('From') !== undefined;
    const messages = [...(dialog?.querySelectorAll('[role="alert"]') ?? [])].map((alert) => ({
      of: ['From', 'To'].find((name) => {
        const input = entry(name);
        return input?.getAttribute('aria-describedby') === alert.id && input.ariaInvalid === 'true';
      }),
      text: alert.textContent,
    }));
    return {
      isOpen: dialog !== null,
      address: new URLSearchParams(location.search).get('time'),
      picking: isPicking ? { From: entry('From')?.value, To: entry('To')?.value } : undefined,
      messages,
    };
  });

test('the time filter through every transition and message, by keyboard alone [E8]', async ({ page }) => {
  test.setTimeout(420_000);
  await page.clock.setFixedTime(MODEL_NOW * 1000);
  const walked = await driveAll(walks, {
    drives: Object.keys(drivers),
    create: async () => {
      wasOpen = false;
      // The first walk has no page yet.
      if (page.url() !== 'about:blank') await page.evaluate(() => localStorage.clear());
      await page.goto(`${running.product.url}/pipelines`);
      await expect(page.getByRole('heading', { name: 'Pipelines', exact: true })).toBeVisible();
      return {
        send: (event) => sendBy(drivers, page, event as TimeFilterEvent),
        read: () => 'compared below',
      };
    },
    project: () => 'compared below',
    check: (snapshot) =>
      expect.poll(() => onPage(page), { intervals: [20, 50, 100] }).toEqual(shown(snapshot)),
  });
  expect(walked).toBe(walks.edges.size);
});
