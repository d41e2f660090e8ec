import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import {
  BUNDLE,
  FIRST_LOAD_BUDGET,
  gzipBytes,
  markFirstContent,
  pathsBeforeContent,
  scriptsOfPage,
} from '../harness/first-load.ts';
import { productOfFile } from './support/product.ts';

const running = productOfFile();

test('the first load asks for the scripts that the page names and no others, within the budget', async ({
  page,
}) => {
  const asked: { path: string; type: string }[] = [];
  page.on('request', (request) =>
    asked.push({ path: new URL(request.url()).pathname, type: request.resourceType() }),
  );
  await markFirstContent(page);
  await page.goto(running.product.url);
  await expect(
    page.getByRole('main').getByRole('button', { name: 'Start the example pipeline' }),
  ).toBeVisible();

  const early = await pathsBeforeContent(page);
  const isScript = (path: string) => asked.some((one) => one.path === path && one.type === 'script');
  const scripts = [...new Set(early.filter(isScript))].sort();
  const html = readFileSync(join(BUNDLE, 'index.html'), 'utf8');
  expect(scripts).toEqual(scriptsOfPage(html));
  expect(gzipBytes(scripts), scripts.join(', ')).toBeLessThanOrEqual(FIRST_LOAD_BUDGET.scriptBytes);
  // The page itself is no resource of itself.
  expect(1 + early.length, early.join(', ')).toBeLessThanOrEqual(FIRST_LOAD_BUDGET.requests);
});

/** What of the sidebar and the top bar moved by itself since the page was opened, as the browser tells it. */
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
              // The heading of a screen is a header too, which stands in the main part.
              .filter((node) => node?.closest('nav[aria-label="Main"], header') && !node.closest('main'))
              .map((node) => node?.textContent ?? ''),
          ),
        ).observe({ type: 'layout-shift', buffered: true });
        // Without any shift nothing is told.
        requestAnimationFrame(() => requestAnimationFrame(() => done([])));
      }),
  );

test('R2.2-08 nothing in the sidebar or the top bar moves when flags, bell and counts come', async ({
  page,
}) => {
  for (const path of ['/', '/settings/audit', '/settings/apiKeys', '/sources']) {
    // The flags come late, as over a slow network.
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
