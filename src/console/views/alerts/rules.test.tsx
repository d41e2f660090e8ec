import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ListPage, prepareListPage, SITE } from '../../../../tests/harness/site-page.tsx';
import type { AlertEvent, AlertRule, AlertTrial } from '../../../contract/entities/alert.ts';
import type { AlertChannel } from '../../../contract/entities/alert-channel.ts';
import { alertsCommands, alertsScopes } from './alerts.commands.ts';
import { createCondition } from './new-rule.ts';
import RulesPage from './RulesPage.tsx';

// The first test imports the whole screen.
vi.setConfig({ testTimeout: 60_000 });
const WITHIN = { timeout: 30_000 };
const NEVER = '0001-01-01T00:00:00Z';

const rule: AlertRule = {
  id: '600000000000000001',
  name: 'Buffer nearly full',
  siteId: SITE.id,
  condition: createCondition('bufferShare'),
  severity: 'HIGH',
  channelIds: [],
  enabled: true,
  runbookUrl: '',
  repeatMinutes: 0,
  message: '',
  readyMade: 'bufferFilling',
  state: 'INACTIVE',
  stateCount: 0,
  stateSince: NEVER,
  lastFiredAt: NEVER,
  evaluatedAt: NEVER,
  revision: 4,
  createdAt: NEVER,
  updatedAt: NEVER,
};

const silenced: AlertRule = {
  ...rule,
  id: '600000000000000003',
  name: 'Many errors',
  silence: { id: '600000000000000004', createdBy: 'Ada', endsAt: '2099-11-26T12:00:00Z', isWhole: false },
};

const channel: AlertChannel = {
  id: '600000000000000002',
  name: 'Night shift',
  type: 'SLACK',
  enabled: true,
  ruleCount: 0,
  lastSentAt: NEVER,
  lastFailedAt: NEVER,
  isFailing: false,
  revision: 1,
  createdAt: NEVER,
  updatedAt: NEVER,
};

const HISTORY = [
  {
    sequence: 7,
    at: '2026-11-26T12:00:00Z',
    userName: 'Ada',
    keyName: '',
    action: 'Change alert rule',
    changes: [
      {
        entity: 'alertRule',
        id: rule.id,
        name: rule.name,
        before: { condition: { threshold: 90 }, channelIds: [] },
        after: { condition: { threshold: 80 }, channelIds: ['600000000000000002'] },
      },
    ],
  },
];

const fired: AlertEvent = {
  id: '600000000000000009',
  name: rule.name,
  siteId: SITE.id,
  ruleId: rule.id,
  severity: 'HIGH',
  state: 'RESOLVED',
  target: { kind: 'destination', name: 's3', pipelineId: '1', pipelineName: 'web', nodeId: '2' },
  condition: rule.condition,
  value: 20,
  peak: 91,
  runbookUrl: '',
  message: '',
  startedAt: '2026-11-26T12:00:00Z',
  firedAt: '2026-11-26T12:05:00Z',
  endedAt: '2026-11-26T12:20:00Z',
  endReason: '',
  lastEventAt: '2026-11-26T12:20:00Z',
  isAcknowledged: false,
  acknowledgedBy: '',
  acknowledgedAt: NEVER,
  hasChannel: false,
  silence: { id: '600000000000000003', createdBy: 'Ada', endsAt: NEVER, reason: 'Tests' },
};

/** The lower the threshold, the more often. */
const makeTrial = (threshold: number): AlertTrial => ({
  days: 7,
  firings: [],
  firingCount: threshold < 80 ? 3 : 0,
  firingSeconds: 600,
  tooShortCount: 0,
  series: [],
  gaps: [],
  chart: { startUnixTimeSeconds: 1_800_000_000, endUnixTimeSeconds: 1_800_086_400 },
  value: 10,
  targetCount: 1,
  computedCount: 1,
  knownSinceUnixTimeSeconds: 1_799_000_000,
});

const COUNT = {
  id: '3f0c1f9e-9d3b-4a53-8a57-0f6b1c2d3e4f',
  state: 'DONE',
  reason: '',
  bucketSeconds: 60,
  matchCount: '3',
  buckets: [],
  countedFromUnixTimeSeconds: 0,
  facets: [
    {
      field: 'level',
      type: 'text',
      eventCount: '3',
      values: [{ value: 'error', count: '2' }],
      distinct: 1,
      isCapped: false,
    },
    { field: 'host', type: 'text', eventCount: '3', values: [], distinct: 2, isCapped: false },
  ],
  facetEventCount: '3',
  facetEventBytes: '300',
  reading: { filesRead: 1, bytes: '1', events: '3', unread: [], unreadCount: 0 },
};

