import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { ProductApi } from './api.ts';
import { importPipelines } from './many-pipelines.ts';
import { buildPipeline, deployPipeline } from './pipelines.ts';

export const BUNDLE = resolve(import.meta.dirname, '../../.build/console');

/** Bytes of gzip, as sent. `allScriptBytes` counts what is fetched ahead too. */
export type LoadBudget = {
  scripts: number;
  scriptBytes: number;
  styles: number;
  styleBytes: number;
  requests: number;
  allScriptBytes: number;
};

/**
 * Files, bytes and requests before the content are those that it must keep (8, 180 kB and 14 are aimed at). In all it
 * must be 420 kB (350 are aimed at).
 */
const BUDGET: LoadBudget = {
  scripts: 12,
  scriptBytes: 220_000,
  styles: 3,
  styleBytes: 30_000,
  requests: 20,
  allScriptBytes: 368_000,
};

/** All scripts of the console but the editor of SQL, those of workers too; it must be 900 kB. */
export const CONSOLE_BUDGET_BYTES = 900_000;
/** A library as a whole, which opening Query loads and nothing else. */
export const SQL_EDITOR = /\/SqlEditor\./;
export const SQL_EDITOR_BUDGET_BYTES = 122_000;

const RUNNING = 10;
const STORED = 50;

/** Pipelines that run: of five nodes and of fifty. */
export type SeededPipelines = { small: string; large: string };

export type LoadRoute = {
  name: string;
  path: (pipelines: SeededPipelines) => string;
  /** What stands there once the screen has its data. */
  content: string;
  /** What follows last, where content is a row of tabs. */
  whole?: string;
  budget: LoadBudget;
};

const rowsOf = (label: string): string =>
  `main [role="grid"][aria-label="${label}"] [role="row"][aria-selected]`;
const ofPipeline =
  (view: string) =>
  ({ small }: SeededPipelines) =>
    `/pipelines/${small}${view === '' ? '' : `?view=${view}`}`;
/** Its tabs; the editor and what they show follow. */
const PIPELINE_BUDGET: LoadBudget = { ...BUDGET, scripts: 10, scriptBytes: 202_000, allScriptBytes: 388_000 };
const ANALYTICS_BUDGET: LoadBudget = { ...PIPELINE_BUDGET, allScriptBytes: 404_000 };
const INSIGHTS_BUDGET: LoadBudget = { ...PIPELINE_BUDGET, allScriptBytes: 377_000 };
const ERRORS_BUDGET: LoadBudget = { ...PIPELINE_BUDGET, allScriptBytes: 380_000 };
const PIPELINES_BUDGET: LoadBudget = { ...BUDGET, allScriptBytes: 306_000 };
const SITES_BUDGET: LoadBudget = { ...BUDGET, allScriptBytes: 315_000 };
const SOURCES_BUDGET: LoadBudget = { ...BUDGET, allScriptBytes: 318_000 };
const MONITORING_BUDGET: LoadBudget = {
  ...BUDGET,
  scriptBytes: 198_000,
  requests: 18,
  allScriptBytes: 379_000,
};
const SELECTED_TAB = 'main [role="tab"][aria-selected="true"]';

const NODE = 'main [data-node]';
const CHART = 'main figure svg';

/** Each with running pipelines: an empty site is no measure. */
export const LOAD_ROUTES: readonly LoadRoute[] = [
  { name: 'home', path: () => '/', content: rowsOf('Pipelines by input'), budget: BUDGET },
  { name: 'dashboard', path: () => '/dashboard', content: rowsOf('Pipelines by input'), budget: BUDGET },
  { name: 'pipelines', path: () => '/pipelines', content: rowsOf('Pipelines'), budget: PIPELINES_BUDGET },
  { name: 'pipeline', path: ofPipeline(''), content: SELECTED_TAB, whole: NODE, budget: PIPELINE_BUDGET },
  {
    name: 'pipeline of 50 nodes',
    path: ({ large }) => `/pipelines/${large}`,
    content: SELECTED_TAB,
    whole: NODE,
    budget: PIPELINE_BUDGET,
  },
  {
    name: 'analytics',
    path: ofPipeline('analytics'),
    content: SELECTED_TAB,
    whole: CHART,
    budget: ANALYTICS_BUDGET,
  },
  { name: 'insights', path: ofPipeline('dataInsights'), content: SELECTED_TAB, budget: INSIGHTS_BUDGET },
  { name: 'errors', path: ofPipeline('errors'), content: SELECTED_TAB, budget: ERRORS_BUDGET },
  { name: 'sources', path: () => '/sources', content: rowsOf('Sources'), budget: SOURCES_BUDGET },
  {
    name: 'monitoring',
    path: () => '/monitoring',
    content: SELECTED_TAB,
    whole: CHART,
    budget: MONITORING_BUDGET,
  },
  { name: 'sites', path: () => '/settings/sites', content: rowsOf('Sites'), budget: SITES_BUDGET },
];

