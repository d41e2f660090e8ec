import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ListPage, prepareListPage, SITE } from '../../../../tests/harness/site-page.tsx';
import type { Agent } from '../../../contract/entities/fleet-agent.ts';
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

let searched: string[] = [];
let read: string[] = [];
let page: ListPage;

function answer(url: URL): object {
  if (url.pathname.endsWith('/fleets')) return { fleets: [], pagination: { totalCount: 0 } };
  if (url.pathname.includes('/agent/')) {
    read.push(url.pathname);
    return {};
  }
  const search = url.searchParams.get('search');
  if (search === null) return { agents: [LISTED], pagination: { totalCount: MANY } };
  searched.push(search);
  return { agents: [BEYOND], pagination: { totalCount: 1 } };
}

beforeEach(() => {
  [searched, read] = [[], []];
  page = prepareListPage({
    commands: COMMANDS,
    scopes: agentScopes,
    answer: (_call, url) => Response.json(answer(url)),
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