const makePreviews = ({ message }: { message: string }, occasion: string) => ({
  example: 'VALUE',
  target: { kind: 'destination', name: 's3', pipelineId: '1', pipelineName: 'web', nodeId: '2' },
  value: 71,
  previews: [
    {
      channelId: channel.id,
      channelName: channel.name,
      channelType: 'EMAIL',
      address: 'ops@example.com',
      subject: `[${occasion}] Buffer fill: 71%`,
      body: `[${occasion}]\n\nMessage: ${message}`,
      hidden: '',
    },
  ],
});

const sent: { ifMatch: string | null; body: unknown }[] = [];

let page: ListPage;

beforeEach(() => {
  sent.length = 0;
  page = prepareListPage({
    commands: alertsCommands,
    scopes: alertsScopes,
    answer: async (asked, { pathname }) => {
      if (pathname.endsWith('/messages')) {
        const { alertRule, occasion } = (await asked.json()) as {
          alertRule: { message: string; channelIds: string[] };
          occasion: string;
        };
        return Response.json(makePreviews(alertRule, occasion));
      }
      if (pathname.endsWith('/trial')) {
        const { alertRule } = (await asked.json()) as { alertRule: Pick<AlertRule, 'condition'> };
        return Response.json({ trial: makeTrial(alertRule.condition.threshold) });
      }
      if (pathname === '/v1/log-search/count') return Response.json({ count: COUNT });
      if (asked.method === 'PATCH') {
        sent.push({ ifMatch: asked.headers.get('if-match'), body: await asked.json() });
        return Response.json({ alertRule: { ...rule, revision: 5 } });
      }
      if (pathname === '/v1/analytics/alert-events')
        return Response.json({ events: [fired], pagination: { totalCount: 12 } });
      if (pathname.endsWith('/history')) return Response.json({ entries: HISTORY });
      if (pathname === '/v1/alert-channels')
        return Response.json({ alertChannels: [channel], pagination: { totalCount: 1 } });
      return Response.json({ alertRules: [rule, silenced], pagination: { totalCount: 2 } });
    },
  });
});
afterEach(() => {
  page.stop();
});

const show = (path: string) => {
  page.show(RulesPage, path);
};

test('rules are listed with what they say [R2.1-31, R2.1-32]', async () => {
  show('/alerts/manageAlerts');
  const row = (await screen.findByText('Buffer nearly full', {}, WITHIN)).closest('[role=row]');
  expect(row).toHaveTextContent('OK');
  expect(row).toHaveTextContent('High');
  const other = screen.getByText('Many errors').closest('[role=row]');
  expect(other).toHaveTextContent(/Partly silenced until .* by Ada: Highest minute of buffer fill/);
});

test('a rule is edited in its sentence, which says what it would have done [R2.1-31]', async () => {
  show(`/alerts/manageAlerts?rule=${rule.id}`);
  const user = userEvent.setup({ delay: null });
  await screen.findByText('Would not have fired in the last 7 days', {}, WITHIN);
  const threshold = screen.getByRole('textbox', { name: 'Threshold' });
  expect(threshold).toHaveValue('80%');
  threshold.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{Shift>}{ArrowUp}{/Shift}');
  expect(threshold).toHaveValue('71%');
  await screen.findByText('Would have fired 3 times in the last 7 days (10m in total)', {}, WITHIN);
  await screen.findByText('Saved rule: would not have fired', {}, WITHIN);
  await user.keyboard('{Control>}s{/Control}');
  await vi.waitFor(() => expect(sent).toHaveLength(1), WITHIN);
  expect(sent[0]).toMatchObject({
    ifMatch: '"4"',
    body: { alertRule: { id: rule.id, condition: { threshold: 71 }, severity: 'HIGH' } },
  });
});

