import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ListPage, prepareListPage } from '../../../../tests/harness/site-page.tsx';
import type {
  AlertChannel,
  AlertChannelType,
  AlertDelivery,
} from '../../../contract/entities/alert-channel.ts';
import { alertsCommands, alertsScopes } from './alerts.commands.ts';
import ChannelsPage from './ChannelsPage.tsx';
import { describeDelivery } from './channel-look.ts';

// The first test imports the whole screen.
vi.setConfig({ testTimeout: 60_000 });
const WITHIN = { timeout: 30_000 };
const NEVER = '0001-01-01T00:00:00Z';

const channel: AlertChannel = {
  id: '600000000000000002',
  name: 'Night shift',
  type: 'WEBHOOK',
  enabled: true,
  config: { url: 'https://hooks.example.com/x', token: { set: true } },
  address: 'hooks.example.com',
  ruleCount: 3,
  lastSentAt: NEVER,
  lastFailedAt: '2026-11-21T10:05:00Z',
  problem: 'hooks.example.com answered 401',
  isFailing: true,
  revision: 4,
  createdAt: NEVER,
  updatedAt: NEVER,
};
const { config: _c, address: _a, problem: _p, ...hidden } = channel;

const types: AlertChannelType[] = [
  {
    type: 'WEBHOOK',
    name: 'Webhook',
    description: 'Sends JSON to a web address.',
    configFormat: {
      config_groups: [
        {
          name: 'general',
          label: 'General',
          properties: [
            { name: 'url', label: 'URL', kind: 'text', required: true, bindsSecrets: 'address' },
            { name: 'token', label: 'Token', kind: 'secret', required: false, essential: true },
          ],
        },
      ],
    },
  },
  { type: 'CHANNEL_DEFAULT', name: 'Bell', description: 'Rings.', configFormat: { config_groups: [] } },
];

let listed: AlertChannel[] = [];
const sent: { path: string; body: unknown }[] = [];
let result = { isAccepted: true, problem: '', advice: '', elapsedMilliseconds: 12 };

let page: ListPage;

beforeEach(() => {
  sent.length = 0;
  listed = [channel];
  page = prepareListPage({
    commands: alertsCommands,
    scopes: alertsScopes,
    answer: async (asked, { pathname }) => {
      if (pathname === '/v1/alert-channel-types') return Response.json({ types });
      if (asked.method !== 'GET') sent.push({ path: pathname, body: await asked.json() });
      if (pathname.endsWith('/test')) return Response.json({ result });
      if (asked.method === 'POST') return Response.json({ id: '600000000000000009' });
      if (asked.method === 'PATCH') return Response.json({ alertChannel: { ...channel, revision: 5 } });
      return Response.json({ alertChannels: listed, pagination: { totalCount: listed.length } });
    },
  });
});
afterEach(() => {
  page.stop();
});

const show = (path: string) => {
  page.show(ChannelsPage, path);
  return userEvent.setup({ delay: null });
};

test('a channel is made by keyboard: type, name, address [R2.1-33, R2.1-34]', async () => {
  const user = show('/alerts/manageChannels?create=1');
  const row = (await screen.findByText('Night shift', {}, WITHIN)).closest('[role=row]');
  expect(row).toHaveTextContent('Failing');
  const search = await screen.findByRole('combobox', { name: 'Search types of channel' }, WITHIN);
  search.focus();
  await user.keyboard('webh{Enter}');
  const name = await screen.findByRole('textbox', { name: 'Name' }, WITHIN);
  expect(name).toHaveValue('Webhook');
  const url = screen.getByRole('textbox', { name: 'URL' });
  url.focus();
  await user.keyboard('https://hooks.example.com/y{Control>}s{/Control}');
  await vi.waitFor(() => expect(sent).toHaveLength(1), WITHIN);
  expect(sent[0]).toEqual({
    path: '/v1/alert-channel',
    body: {
      alertChannel: { name: 'Webhook', type: 'WEBHOOK', config: { url: 'https://hooks.example.com/y' } },
    },
  });
});

test('a form sends a test by what it says now, and shows the answer', async () => {
  const user = show(`/alerts/manageChannels?channel=${channel.id}`);
  await screen.findByText(/answered 401/, {}, WITHIN);
  result = { isAccepted: false, problem: 'It answered 500', advice: 'Look at it', elapsedMilliseconds: 3 };
  await user.click(screen.getByRole('button', { name: 'Send test' }));
  await screen.findByText('It answered 500. Look at it.', {}, WITHIN);
  expect(sent[0]).toMatchObject({
    path: '/v1/alert-channel/test',
    body: { alertChannel: { id: channel.id, type: 'WEBHOOK', config: channel.config } },
  });
  // The address is another one: what was given for the former is asked for again.
  const url = screen.getByRole('textbox', { name: 'URL' });
  await user.clear(url);
  await user.type(url, 'https://elsewhere.example.com');
  await screen.findAllByText(/enter the token again/, {}, WITHIN);
});

test('a channel says when it sent and failed last', async () => {
  listed = [channel];
  show('/alerts/manageChannels');
  const row = (await screen.findByText('Night shift', {}, WITHIN)).closest('[role=row]');
  expect(row).toHaveTextContent(/Failing.*Never.*21 Nov \d\d:05/);
});

test('whoever may not see where it leads sees that, and no form', async () => {
  listed = [hidden];
  show(`/alerts/manageChannels?channel=${channel.id}`);
  await screen.findByText(/is shown to administrators, who can change it/, {}, WITHIN);
  expect(screen.queryByRole('textbox', { name: 'URL' })).toBeNull();
});

test('a delivery says when, how often, why, and what to do', () => {
  const delivery: AlertDelivery = {
    id: channel.id,
    channelName: 'Night shift',
    channelType: 'SLACK',
    kind: 'FIRING',
    state: 'WAITING',
    attempts: 2,
    createdAt: NEVER,
    lastAttemptAt: NEVER,
    nextAttemptAt: '2026-11-21T10:05:00Z',
    sentAt: NEVER,
    problem: 'It answered 503',
    advice: 'Nothing',
  };
  expect(describeDelivery(delivery)).toMatch(/^2 tries, next try 21 Nov .*, It answered 503. Nothing$/);
  expect(describeDelivery({ ...delivery, attempts: 0, problem: '', advice: '' })).toBe('');
});
