import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { selectToasts } from '../../../../machines/toasts/index.ts';
import { type ListPage, prepareListPage, SITE } from '../../../../tests/harness/site-page.tsx';
import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import { handleApiErrors } from '../../api/report-error.ts';
import { publishedScopes } from '../../commands/scopes.ts';
import { toastsActor } from '../../state/toasts.ts';
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
  canRetry: false,
  ...{ configuration: null, throughput: null, labels: {} },
});
const LISTED = { ...createAgent('817956854733640001', 'edge-1'), labels: { branch: 'north', zone: 'b' } };
/** Those that only the map has. */
const BEYOND = Array.from({ length: 30 }, (_, n) =>
  createAgent(String(817956854733640100n + BigInt(n)), `edge-${9970 + n}`),
);
const LAST = BEYOND.at(-1)!;

let searched: string[] = [];
let read: string[][] = [];
let maps: string[] = [];
let restarted: string[] = [];
let told: string[] = [];
let isSlow = false;
/** Whether the page holds all agents. */
let isWhole = false;
/** Whether the service finds no agent from now on. */
let hasNone = false;
let page: ListPage;

function answer(url: URL): object | Promise<never> {
  if (url.pathname.endsWith('/fleets')) return { fleets: [], pagination: { totalCount: 0 } };
  if (url.pathname.endsWith('/agents/map')) {
    maps.push(url.search);
    const all = [LISTED, ...BEYOND];
    return {
      ids: all.map(({ id }) => id),
      names: all.map(({ host }) => `otelcol on ${host}`),
      statuses: all.map((one) => (one === LAST ? 'ERROR' : 'HEALTHY')),
      totalCount: all.length,
    };
  }
  if (url.pathname.endsWith('/restart')) {
    const [, id = ''] = /agent\/(\d+)/.exec(url.pathname) ?? [];
    restarted.push(id);
    return {};
  }
  if (url.pathname.includes('/agent/')) return new Promise<never>(() => undefined);
  const wanted = url.searchParams.getAll('agentIds');
  if (wanted.length > 0) {
    read.push(wanted);
    const agents = BEYOND.filter(({ id }) => wanted.includes(id));
    return isSlow
      ? new Promise<never>(() => undefined)
      : { agents, pagination: { totalCount: agents.length } };
  }
  if (hasNone) return { agents: [], pagination: { totalCount: 0 } };
  if (isWhole) return { agents: [LISTED, LAST], pagination: { totalCount: 2 } };
  const search = url.searchParams.get('search');
  if (search === null) return { agents: [LISTED], pagination: { totalCount: MANY } };
  searched.push(search);
  return { agents: [LAST], pagination: { totalCount: 1 } };
}

beforeEach(() => {
  [searched, read, maps, restarted, told] = [[], [], [], [], []];
  [isSlow, isWhole, hasNone] = [false, false, false];
  page = prepareListPage({
    commands: COMMANDS,
    scopes: agentScopes,
    answer: async (_call, url) =>
      url.pathname.endsWith(`${LISTED.id}/restart`)
        ? Response.json({ code: 'ACTION_REFUSED', message: 'edge-1 has left' }, { status: 409 })
        : Response.json(await answer(url)),
  });
});
afterEach(() => page.stop());

it('an agent that the page does not hold is searched by the service', async () => {
  page.show(AgentsPage, '/fleetManager/agents');
  expect(await screen.findByText('The first 1 of 12,000, worst first; search to find others')).toBeVisible();
  fireEvent.change(await screen.findByRole('combobox', { name: 'Search agents' }), {
    target: { value: 'host:edge-9999' },
  });
  expect(await screen.findByText('edge-9999')).toBeVisible();
  expect(searched).toEqual(['host:edge-9999']);
  expect(screen.getByRole('banner')).toHaveTextContent('Agents1 agents');
});

it('the number beside the title is that of the agents which the search finds', async () => {
  isWhole = true;
  page.show(AgentsPage, '/fleetManager/agents');
  expect(await screen.findByText('edge-9999')).toBeVisible();
  expect(screen.getByRole('banner')).toHaveTextContent('Agents2 agents');
  fireEvent.change(await screen.findByRole('combobox', { name: 'Search agents' }), {
    target: { value: 'host:edge-9999' },
  });
  await waitFor(() => expect(screen.queryByText('edge-1')).toBeNull());
  expect(screen.getByRole('banner')).toHaveTextContent('Agents1 agents');
});

const typeSearch = async (text: string) => {
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search agents' });
  field.focus();
  fireEvent.change(field, { target: { value: text } });
  return field;
};
const readOptions = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

