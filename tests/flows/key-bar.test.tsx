// Slow: walks the focus stops of every screen with Tab.
import type { Page } from '@playwright/test';
import { banMouseInFile } from '../e2e/support/keyboard.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { exampleSite, openScreen, SCREENS } from '../e2e/support/screens.ts';
import { expect, test } from '../e2e/support/test.ts';
import type { Built } from '../harness/pipelines.ts';

const running = productOfFile();
banMouseInFile();

let example: Built;
test.beforeAll(async () => {
  example = await exampleSite(running);
});

type Stop = { what: string; region: string; mode: string; keys: string[] };

/** What has the focus, by the page alone, and what the key bar says. */
const readStop = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const at = document.activeElement ?? document.body;
    const isTyped = at.matches(
      'textarea, select, [contenteditable=true], input:not([type=checkbox],[type=radio],[type=file],[type=button])',
    );
    const region = at.closest('form')
      ? 'form'
      : isTyped
        ? 'text'
        : at.matches('[aria-roledescription="chart"]')
          ? 'chart'
          : at.closest('[data-command-scope="pipeline.graph"]')
            ? 'graph'
            : 'other';
    const bar = document.querySelector('[aria-label="Available keys"]');
    const [mode, commands] = bar?.children ?? [];
    return {
      what: `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent?.slice(0, 40)}`,
      region,
      mode: mode?.textContent ?? '',
      keys: [...(commands?.querySelectorAll('button') ?? [])].map(
        (button) => button.getAttribute('aria-keyshortcuts') ?? '',
      ),
    };
  });

const MOST_STOPS = 60;

/** A dialog takes all keys, which is its own test; a page that is not found has no bar. */
const WITHOUT_BAR = ['time range', 'palette', 'help', 'page not found'];

for (const screen of SCREENS.filter(({ name }) => !WITHOUT_BAR.includes(name)))
  test(`key bar: it names what has the focus, ${screen.name}`, async ({ page }) => {
    const { name } = screen;
    await openScreen(page, running.product.url, screen, example);
    await expect(page.getByRole('region', { name: 'Available keys' })).toContainText('All keys');
    const isEditing = page.url().includes('mode=edit') || page.url().includes('/create');
    const seen = new Set<string>();
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      await page.keyboard.press('Tab');
      const stop = await readStop(page);
      if (seen.has(stop.what)) continue;
      seen.add(stop.what);
      const at = `${name}: ${stop.what}`;
      if (stop.region === 'form') expect(stop.mode, at).toBe('FORM');
      else if (stop.region === 'chart') expect(stop.mode, at).toBe('CHART');
      else if (stop.region === 'graph') expect(stop.mode, at).toBe(isEditing ? 'EDIT' : 'GRAPH');
      else if (stop.region === 'text') expect(stop.mode, at).toBe(isEditing ? 'EDIT' : 'TEXT');
      else expect(stop.mode, at).not.toMatch(/^(FORM|CHART|TEXT)$/);
      expect(new Set(stop.keys).size, `${at}: ${stop.keys.join(', ')}`).toBe(stop.keys.length);
      // The others would be typed.
      if (stop.region === 'text') for (const one of stop.keys) expect(one, at).toMatch(/^(Control|Meta)\+/);
    }
    expect(seen.size).toBeGreaterThan(4);
  });
