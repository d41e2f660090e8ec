import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { nodeOf, panelOf } from './support/graph.ts';
import { openPalette, paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { rowOf } from './support/screen.ts';

const running = productOfFile();
let built: Built;

type Screen = {
  name: string;
  path: () => string;
  /** Shows once the screen is complete. */
  ready: (page: Page) => Locator;
  title: RegExp;
  prepare?: (page: Page) => Promise<void>;
};

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1, exact: true });

const SCREENS: Screen[] = [
  {
    name: 'dashboard',
    path: () => '/dashboard',
    ready: (page) => rowOf(page, 'Pipelines by input', 'Web logs'),
    title: /Dashboard/,
  },
  {
    name: 'pipelines',
    path: () => '/pipelines',
    ready: (page) => rowOf(page, 'Pipelines', 'Web logs'),
    title: /Pipelines/,
  },
  {
    name: 'pipeline',
    path: () => `/pipelines/${built.pipelineId}`,
    ready: (page) => nodeOf(page, 'Drop debug'),
    title: /Web logs/,
  },
  {
    name: 'pipeline with a node open',
    path: () => `/pipelines/${built.pipelineId}`,
    ready: (page) => panelOf(page, 'Drop debug'),
    title: /Web logs/,
    prepare: (page) => nodeOf(page, 'Drop debug').press('Enter'),
  },
  {
    name: 'editor with a node open',
    path: () => `/pipelines/${built.pipelineId}?mode=edit`,
    ready: (page) => panelOf(page, 'Drop debug').getByRole('textbox', { name: 'Name' }),
    title: /Edit/,
    prepare: (page) => nodeOf(page, 'Drop debug').press('Enter'),
  },
  {
    name: 'new pipeline',
    path: () => '/pipelines/create',
    ready: (page) => page.getByRole('heading', { name: 'The graph is empty' }),
    title: /New pipeline/,
  },
  {
    name: 'sources with the form',
    path: () => '/sources?create=http_server',
    ready: (page) => page.getByRole('form', { name: 'New source' }).getByRole('textbox', { name: 'Port' }),
    title: /Sources/,
  },
  {
    name: 'source',
    path: () => `/sources/${built.sourceId}`,
    ready: (page) => page.getByRole('form', { name: 'Edit Web server' }),
    title: /Web server/,
  },
  {
    name: 'destinations with the panel',
    path: () => `/destinations?destination=${built.sinkIds[0]}`,
    ready: (page) => page.getByRole('form', { name: 'Edit Kept' }),
    title: /Destinations/,
  },
  {
    name: 'page not found',
    path: () => '/nowhere',
    ready: heading('Page not found!'),
    title: /not found|Penstock/,
  },
  {
    name: 'palette',
    path: () => '/pipelines',
    ready: (page) => paletteOf(page).getByRole('option').first(),
    title: /Pipelines/,
    prepare: async (page) => {
      await expect(rowOf(page, 'Pipelines', 'Web logs')).toBeVisible();
      await openPalette(page);
    },
  },
  {
    name: 'help',
    path: () => '/sources',
    ready: (page) => page.getByRole('dialog', { name: 'All keys' }),
    title: /Sources/,
    prepare: async (page) => {
      await expect(rowOf(page, 'Sources', 'Web server')).toBeVisible();
      await page.keyboard.press('?');
    },
  },
];

async function open(page: Page, screen: Screen): Promise<void> {
  await page.goto(`${running.product.url}${screen.path()}`);
  await screen.prepare?.(page);
  await expect(screen.ready(page), screen.name).toBeVisible();
}

async function violations(page: Page, rules?: string[]) {
  const axe = new AxeBuilder({ page });
  const { violations: found } = await (rules ? axe.withRules(rules) : axe).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}

/** A theme is this attribute and nothing else; what the other theme changes is contrast. */
const setTheme = (page: Page, theme: 'dark' | 'light') =>
  page.locator('html').evaluate((html, name) => html.setAttribute('data-theme', name), theme);

