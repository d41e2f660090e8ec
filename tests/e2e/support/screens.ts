import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type Built, buildPipeline, deployPipeline } from '../../harness/pipelines.ts';
import { freePort } from '../../harness/product.ts';
import { makeFleet } from './fleet.ts';
import { nodeOf, panelOf } from './graph.ts';
import { openPalette, paletteOf } from './palette.ts';
import type { Running } from './product.ts';
import { rowOf } from './screen.ts';
import { expect } from './test.ts';

export type Screen = {
  name: string;
  path: (example: Built) => string;
  ready: (page: Page) => Locator;
  title: RegExp;
  prepare?: (page: Page) => Promise<void>;
};

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1, exact: true });

/** The first row, by keys. */
async function openFirst(page: Page, grid: string, name: string): Promise<void> {
  await expect(rowOf(page, grid, name)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
}

export const SCREENS: readonly Screen[] = [
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
    path: ({ pipelineId }) => `/pipelines/${pipelineId}`,
    ready: (page) => nodeOf(page, 'Drop debug'),
    title: /Web logs/,
  },
  {
    name: 'pipeline with a node open',
    path: ({ pipelineId }) => `/pipelines/${pipelineId}`,
    ready: (page) => panelOf(page, 'Drop debug'),
    title: /Web logs/,
    prepare: (page) => nodeOf(page, 'Drop debug').press('Enter'),
  },
  {
    name: 'editor with a node open',
    path: ({ pipelineId }) => `/pipelines/${pipelineId}?mode=edit`,
    ready: (page) => panelOf(page, 'Drop debug').getByRole('textbox', { name: 'Name' }),
    title: /Edit/,
    prepare: (page) => nodeOf(page, 'Drop debug').press('Enter'),
  },
  {
    name: 'new pipeline',
    path: () => '/pipelines/create',
    ready: (page) => page.getByRole('heading', { name: 'Start with what you know' }),
    title: /New pipeline/,
  },
  {
    name: 'sources with the form',
    path: () => '/sources?create=http_server',
    ready: (page) =>
      page.getByRole('form', { name: 'New HTTP source' }).getByRole('textbox', { name: 'Port' }),
    title: /Sources/,
  },
  {
    name: 'source',
    path: ({ sourceId }) => `/sources/${sourceId}`,
    ready: (page) => page.getByRole('form', { name: 'Edit Web server' }),
    title: /Web server/,
  },
  {
    name: 'destinations with the panel',
    path: ({ sinkIds }) => `/destinations?destination=${sinkIds[0]}`,
    ready: (page) => page.getByRole('form', { name: 'Edit Kept' }),
    title: /Destinations/,
  },
  {
    name: 'query with a result',
    path: () => `/querySearch/query?sql=${encodeURIComponent("select 'a' as name, 1 as n")}`,
    ready: (page) => page.getByRole('gridcell', { name: 'a', exact: true }),
    title: /Query/,
  },
  {
    name: 'query drawn as bars',
    path: () => `/querySearch/query?show=bar&sql=${encodeURIComponent("select 'a' as name, 1 as n")}`,
    ready: (page) => page.getByRole('figure', { name: 'New query' }),
    title: /Query/,
  },
  {
    name: 'data to query',
    path: () => '/querySearch/data',
    ready: (page) => page.getByText('No source of this site is archived to files yet'),
    title: /Data/,
  },
  {
    name: 'dashboards of queries',
    path: () => '/querySearch/dashboards',
    ready: (page) => rowOf(page, 'Dashboards', 'Error digest'),
    title: /Dashboards/,
  },
  {
    name: 'dashboard of queries',
    path: () => '/querySearch/dashboards/errors',
    ready: (page) => page.getByRole('region', { name: 'Total' }).getByText('Warnings'),
    title: /Error digest/,
  },
  {
    name: 'hydration with the form',
    path: () => '/hydration?create=1',
    ready: (page) => page.getByRole('form', { name: 'Create hydration' }),
    title: /Hydration/,
  },
  {
    name: 'API keys with the form',
    path: () => '/settings/apiKeys?create=1',
    ready: (page) => page.getByRole('form', { name: 'New API key' }).getByRole('group', { name: 'Sites' }),
    title: /API Keys/,
  },
  {
    name: 'a role of the system',
    path: () => '/settings/accessManagement/roles/operator',
    ready: (page) => page.getByRole('table', { name: 'What the role allows' }),
    title: /Role/,
  },
  {
    name: 'roles with the form',
    path: () => '/settings/accessManagement/roles?create=1',
    ready: (page) => page.getByRole('form', { name: 'New role' }).getByRole('table'),
    title: /Roles/,
  },
  {
    name: 'model of the assistant',
    path: () => '/settings/features/assistant',
    ready: (page) => page.getByRole('form', { name: 'Settings of the model' }),
    title: /Model of the assistant/,
  },
  {
    name: 'users with the form',
    path: () => '/settings/accessManagement/users?create=1',
    ready: (page) => page.getByRole('form', { name: 'Invite user' }).getByRole('checkbox').first(),
    title: /Users/,
  },
  {
    name: 'profile',
    path: () => '/userProfile',
    ready: (page) => page.getByRole('tab', { name: /^Keys/ }),
    title: /Profile/,
  },
  {
    name: 'keys of the profile',
    path: () => '/userProfile?view=keys',
    ready: (page) => page.getByRole('grid').getByRole('row').nth(3),
    title: /Profile/,
  },
  {
    name: 'time range',
    path: () => '/dashboard',
    ready: (page) => page.getByRole('dialog', { name: 'Time range' }),
    title: /Dashboard/,
    prepare: async (page) => {
      await expect(rowOf(page, 'Pipelines by input', 'Web logs')).toBeVisible();
      await page.keyboard.press('Shift+R');
    },
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
  {
    name: 'alerts',
    path: () => '/alerts',
    ready: heading('Alerts'),
    title: /Alerts/,
  },
  {
    name: 'alert rules with one open',
    path: () => '/alerts/manageAlerts',
    ready: (page) => page.getByRole('textbox', { name: 'Threshold' }),
    title: /Manage alerts/,
    prepare: async (page) => {
      await expect(rowOf(page, 'Manage alerts', 'Buffer nearly full')).toBeVisible();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'alert channels with a new one',
    path: () => '/alerts/manageChannels?create=1',
    ready: (page) => page.getByRole('textbox', { name: 'From' }),
    title: /Manage channels/,
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Search types of channel' }).fill('mail');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'recommendations',
    path: () => '/monitoring/recommendations',
    ready: heading('Recommendations'),
    title: /Recommendations/,
  },
  {
    name: 'alert silences with a new one',
    path: () => '/alerts/manageSilences?create=1',
    ready: (page) => page.getByRole('textbox', { name: 'Reason' }),
    title: /Manage silences/,
  },
  {
    name: 'fleets with one open',
    path: () => '/fleetManager/fleets',
    ready: (page) => page.getByRole('list', { name: 'Enrollment tokens' }),
    title: /Edge/,
    prepare: (page) => openFirst(page, 'Fleets', 'Edge'),
  },
  {
    name: 'a rollout to begin',
    path: () => '/fleetManager/fleets',
    ready: (page) => page.getByRole('form', { name: 'Roll out to Edge' }).getByText('1, the newest'),
    title: /Edge/,
    prepare: async (page) => {
      await openFirst(page, 'Fleets', 'Edge');
      await page.keyboard.press('Shift+D');
    },
  },
  {
    name: 'agents with one open',
    path: () => '/fleetManager/agents',
    ready: (page) => page.getByRole('region', { name: 'Difference to the assigned configuration' }),
    title: /otelcol/,
    prepare: (page) => openFirst(page, 'Agents', 'otelcol'),
  },
  {
    name: 'configurations with one open',
    path: () => '/fleetManager/configurations',
    ready: (page) => page.getByText('YAML and references are right.'),
    title: /Gateway/,
    prepare: (page) => openFirst(page, 'Configurations', 'Gateway'),
  },
  {
    name: 'reports with a new one',
    path: () => '/reports?create=1',
    ready: (page) => page.getByRole('textbox', { name: 'Time zone' }),
    title: /Reports/,
  },
  {
    name: 'pull requests with one open',
    path: () => '/events/pullRequests',
    ready: (page) => page.getByRole('list', { name: 'Changes of Web logs' }),
    title: /Pull requests/,
    prepare: async (page) => {
      const list = page.getByRole('treegrid', { name: 'Pull requests' });
      await expect(list.getByRole('row').filter({ hasText: 'Say what it does' })).toBeVisible();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
    },
  },
];

/** Of the description; while it is raised the site keeps its own repository. */
async function raisePullRequest(
  { api, siteId }: Pick<Running, 'api' | 'siteId'>,
  { pipelineId, version }: Built,
): Promise<void> {
  const manage = (managedByGit: boolean) =>
    api.call('updateSite', { ifMatch: '*', body: { site: { id: siteId, managedByGit } } });
  await manage(true);
  const { graph } = await api.call('getGraph', { path: { pipelineId, graphVersion: version }, query: {} });
  const nodes = Object.values(graph.nodes).map(({ id, nodeType, name, templateId, config }) => ({
    ...{ id, nodeType, name, templateId },
    config: nodeType === 'TRANSFORM' ? config : {},
  }));
  const pipeline = { id: pipelineId, name: 'Web logs', description: 'Debug events are kept for a day' };
  const { edges, metaInfo } = graph;
  await api.call('createChangeset', {
    body: {
      changeSet: { siteId, description: 'Say what it does' },
      pipelines: [{ pipeline, graph: { version, edges, metaInfo } }],
      nodes,
    },
  });
  await manage(false);
}

export async function openScreen(page: Page, origin: string, screen: Screen, example: Built): Promise<void> {
  await page.goto(`${origin}${screen.path(example)}`);
  await screen.prepare?.(page);
  await expect(screen.ready(page), screen.name).toBeVisible();
}

/** A deployed pipeline with two transforms that processed two events, and an open pull request for it. */
export async function exampleSite({ api, siteId, product }: Running): Promise<Built> {
  const built = await buildPipeline(api, siteId, {
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
  await raisePullRequest({ api, siteId }, built);
  await makeFleet({ api, siteId, product });
  return built;
}
