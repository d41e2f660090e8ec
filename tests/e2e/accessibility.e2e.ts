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
  { name: 'page not found', path: () => '/nowhere', ready: heading('Page not found!'), title: /not found|Penstock/ },
  {
    name: 'palette',
    path: () => '/pipelines',
    ready: (page) => paletteOf(page).getByRole('option').first(),
    title: /Pipelines/,
    prepare: openPalette,
  },
  {
    name: 'help',
    path: () => '/sources',
    ready: (page) => page.getByRole('dialog', { name: 'All keys' }),
    title: /Sources/,
    prepare: (page) => page.keyboard.press('?'),
  },
];

async function open(page: Page, screen: Screen): Promise<void> {
  await page.goto(`${running.product.url}${screen.path()}`);
  if (screen.prepare) {
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false', { timeout: 1 }).catch(() => undefined);
    await screen.prepare(page);
  }
  await expect(screen.ready(page)).toBeVisible();
}

async function violations(page: Page) {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}
