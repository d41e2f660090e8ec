import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ListPage, prepareListPage, SITE } from '../../../../tests/harness/site-page.tsx';
import type { AlertEvent } from '../../../contract/entities/alert.ts';
import { handleApiErrors } from '../../api/report-error.ts';
import AlertsPage from './AlertsPage.tsx';
import { findAlertFix, findAlertLink, findChartUnit } from './alert-look.ts';
import { alertsCommands, alertsScopes } from './alerts.commands.ts';
import { createCondition } from './new-rule.ts';

// The first test imports the whole screen.
vi.setConfig({ testTimeout: 60_000 });
const WITHIN = { timeout: 30_000 };

const NEVER = '0001-01-01T00:00:00Z';
const alert = (digit: string, more: Partial<AlertEvent>): AlertEvent => ({
  id: `60000000000000000${digit}`,
  name: `rule ${digit}`,
  siteId: SITE.id,
  ruleId: '600000000000000009',
  severity: 'HIGH',
  state: 'FIRING',
  target: {
    kind: 'destination',
    name: 's3',
    pipelineId: '300000000000000001',
    pipelineName: 'web',
    nodeId: '',
  },
  condition: { ...createCondition('bufferShare') },
  value: 91,
  peak: 95,
  runbookUrl: '',
  message: '',
  startedAt: '2026-11-21T10:00:00Z',
  firedAt: '2026-11-21T10:05:00Z',
  endedAt: NEVER,
  endReason: '',
  lastEventAt: `2026-11-21T10:05:0${9 - Number(digit)}Z`,
  isAcknowledged: false,
  acknowledgedBy: '',
  acknowledgedAt: NEVER,
  hasChannel: false,
  silence: null,
  ...more,
});
const ended = { state: 'RESOLVED', endedAt: '2026-11-21T10:20:00Z' } as const;

const listed = [
  alert('1', { message: 'Call the storage team' }),
  alert('2', { ...ended, severity: 'LOW' }),
  alert('3', { ...ended, isAcknowledged: true, acknowledgedBy: 'Ada' }),
  alert('4', { state: 'DISCARDED', firedAt: NEVER, endedAt: '2026-11-21T10:02:00Z' }),
  alert('5', {
    silence: {
      id: '600000000000000007',
      createdBy: 'Grace',
      endsAt: '2026-11-21T12:00:00Z',
      reason: 'Disk is replaced',
    },
  }),
];
const delivery = {
  id: '600000000000000008',
  channelName: 'ops',
  channelType: 'SLACK',
  kind: 'FIRING',
  state: 'FAILED',
  attempts: 1,
  createdAt: NEVER,
  lastAttemptAt: NEVER,
  nextAttemptAt: NEVER,
  sentAt: NEVER,
  problem: 'It answered 400',
  advice: 'Correct it',
};
const sent: unknown[] = [];
let answer = () => Response.json({});

const told: string[] = [];
const wentTo: string[] = [];
let page: ListPage;

beforeEach(async () => {
  sent.length = 0;
  told.length = 0;
  wentTo.length = 0;
  answer = () => Response.json({});
  page = prepareListPage({
    commands: alertsCommands,
    scopes: alertsScopes,
    navigate: (to) => wentTo.push(to),
    answer: async (asked, { pathname }) => {
      if (pathname.endsWith('/acknowledge')) {
        sent.push(await asked.json());
        return answer();
      }
      if (pathname.includes('/alert-event/')) {
        const event = listed.find(({ id }) => pathname.endsWith(id)) ?? listed[0];
        const timeline = [{ state: 'FIRING', at: '2026-11-21T10:05:00Z', value: 91 }];
        return Response.json({
          event,
          timeline,
          series: { target: event?.target, points: [] },
          deliveries: [delivery],
        });
      }
      return Response.json({ events: listed, pagination: { totalCount: listed.length } });
    },
  });
  handleApiErrors((_, error) => told.push(error.message));
  page.show(AlertsPage, '/alerts');
  await screen.findByText('rule 1', {}, WITHIN);
});
afterEach(() => {
  page.stop();
});

const rowOf = (text: string): HTMLElement => {
  const row = screen.getAllByRole('row').find((one) => one.textContent?.includes(text));
  if (!row) throw new Error(`no row with ${text}`);
  return row;
};
const toFirst = async () => {
  const user = userEvent.setup({ delay: null });
  screen.getByRole('treegrid').focus();
  await user.keyboard('{Control>}{Home}{/Control}');
  return user;
};

test('alerts that fire or fired are listed, with where and who saw them [R2.1-29]', () => {
  expect(rowOf('rule 1')).toHaveTextContent(/Firing.*High.*rule 1.*s3 in web.*No/);
  expect(rowOf('rule 2')).toHaveTextContent(/Resolved.*Low.*No/);
  expect(rowOf('rule 3')).toHaveTextContent('By Ada');
  expect(screen.queryByText('rule 4')).toBeNull();
});