test('a warning is added in the sentence, milder than the rule', async () => {
  show(`/alerts/manageAlerts?rule=${rule.id}`);
  const user = userEvent.setup({ delay: null });
  const part = await screen.findByRole('combobox', { name: 'Warning: without a warning' }, WITHIN);
  part.focus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('option', { name: /High warning/ })).toBeNull();
  await user.click(await screen.findByRole('option', { name: 'with a Low warning' }, WITHIN));
  const threshold = await screen.findByRole('textbox', { name: 'Warning threshold' }, WITHIN);
  expect(threshold).toHaveValue('64%');
  await user.clear(threshold);
  await user.type(threshold, '90%');
  await screen.findByText('The warning must be below the threshold of 80.', {}, WITHIN);
  await user.clear(threshold);
  await user.type(threshold, '60%');
  await user.keyboard('{Control>}s{/Control}');
  await vi.waitFor(() => expect(sent).toHaveLength(1), WITHIN);
  expect(sent[0]).toMatchObject({
    body: { alertRule: { condition: { threshold: 80, warning: { threshold: 60, severity: 'LOW' } } } },
  });
});

test('what a rule came to is listed below it', async () => {
  show(`/alerts/manageAlerts?rule=${rule.id}`);
  const alerts = within(await screen.findByRole('region', { name: 'Alerts' }, WITHIN));
  const entry = await alerts.findByText('s3 in web', {}, WITHIN);
  expect(entry.closest('li')).toHaveTextContent(/20m.*peak 91%, silenced.*Resolved/);
  expect(alerts.getByText('and 2 earlier alerts')).toBeVisible();
});

test('how often it is evaluated is chosen in the sentence', async () => {
  show(`/alerts/manageAlerts?rule=${rule.id}`);
  const user = userEvent.setup({ delay: null });
  const part = await screen.findByRole('combobox', { name: /^How often it is evaluated/ }, WITHIN);
  expect(part).toHaveTextContent('evaluated every minute');
  part.focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('option', { name: 'evaluated every 15 min' }, WITHIN));
  await user.keyboard('{Control>}s{/Control}');
  await vi.waitFor(() => expect(sent).toHaveLength(1), WITHIN);
  expect(sent[0]).toMatchObject({ body: { alertRule: { condition: { everyMinutes: 15 } } } });
});

test('what shares an alert is chosen in the sentence', async () => {
  show(`/alerts/manageAlerts?rule=${rule.id}`);
  const user = userEvent.setup({ delay: null });
  const part = await screen.findByRole('combobox', { name: 'Group by: each by itself' }, WITHIN);
  part.focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('option', { name: 'together' }, WITHIN));
  await user.keyboard('{Control>}s{/Control}');
  await vi.waitFor(() => expect(sent).toHaveLength(1), WITHIN);
  expect(sent[0]).toMatchObject({ body: { alertRule: { condition: { groupBy: 'RULE' } } } });
});

test('a rule over a search groups by a field that is named', async () => {
  show('/alerts/manageAlerts?create=1&query=level%3Aerror');
  const user = userEvent.setup({ delay: null });
  const part = await screen.findByRole('combobox', { name: 'Group by: each by itself' }, WITHIN);
  part.focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('option', { name: 'by a field' }, WITHIN));
  const field = await screen.findByRole('combobox', { name: 'Field of the events' }, WITHIN);
  await screen.findByText('The field is required, such as host.', {}, WITHIN);
  await user.type(field, 'h');
  await screen.findByRole('option', { name: /^host/ }, WITHIN);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(field).toHaveValue('host');
  await screen.findByText('Would have fired 3 times in the last 7 days (10m in total)', {}, WITHIN);
});

test('who changed a rule, and what, is said below it', async () => {
  show(`/alerts/manageAlerts?rule=${rule.id}`);
  const entry = await screen.findByText(/Ada changed/, {}, WITHIN);
  expect(entry).toHaveTextContent('Ada changed threshold: 90 to 80; channels');
});

test('a rule over a search begins with its query and archive', async () => {
  show('/alerts/manageAlerts?create=1&query=level%3Aerror&source=200000000000000001');
  const user = userEvent.setup({ delay: null });
  const query = await screen.findByRole('combobox', { name: 'Query, as in Log Search' }, WITHIN);
  expect(query).toHaveValue('level:error');
  expect(screen.getByRole('group', { name: 'Rule' })).toHaveTextContent(
    /events that match.*in.*selected archives.*1 selected.*over.*5 min/,
  );
  await user.clear(query);
  await screen.findByText('The query is required, such as level:error.', {}, WITHIN);
  await user.type(query, 'level:(');
  await screen.findByText(/^The query cannot be read: .* \(character 7\)\.$/, {}, WITHIN);
});