it('the search completes fields, labels and their values by keys alone', async () => {
  isWhole = true;
  page.show(AgentsPage, '/fleetManager/agents');
  expect(await screen.findByText('edge-9999')).toBeVisible();
  const field = await typeSearch('s');
  const list = await screen.findByRole('listbox', { name: 'Completions' });
  expect(field).toHaveAttribute('aria-controls', list.id);
  expect(readOptions()).toEqual(['status:']);
  fireEvent.keyDown(field, { key: 'Tab' });
  await waitFor(() => expect(field).toHaveValue('status:'));
  expect(readOptions().slice(0, 2)).toEqual(['error', 'incompatible']);
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  const chosen = screen.getByRole('option', { selected: true });
  expect(chosen).toHaveTextContent('incompatible');
  expect(field).toHaveAttribute('aria-activedescendant', chosen.id);
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(field).toHaveValue('status:incompatible '));
  expect(field).toHaveAttribute('aria-expanded', 'false');
  expect(field).toHaveFocus();

  await typeSearch('b');
  await waitFor(() => expect(readOptions()).toEqual(['branch=label']));
  fireEvent.keyDown(field, { key: 'Tab' });
  await waitFor(() => expect(readOptions()).toEqual(['north']));
  fireEvent.keyDown(field, { key: 'Escape' });
  await waitFor(() => expect(readOptions()).toEqual([]));
  expect(field).toHaveFocus();
});

it('values of a label are known while its search finds no agent', async () => {
  isWhole = true;
  page.show(AgentsPage, '/fleetManager/agents');
  expect(await screen.findByText('edge-9999')).toBeVisible();
  hasNone = true;
  await typeSearch('branch=n');
  await waitFor(() => expect(screen.queryByText('edge-9999')).toBeNull());
  expect(readOptions()).toEqual(['north']);
});

it('an agent that the page does not hold is read when it is opened', async () => {
  page.show(AgentsPage, `/fleetManager/agents/${LAST.id}`);
  await waitFor(() => expect(read).toEqual([[LAST.id]]));
  expect(await screen.findByRole('complementary', { name: 'otelcol on edge-9999' })).toBeVisible();
});

const findMap = () => screen.findByRole('grid', { name: 'Status map' });

it('the map has agents beyond the list, and its cursor reads them', async () => {
  page.show(AgentsPage, '/fleetManager/agents');
  const map = await findMap();
  expect(await screen.findByText('1 in error')).toBeVisible();
  fireEvent.keyDown(map, { key: 'End' });
  expect(await screen.findByText('otelcol on edge-9999, in error')).toBeVisible();
  expect(await screen.findByText('edge-9999')).toBeVisible();
  expect(read).toEqual([[LAST.id]]);
  expect(maps).toHaveLength(1);
  fireEvent.keyDown(map, { key: 'Enter' });
  expect(window.location.pathname).toBe(`/fleetManager/agents/${LAST.id}`);
});

it('a held arrow on the map reads the agent where it rests', async () => {
  page.show(AgentsPage, '/fleetManager/agents');
  const map = await findMap();
  expect(await screen.findByText('1 in error')).toBeVisible();
  for (let n = 0; n < BEYOND.length; n += 1) fireEvent.keyDown(map, { key: 'ArrowRight' });
  await waitFor(() => expect(read.at(-1)).toEqual([LAST.id]));
  expect(read.length).toBeLessThan(3);
});

it('a selected agent beyond the list stays in it when the cursor leaves', async () => {
  page.show(AgentsPage, '/fleetManager/agents');
  const map = await findMap();
  fireEvent.keyDown(map, { key: 'End' });
  expect(await screen.findByText('edge-9999')).toBeVisible();
  fireEvent.keyDown(document.body, { key: 'x' });
  expect(await screen.findByText('1 selected')).toBeVisible();
  fireEvent.keyDown(map, { key: 'Home' });
  expect(await screen.findByText('otelcol on edge-1, healthy')).toBeVisible();
  fireEvent.keyDown(document.body, { key: 'x' });
  expect(await screen.findByText('2 selected')).toBeVisible();
  expect(publishedScopes.get().data['agents.list']?.selected).toEqual([LISTED, LAST]);
});

it('one of several that refuses to restart holds up none of the others', async () => {
  handleApiErrors((_, { message }) => told.push(message));
  isWhole = true;
  page.show(AgentsPage, '/fleetManager/agents');
  expect(await screen.findByText('edge-9999')).toBeVisible();
  const { write } = publishedScopes.get().data['agents.list'] ?? {};
  write?.({ action: 'restart', agents: [LISTED, LAST] });
  await waitFor(() => expect(restarted).toEqual([LAST.id]));
  await waitFor(() => expect(told).toEqual(['edge-1 has left']));
  const toasts = selectToasts(toastsActor.getSnapshot()).map(({ message }) => message);
  expect(toasts).toEqual(['1 of 2 agents was told to restart.']);
});

it('no command takes the first row for an agent not read yet', async () => {
  isSlow = true;
  page.show(AgentsPage, '/fleetManager/agents');
  fireEvent.keyDown(await findMap(), { key: 'End' });
  expect(await screen.findByText('otelcol on edge-9999, in error')).toBeVisible();
  expect(publishedScopes.get().data['agents.list']?.current).toBeUndefined();
});
