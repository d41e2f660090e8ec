import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ListPage, prepareListPage, SITE } from '../../../../tests/harness/site-page.tsx';
import type { AlertRule } from '../../../contract/entities/alert.ts';
import type { AlertSilence } from '../../../contract/entities/alert-silence.ts';
import { alertsCommands, alertsScopes } from './alerts.commands.ts';
import { createCondition } from './new-rule.ts';
import SilencesPage from './SilencesPage.tsx';
import { findSilenceErrors } from './save-silence.ts';
import {
  createSilenceConfig,
  describeSilenced,
  readSilenceTimes,
  type SilenceTarget,
} from './silence-config.ts';

// The first test imports the whole screen.
vi.setConfig({ testTimeout: 60_000 });
const WITHIN = { timeout: 30_000 };
const NEVER = '0001-01-01T00:00:00Z';
const RULE: AlertRule = {
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
  readyMade: '',
  state: 'FIRING',
  stateCount: 1,
  stateSince: NEVER,
  lastFiredAt: NEVER,
  evaluatedAt: NEVER,
  revision: 1,
  createdAt: NEVER,
  updatedAt: NEVER,
};
const place = { pipelineId: '300000000000000001', pipelineName: 'web', nodeId: '' };
const targets: SilenceTarget[] = [
  { ...place, id: '200000000000000001', kind: 'destination', name: 's3', nodeId: '200000000000000001' },
  { ...place, id: place.pipelineId, kind: 'pipeline', name: 'web' },
  { ...place, id: SITE.id, kind: 'site', name: 'Local', pipelineId: '' },
];
const silence: AlertSilence = {
  id: '600000000000000005',
  siteId: SITE.id,
  ruleIds: [RULE.id],
  scope: { kind: 'selected', ids: ['200000000000000001'] },
  state: 'ACTIVE',
  startsAt: '2026-11-26T08:00:00Z',
  endsAt: '2026-11-26T12:00:00Z',
  reason: 'Disk is replaced',
  createdBy: 'Ada',
  createdAt: '2026-11-26T08:00:00Z',
  endedBy: '',
  firingCount: 2,
  revision: 3,
};

const sent: { path: string; body: unknown; ifMatch?: string | null }[] = [];

let page: ListPage;

beforeEach(() => {
  sent.length = 0;
  page = prepareListPage({
    commands: alertsCommands,
    scopes: alertsScopes,
    answer: async (call, { pathname }) => {
      if (pathname === '/v1/alert-silence/trial') {
        const { alertSilence } = (await call.json()) as { alertSilence: { ruleIds: string[] } };
        return Response.json({ firingCount: alertSilence.ruleIds.length, recentCount: 7 });
      }
      if (call.method === 'PUT') {
        sent.push({ path: pathname, body: await call.json(), ifMatch: call.headers.get('if-match') });
        return Response.json({ alertSilence: silence });
      }
      if (call.method === 'POST') {
        sent.push({ path: pathname, body: await call.json().catch(() => undefined) });
        return Response.json({ id: silence.id });
      }
      if (pathname === '/v1/alert-targets') return Response.json({ targets });
      if (pathname === '/v1/alert-rules')
        return Response.json({ alertRules: [RULE], pagination: { totalCount: 1 } });
      return Response.json({ alertSilences: [silence], pagination: { totalCount: 1 } });
    },
  });
});
afterEach(() => {
  page.stop();
});

const show = (path: string) => {
  page.show(SilencesPage, path);
};

test('silences are listed with what they cover, by whom and until when', async () => {
  show('/alerts/manageSilences');
  const row = (await screen.findByText('Buffer nearly full: s3', {}, WITHIN)).closest('[role=row]');
  for (const text of ['Disk is replaced', 'Active', 'Ada', '2']) expect(row).toHaveTextContent(text);
});

