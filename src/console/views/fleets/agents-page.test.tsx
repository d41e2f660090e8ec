import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ListPage, prepareListPage, SITE } from '../../../../tests/harness/site-page.tsx';
import type { Agent, AgentDetail } from '../../../contract/entities/fleet-agent.ts';
import { publishedScopes } from '../../commands/scopes.ts';
import AgentsPage from './AgentsPage.tsx';
import { agentLabelCommands } from './agent-labels.commands.ts';
import { agentMoveCommands } from './agent-move.commands.ts';
import { agentCommands, agentScopes } from './agents.commands.ts';

const COMMANDS = [...agentCommands, ...agentLabelCommands, ...agentMoveCommands];
const MANY = 12_000;

const createAgent = (id: string, host: string): Agent => ({
  ...{ id, siteId: SITE.id, fleetId: '817956854733640009', fleetName: 'Edge', name: 'otelcol', host },
  ...{ platform: 'linux/amd64', version: '0.149.0', status: 'HEALTHY', reason: '', lastAlive: '' },
  ...{ isConnected: true, acceptsRestart: true, acceptsCredential: true, configState: 'APPLIED' },
  ...{ configuration: null, throughput: null, labels: {} },
});
const LISTED = createAgent('817956854733640001', 'edge-1');
const BEYOND = createAgent('817956854733640002', 'edge-9999');
const BEYOND_DETAIL: AgentDetail = {
  ...{ ...BEYOND, instanceUid: '', transport: 'http', firstSeenAt: '', attributes: {}, health: null },
  ...{
    configProblem: '',
    acceptsConfiguration: true,
    credential: 'TOKEN',
    credentialAt: '',
    effective: null,
  },
  ...{ compared: null, components: {}, packages: {}, events: [] },
};

let searched: string[] = [];
let read: string[] = [];
let maps: string[] = [];
let isSlow = false;
let page: ListPage;

function answer(url: URL): object | Promise<never> {
  if (url.pathname.endsWith('/fleets')) return { fleets: [], pagination: { totalCount: 0 } };
  if (url.pathname.includes('/agent/')) {
    read.push(url.pathname);
    return isSlow ? new Promise<never>(() => undefined) : { agent: BEYOND_DETAIL };
  }
  if (url.pathname.endsWith('/agents/map')) {
    maps.push(url.search);
    const ids = [LISTED.id, BEYOND.id];
    return {
      ids,
      names: ['otelcol on edge-1', 'otelcol on edge-9999'],
      statuses: ['HEALTHY', 'ERROR'],
      totalCount: 2,
    };
  }
  const search = url.searchParams.get('search');
  if (search === null) return { agents: [LISTED], pagination: { totalCount: MANY } };
  searched.push(search);
  return { agents: [BEYOND], pagination: { totalCount: 1 } };
}

beforeEach(() => {
  [searched, read, maps] = [[], [], []];
  isSlow = false;
  page = prepareListPage({
    commands: COMMANDS,
    scopes: agentScopes,
    answer: async (_call, url) => Response.json(await answer(url)),
  });
});
afterEach(() => page.stop());

it('an agent that the page does not hold is searched by the service', async () => {
  page.show(AgentsPage, '/fleetManager/agents');
  expect(await screen.findByText('The first 1 of 12,000, worst first; search to find others')).toBeVisible();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search agents' }), {
    target: { value: 'host:edge-9999' },
  });
  expect(await screen.findByText('edge-9999')).toBeVisible();
  expect(searched).toEqual(['host:edge-9999']);
});

it('an agent that the page does not hold is read when it is opened', async () => {
  page.show(AgentsPage, `/fleetManager/agents/${BEYOND.id}`);
  await waitFor(() => expect(read).toContain(`/v1/agent/${BEYOND.id}`));
});

it('the map has agents beyond the list, and its cursor reads them', async () => {
  page.show(AgentsPage, '/fleetManager/agents');
  const map = await screen.findByRole('grid', { name: 'Status map' });
  expect(await screen.findByText('1 error')).toBeVisible();
  fireEvent.keyDown(map, { key: 'End' });
  expect(await screen.findByText('otelcol on edge-9999, error')).toBeVisible();
  expect(await screen.findByText('edge-9999')).toBeVisible();
  expect(read).toEqual([`/v1/agent/${BEYOND.id}`]);
  expect(maps).toHaveLength(1);
  fireEvent.keyDown(map, { key: 'Enter' });
  expect(window.location.pathname).toBe(`/fleetManager/agents/${BEYOND.id}`);
});

it('no command takes the first row for an agent not read yet', async () => {
  isSlow = true;
  page.show(AgentsPage, '/fleetManager/agents');
  fireEvent.keyDown(await screen.findByRole('grid', { name: 'Status map' }), { key: 'End' });
  expect(await screen.findByText('otelcol on edge-9999, error')).toBeVisible();
  expect(publishedScopes.get().data['agents.list']?.current).toBeUndefined();
});