/** Controls of the page that cannot be reached by looking or scrolling sideways inside their own region. */
const lostControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element) =>
      /auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth;
    const isExempt = (element: Element) =>
      element.closest('[aria-roledescription="graph"], [aria-label="Available keys"], [aria-hidden="true"]');
    const lost: string[] = [];
    for (const element of document.querySelectorAll('button, a[href], input, textarea, [role="combobox"]')) {
      const { left, right, width } = element.getBoundingClientRect();
      if (width === 0 || isExempt(element) || element.matches('a[href="#content"]')) continue;
      let canScroll = false;
      for (let at = element.parentElement; at && !canScroll; at = at.parentElement) canScroll = scrolls(at);
      if (!canScroll && (left < -1 || right > window.innerWidth + 1))
        lost.push(
          `${element.tagName} '${element.getAttribute('aria-label') ?? element.textContent}' ${left}-${right}`,
        );
    }
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > window.innerWidth) lost.push(`the page is ${scrollWidth} px wide`);
    return lost;
  });

test.describe.configure({ mode: 'serial' });

test('the dashboard of an empty site has no axe violation in dark and light', async ({ page }) => {
  await page.goto(running.product.url);
  await expect(page.getByRole('heading', { name: 'Nothing flows yet' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await setTheme(page, 'light');
  expect(await violations(page, ['color-contrast'])).toEqual([]);
});

const NARROW = [
  { name: '320 px wide', width: 320, height: 640 },
  { name: '200% of 1440 by 900', width: 720, height: 450 },
];

test('every screen: a title, no axe violation in dark and light, nothing lost at 320 px and at 200%', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { api, siteId, product } = running;
  built = await buildPipeline(api, siteId, {
    name: 'Web logs',
    source: { name: 'Web server', templateId: 'http_server', config: { port: await freePort() } },
    transforms: [
      { name: 'Parse', templateId: 'parse_json', config: {} },
      {
        name: 'Drop debug',
        templateId: 'filter',
        config: {
          action: 'drop',
          match: { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'debug' }] },
        },
      },
    ],
    sinks: [
      {
        name: 'Kept',
        templateId: 'file',
        config: { path: join(product.dataFolder, 'kept.ndjson'), format: 'ndjson' },
      },
    ],
  });
  await deployPipeline(api, built);
  const source = await api.call('getSource', { path: { id: built.sourceId } });
  const port = Number(source.source.config?.port);
  await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{"level":"info"}\n{"level":"debug"}' });
  for (const screen of SCREENS) {
    await test.step(screen.name, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await open(page, screen);
      await expect(page).toHaveTitle(screen.title);
      expect.soft(await violations(page), `${screen.name}, dark`).toEqual([]);
      await setTheme(page, 'light');
      expect.soft(await violations(page, ['color-contrast']), `${screen.name}, light`).toEqual([]);
      for (const { name, ...size } of NARROW) {
        await page.setViewportSize(size);
        await expect.soft(screen.ready(page), `${screen.name}, ${name}`).toBeVisible();
        expect.soft(await lostControls(page), `${screen.name}, ${name}`).toEqual([]);
      }
    });
  }
});

test('Tab shows where the focus is; the skip link leads past the sidebar', async ({ page }) => {
  await page.goto(`${running.product.url}/pipelines`);
  await expect(rowOf(page, 'Pipelines', 'Web logs')).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const seen = new Set<string>();
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      // A grid shows it on the row that it announces, a field on the box around it.
      const row = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
      const ringed = [element, element.parentElement, row].some((one) => {
        const style = one && getComputedStyle(one);
        return style !== null && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
      });
      return { text: element.getAttribute('aria-label') ?? element.textContent ?? element.tagName, ringed };
    });
    if (!found) break;
    expect(found, `the focus is seen on '${found.text}'`).toMatchObject({ ringed: true });
    seen.add(found.text);
  }
  expect(seen.size).toBeGreaterThan(3);
});
