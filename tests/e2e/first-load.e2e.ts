// Slow: starts ten pipelines, and loads each route with an empty cache.
import type { Page } from '@playwright/test';
import {
  LOAD_ROUTES,
  listFilesOf,
  listRequested,
  markContent,
  type SeededPipelines,
  seedLoad,
  sumGzipBytes,
} from '../harness/first-load.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();

/** Fetched ahead last; beside a pipeline the list waits for a key. */
const listAhead = (path: string) =>
  path.startsWith('/pipelines/') ? [/PaletteDialog\./] : [/PaletteDialog\./, /PipelinesPage\./];

test.describe('with ten pipelines running', () => {
  let pipelines: SeededPipelines = { small: '', large: '' };
  test.beforeAll(async () => {
    pipelines = await seedLoad(running.api, 29_600);
  });

  for (const route of LOAD_ROUTES)
    test(`first load: ${route.name} is within its budget`, async ({ page }) => {
      const { name, content, budget } = route;
      const path = route.path(pipelines);
      await markContent(page, route);
      await page.goto(`${running.product.url}${path}`);
      await page.locator(content).first().waitFor();
      await expect
        .poll(async () => {
          const asked = await listRequested(page);
          return listAhead(path).every((file) => asked.some((one) => file.test(one.path)));
        })
        .toBe(true);
      await page.waitForLoadState('networkidle');
      const requested = await listRequested(page);
      const named = requested.filter((one) => one.isEarly && /^\/v1\/pipeline\/\d+$/.test(one.path));
      expect(named).toHaveLength(path.startsWith('/pipelines/') ? 1 : 0);
      const scripts = listFilesOf(requested, '.js', true);
      const styles = listFilesOf(requested, '.css', true);
      const all = listFilesOf(requested, '.js', false);
      const early = requested.filter(({ isEarly }) => isEarly);
      if (process.env.PENSTOCK_PRINT)
        console.log(
          name,
          scripts.length,
          sumGzipBytes(scripts),
          styles.length,
          sumGzipBytes(styles),
          1 + early.length,
          all.length,
          sumGzipBytes(all),
          early.map((one) => one.path).join(' '),
        );
      expect(sumGzipBytes(scripts), scripts.join(', ')).toBeLessThanOrEqual(budget.scriptBytes);
      expect(scripts.length, scripts.join(', ')).toBeLessThanOrEqual(budget.scripts);
      expect(sumGzipBytes(styles), styles.join(', ')).toBeLessThanOrEqual(budget.styleBytes);
      expect(styles.length, styles.join(', ')).toBeLessThanOrEqual(budget.styles);
      // The page itself is not among its resources.
      expect(1 + early.length, early.map((one) => one.path).join(', ')).toBeLessThanOrEqual(budget.requests);
      expect(sumGzipBytes(all), all.join(', ')).toBeLessThanOrEqual(budget.allScriptBytes);
    });

  test('beside a pipeline, panel and list load just before they are opened', async ({ page }) => {
    await page.goto(`${running.product.url}/pipelines/${pipelines.small}`);
    const node = page.getByRole('button', { name: /^Source, Data generator, Events 8/ });
    await node.waitFor();
    const loaded = async (file: RegExp) =>
      (await listRequested(page)).filter(({ path }) => file.test(path)).length;
    await expect.poll(() => loaded(/PaletteDialog\.js/)).toBe(1);
    expect(await loaded(/(pipeline-node|PipelinesPage)\.js/)).toBe(0);
    await node.hover();
    await expect.poll(() => loaded(/pipeline-node\.js/)).toBe(1);
    await page.keyboard.press('g');
    await expect.poll(() => loaded(/PipelinesPage\.js/)).toBe(1);
  });
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