/** Deploys a pipeline with a source of its own, two destinations and as many transforms as that leaves. @returns its id */
async function runPipeline(api: ProductApi, siteId: string, name: string, nodes: number): Promise<string> {
  const built = await buildPipeline(api, siteId, {
    name: `Running ${name}`,
    source: { name: `Events ${name}`, templateId: 'generator', config: { eventsPerSecond: 5 } },
    transforms: [
      { name: `Parse ${name}`, templateId: 'parse_json', config: {} },
      ...Array.from({ length: nodes - 4 }, (_, n) => ({
        name: `Sample ${name}${n === 0 ? '' : `, ${n}`}`,
        templateId: 'sample',
        config: { rate: n === 0 ? 10 : 1 },
      })),
    ],
    sinks: [
      { name: `Kept ${name}`, templateId: 'blackhole', config: {} },
      { name: `Copied ${name}`, templateId: 'blackhole', config: {} },
    ],
  });
  await deployPipeline(api, built);
  return built.pipelineId;
}

/** Deploys pipelines of five nodes. @returns the id of the last one */
export async function runPipelines(api: ProductApi, count: number): Promise<string> {
  const siteId = await api.siteId();
  let pipelineId = '';
  for (let n = 0; n < count; n++) pipelineId = await runPipeline(api, siteId, String(n), 5);
  return pipelineId;
}

/** Fifty pipelines, ten of which run, one of these with fifty nodes. */
export async function seedLoad(api: ProductApi, firstPort: number): Promise<SeededPipelines> {
  await importPipelines(api, STORED - RUNNING, firstPort);
  const large = await runPipeline(api, await api.siteId(), 'large', 50);
  return { small: await runPipelines(api, RUNNING - 1), large };
}

/**
 * Call before opening: marks when `content` is first in the page, and when `whole` is. Until content is there the browser
 * is not idle, however slow the machine is, so that what is fetched ahead comes after it.
 */
export const markContent = (page: Page, { content, whole = content }: LoadRoute): Promise<unknown> =>
  page.addInitScript(
    ([selector, last]) => {
      const waiting: (() => void)[] = [];
      const runIdle = window.requestIdleCallback.bind(window);
      let isThere = false;
      window.requestIdleCallback = (done, options) => {
        if (isThere) return runIdle(done, options);
        waiting.push(() => runIdle(done, options));
        return 0;
      };
      new MutationObserver((_, observer) => {
        if (!isThere && document.querySelector(selector) !== null) {
          performance.mark('first-content');
          isThere = true;
          for (const start of waiting) start();
        }
        if (!isThere || document.querySelector(last) === null) return;
        observer.disconnect();
        performance.mark('whole-content');
      }).observe(document, { childList: true, subtree: true });
    },
    [content, whole] as const,
  );

export type Requested = { path: string; isEarly: boolean };

/** What the page asked for, and whether before that mark; without the page itself. */
export const listRequested = (page: Page): Promise<Requested[]> =>
  page.evaluate(() => {
    const contentAt = performance.getEntriesByName('first-content')[0]?.startTime ?? 0;
    return performance.getEntriesByType('resource').map((entry) => ({
      path: new URL(entry.name).pathname,
      isEarly: entry.startTime < contentAt,
    }));
  });

/** Total of the files as they are sent to who takes gzip. */
export const sumGzipBytes = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + statSync(join(BUNDLE, `${path}.gz`)).size, 0);

export const listFilesOf = (
  requested: readonly Requested[],
  end: '.js' | '.css',
  early: boolean,
): string[] => [
  ...new Set(
    requested
      .filter(({ path, isEarly }) => path.endsWith(end) && (isEarly || !early))
      .map(({ path }) => path),
  ),
];