test('an active one is edited by keyboard; its start stays', async () => {
  show(`/alerts/manageSilences?silence=${silence.id}&edit=1`);
  const user = userEvent.setup({ delay: null });
  const start = await screen.findByRole('textbox', { name: 'Starts, empty for now' }, WITHIN);
  expect(start).toHaveAttribute('readonly');
  const end = screen.getByRole('textbox', { name: 'Ends' });
  await user.clear(end);
  await user.type(end, '2099-11-26 14:00:00');
  await user.keyboard('{Control>}s{/Control}');
  await vi.waitFor(() => expect(sent).toHaveLength(1), WITHIN);
  const body = {
    alertSilence: {
      ruleIds: [RULE.id],
      scope: silence.scope,
      reason: 'Disk is replaced',
      startUnixTimeSeconds: Date.parse(silence.startsAt) / 1000,
      endUnixTimeSeconds: new Date(2099, 10, 26, 14).getTime() / 1000,
    },
  };
  expect(sent[0]).toEqual({ path: `/v1/alert-silence/${silence.id}`, body, ifMatch: '"3"' });
});

test('one of an alert is made by keyboard, with a reason', async () => {
  show(`/alerts/manageSilences?create=1&rule=${RULE.id}&target=200000000000000001`);
  const user = userEvent.setup({ delay: null });
  const reason = await screen.findByRole('textbox', { name: /^Reason/ }, WITHIN);
  expect(reason).toHaveFocus();
  expect(screen.getByRole('combobox', { name: 'Rules: Buffer nearly full' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Selected: s3' })).toBeVisible();
  await screen.findByText('Covers 1 alert firing now, and 7 of the last 7 days.', {}, WITHIN);
  await user.keyboard('{Control>}s{/Control}');
  await screen.findByRole('button', { name: /A reason is required/ }, WITHIN);
  expect(sent).toEqual([]);
  await user.type(reason, 'Disk is replaced{Control>}s{/Control}');
  await vi.waitFor(() => expect(sent).toHaveLength(1), WITHIN);
  const choice = { ruleIds: [RULE.id], scope: { kind: 'selected', ids: ['200000000000000001'] } };
  const times = { endUnixTimeSeconds: expect.any(Number) };
  expect(sent[0]?.body).toEqual({
    alertSilence: { siteId: SITE.id, ...choice, ...times, reason: 'Disk is replaced' },
  });
});

test.each([
  ['now, for an hour', {}, { start: null, end: 1_003_600 }],
  ['a start that cannot be read', { start: 'soon' }, { start: undefined, end: undefined }],
  ['until what cannot be read', { minutes: 0, end: 'late' }, { start: null, end: undefined }],
])('times of a silence: %s', (_, more, times) => {
  const config = { ...createSilenceConfig([], { kind: 'all' }), ...more };
  expect(readSilenceTimes(config, 1_000_000)).toEqual(times);
});

test('what cannot be a silence is refused with its field', () => {
  const config = createSilenceConfig([], { kind: 'selected', ids: [] });
  const find = (more: object) => findSilenceErrors('why', { ...config, ...more }, 1_000_000);
  expect(find({})).toEqual({ 'config.scope': 'Select at least one thing, or everything on the site' });
  const all = { scope: { kind: 'all' } };
  expect(find(all)).toEqual({});
  expect(find({ ...all, start: 'soon' })).toHaveProperty(['config.start']);
  expect(find({ ...all, minutes: 0, end: 'now' })).toEqual({ 'config.end': 'The end must be in the future' });
  expect(findSilenceErrors(' ', { ...config, ...all, scope: { kind: 'all' } }, 0)).toHaveProperty('name');
});

test('names that are gone are said to be gone', () => {
  const covers = (more: object) => describeSilenced({ ...silence, ...more }, { rules: [], targets });
  expect(covers({})).toBe('a deleted rule: s3');
  expect(covers({ ruleIds: [], scope: { kind: 'all' } })).toBe('Every rule: everything on this site');
  expect(covers({ ruleIds: [], scope: { kind: 'selected', ids: ['1', '2', '3', '4'] } })).toBe(
    'Every rule: a deleted item, a deleted item, a deleted item and 1 more',
  );
});