test('the details say what it is, since when, and what to do [R1-16]', async () => {
  const user = await toFirst();
  await user.keyboard('{Enter}');
  expect(await screen.findByText("Buffer fill of 's3' in 'web': 91%", {}, WITHIN)).toBeInTheDocument();
  expect(
    screen.getByText(/The rule fires above 80% for 5 min\. The highest value was 95%/),
  ).toHaveTextContent('enlarge its buffer');
  expect(screen.getByText('Call the storage team')).toBeInTheDocument();
  const timeline = await screen.findByRole('region', { name: 'Timeline' }, WITHIN);
  await vi.waitFor(() => expect(timeline).toHaveTextContent(/Firing.*91%/), WITHIN);
  expect(screen.getByRole('region', { name: 'Messages' })).toHaveTextContent(
    /Failed.*Firing to ops.*It answered 400. Correct it/,
  );
});

test('one that is silenced says until when, by whom, and why', async () => {
  expect(rowOf('rule 5')).toHaveTextContent(/Silenced until 21 Nov.* by Grace/);
  const user = await toFirst();
  await user.keyboard('{Control>}{End}{/Control}{Enter}');
  expect(await screen.findByText(/by Grace: Disk is replaced/, {}, WITHIN)).toBeInTheDocument();
});

test('M begins a silence of its rule and what it is about', async () => {
  const user = await toFirst();
  await user.keyboard('m');
  const asked = 'create=1&rule=600000000000000009&target=300000000000000001';
  await vi.waitFor(() => expect(wentTo).toEqual([`/alerts/manageSilences?${asked}`]), WITHIN);
});

test('A acknowledges the one under the cursor [R2.1-30, R4-109]', async () => {
  const user = await toFirst();
  await user.keyboard('a');
  await vi.waitFor(() => expect(rowOf('rule 1')).toHaveTextContent('Acknowledged'), WITHIN);
  expect(sent).toEqual([{ siteId: SITE.id, alertEventIds: [listed[0]?.id] }]);
  expect(rowOf('rule 2')).toHaveTextContent('No');
});

test('Shift+A acknowledges all [R4-109]', async () => {
  const user = await toFirst();
  await user.keyboard('{Shift>}A{/Shift}');
  await vi.waitFor(() => expect(rowOf('rule 2')).toHaveTextContent('Acknowledged'), WITHIN);
  expect(sent).toEqual([{ siteId: SITE.id, acknowledgeAll: true }]);
});

test('a refused acknowledgment leaves them open, with the reason [R4-109]', async () => {
  answer = () =>
    Response.json(
      { code: 'INTERNAL', reason: 'INTERNAL', message: 'Refused', requestId: 'r' },
      { status: 500 },
    );
  const user = await toFirst();
  await user.keyboard('{Shift>}A{/Shift}');
  await vi.waitFor(() => expect(told).toEqual(['Refused']), WITHIN);
  expect(rowOf('rule 1')).toHaveTextContent('No');
});

test('an alert of a search leads to the search, with query, archive and time', () => {
  const event = {
    ...alert('1', {}),
    condition: { ...createCondition('logMatches'), query: 'level:error host:web-1' },
    target: { ...alert('1', {}).target, kind: 'archive', pipelineId: '', nodeId: '200000000000000001' },
    startedAt: '2026-11-21T10:00:00Z',
    endedAt: '2026-11-21T10:20:00Z',
  } as AlertEvent;
  const link = findAlertLink(event);
  const address = new URL(link?.to ?? '', 'http://console');
  expect([link?.label, address.pathname]).toEqual(['Open the search', '/log-search']);
  const start = Date.parse(event.startedAt) / 1000;
  expect(Object.fromEntries(address.searchParams)).toEqual({
    q: 'level:error host:web-1',
    source: '200000000000000001',
    // The window of five minutes, and those in which its files are written.
    time: `${start - 10 * 60}-${start + 20 * 60}`,
  });
  const group = { by: 'FIELD', count: 2, field: 'host' } as const;
  const several = findAlertLink({ ...event, target: { ...event.target, nodeId: '', group } });
  expect(new URL(several?.to ?? '', 'http://console').searchParams.has('source')).toBe(false);
});

test('a state of several is drawn as a count', () => {
  const failing = createCondition('destinationFailing');
  expect(findChartUnit(failing)).toBe('state');
  expect(findChartUnit({ ...failing, groupBy: 'RULE' })).toBe('eventLevel');
});

test('what helps: the test of a destination, a deployment, or the screen that says more', () => {
  const findFix = (metric: AlertEvent['condition']['metric'], kind: AlertEvent['target']['kind']) => {
    const target = { ...alert('1', {}).target, kind, nodeId: '200000000000000001' };
    const fix = findAlertFix({
      ...alert('1', {}),
      condition: { ...createCondition(metric) } as never,
      target,
    });
    return fix && [fix.label, 'destinationId' in fix, 'pipelineId' in fix];
  };
  expect(findFix('lag', 'destination')).toEqual(['Test connection', true, false]);
  expect(findFix('deploymentFailed', 'pipeline')).toEqual(['Deploy again', false, true]);
  expect(findFix('errors', 'node')).toEqual(['Open the errors', false, false]);
});
