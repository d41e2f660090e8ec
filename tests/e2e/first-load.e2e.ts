import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  BUNDLE,
  FIRST_LOAD_BUDGET,
  listPathsBeforeContent,
  listScriptsOfPage,
  markFirstContent,
  sumGzipBytes,
} from '../harness/first-load.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();

test('first load: only the scripts of the page, within budget', async ({ page }) => {
  const asked: { path: string; type: string }[] = [];
  page.on('request', (request) =>
    asked.push({ path: new URL(request.url()).pathname, type: request.resourceType() }),
  );
  await markFirstContent(page);
  await page.goto(running.product.url);
  await expect(
    page.getByRole('main').getByRole('button', { name: 'Start the example pipeline' }),
  ).toBeVisible();

  const early = await listPathsBeforeContent(page);
  const isScript = (path: string) => asked.some((one) => one.path === path && one.type === 'script');
  const scripts = [...new Set(early.filter(isScript))].sort();
  const html = readFileSync(join(BUNDLE, 'index.html'), 'utf8');
  expect(scripts).toEqual(listScriptsOfPage(html));
  expect(sumGzipBytes(scripts), scripts.join(', ')).toBeLessThanOrEqual(FIRST_LOAD_BUDGET.scriptBytes);
  // The page itself is not among its resources.
  expect(1 + early.length, early.join(', ')).toBeLessThanOrEqual(FIRST_LOAD_BUDGET.requests);
});

/** Layout shifts of the sidebar and top bar since the page opened. */
const movedInShell = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((done) => {
        type Shift = PerformanceEntry & { sources: { node: Node | null }[] };
        new PerformanceObserver((list) =>
          done(
            (list.getEntries() as Shift[])
              .flatMap(({ sources }) => sources.map(({ node }) => node))
              .map((node) => node?.parentElement)
              // A screen's heading is also a header, inside main.
              .filter((node) => node?.closest('nav[aria-label="Main"], header') && !node.closest('main'))
              .map((node) => node?.textContent ?? ''),
          ),
        ).observe({ type: 'layout-shift', buffered: true });
        // Without shifts, the observer reports nothing.
        requestAnimationFrame(() => requestAnimationFrame(() => done([])));
      }),
  );

test('sidebar and top bar stay still when data arrives [R2.2-08]', async ({ page }) => {
  for (const path of ['/', '/settings/audit', '/settings/apiKeys', '/sources']) {
    // The flags arrive late, as over a slow network.
    await page.route('**/v1/auth/orgs/features', async (route) => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().waitFor();
      await route.continue();
    });
    await page.goto(`${running.product.url}${path}`);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await expect(page.getByRole('link', { name: /^Events/ })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(nav.getByRole('link', { name: 'API Keys' })).toHaveCount(
      path.startsWith('/settings') ? 1 : 0,
    );
    expect(await movedInShell(page), path).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
  }
});