test('a query is completed by fields and values of the archives', async () => {
  show('/alerts/manageAlerts?create=1&query=x');
  const user = userEvent.setup({ delay: null });
  const query = await screen.findByRole('combobox', { name: 'Query, as in Log Search' }, WITHIN);
  await user.clear(query);
  await user.type(query, 'lev');
  await screen.findByRole('option', { name: /^level/ }, WITHIN);
  await user.keyboard('{Tab}');
  expect(query).toHaveValue('level:');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(query).toHaveValue('level:error ');
  await user.type(query, 'h');
  await screen.findByRole('option', { name: /^host/ }, WITHIN);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  expect(query).toHaveValue('level:error h');
});

test('channels are chosen in the sentence', async () => {
  show(`/alerts/manageAlerts?rule=${rule.id}`);
  const user = userEvent.setup({ delay: null });
  const part = await screen.findByRole('combobox', { name: 'Channels: the bell alone' }, WITHIN);
  part.focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('option', { name: /Night shift/ }, WITHIN);
  await user.click(screen.getByRole('option', { name: /Night shift/ }));
  await screen.findByRole('combobox', { name: 'Channels: Night shift' }, WITHIN);
  await user.keyboard('{Escape}{Control>}s{/Control}');
  await vi.waitFor(() => expect(sent).toHaveLength(1), WITHIN);
  expect(sent[0]).toMatchObject({ body: { alertRule: { channelIds: [channel.id] } } });
});

test('what its channels get is shown as it is edited, when it fires and clears', async () => {
  show(`/alerts/manageAlerts?rule=${rule.id}`);
  const user = userEvent.setup({ delay: null });
  const part = await screen.findByRole('combobox', { name: 'Channels: the bell alone' }, WITHIN);
  expect(screen.queryByRole('region', { name: 'What its channels get' })).toBeNull();
  part.focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('option', { name: /Night shift/ }, WITHIN));
  await user.keyboard('{Escape}');
  await screen.findByText('[FIRING] Buffer fill: 71%', {}, WITHIN);
  screen.getByText(`Filled in with the newest value: 's3' in 'web', 71%`);
  await user.click(screen.getByRole('textbox', { name: 'Message' }));
  await user.paste('call the team');
  await screen.findByText('call the team', { selector: 'dd' }, WITHIN);
  await user.click(screen.getByRole('radio', { name: 'Clears' }));
  await screen.findByText('[RESOLVED] Buffer fill: 71%', {}, WITHIN);
  expect(screen.queryByRole('radio', { name: 'Warns' })).toBeNull();
});

test('how often channels are notified is chosen', async () => {
  show(`/alerts/manageAlerts?rule=${rule.id}`);
  const user = userEvent.setup({ delay: null });
  const field = await screen.findByRole('combobox', { name: 'Notify channels' }, WITHIN);
  field.focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('option', { name: 'Every 4 h' }, WITHIN));
  await user.keyboard('{Control>}s{/Control}');
  await vi.waitFor(() => expect(sent).toHaveLength(1), WITHIN);
  expect(sent[0]).toMatchObject({ body: { alertRule: { repeatMinutes: 240 } } });
});

test('a placeholder that is none is refused at the message, beside the trial', async () => {
  show(`/alerts/manageAlerts?rule=${rule.id}`);
  const user = userEvent.setup({ delay: null });
  const field = await screen.findByRole('textbox', { name: 'Message' }, WITHIN);
  await user.click(field);
  await user.paste('{{owner}} knows');
  expect(screen.queryByText(/This rule/)).toBeNull();
  await user.keyboard('{Control>}s{/Control}');
  await screen.findAllByText(/^The message has {{owner}}, which is not a placeholder/, {}, WITHIN);
  expect(sent).toEqual([]);
});

test('what cannot be read or met is refused at its part, before anything is sent', async () => {
  show(`/alerts/manageAlerts?rule=${rule.id}`);
  const user = userEvent.setup({ delay: null });
  const threshold = await screen.findByRole('textbox', { name: 'Threshold' }, WITHIN);
  await user.clear(threshold);
  await user.type(threshold, 'a lot');
  await user.keyboard('{Control>}s{/Control}');
  await screen.findByRole('button', { name: 'The threshold must be a number' }, WITHIN);
  await user.clear(threshold);
  await user.type(threshold, '100%');
  await screen.findByText(/can never be met: 'buffer fill' is never above 100/, {}, WITHIN);
  expect(sent).toEqual([]);
});
