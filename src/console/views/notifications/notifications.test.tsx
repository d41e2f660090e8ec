import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ListPage, prepareListPage, SITE } from '../../../../tests/harness/site-page.tsx';
import type { Notification } from '../../../contract/entities/notification.ts';
import { handleApiErrors } from '../../api/report-error.ts';
import NotificationsPage from './NotificationsPage.tsx';
import { notificationsCommands, notificationsScopes } from './notifications.commands.ts';

// The first test imports the whole screen.
vi.setConfig({ testTimeout: 60_000 });
const WITHIN = { timeout: 30_000 };

const notification = (digit: string, more: Partial<Notification>): Notification => ({
  id: `70000000000000000${digit}`,
  siteId: SITE.id,
  category: 'DESTINATIONS',
  subCategory: 'DESTINATION_DOWN',
  state: 'ACTIVE',
  ackValue: 'UNACKNOWLEDGED',
  severity: 'error',
  status: 'error',
  message: `message ${digit}`,
  reason: '',
  pipelineId: '300000000000000001',
  nodeId: '',
  graphVersion: 0,
  count: 1,
  createdAt: '2026-11-21T10:00:00Z',
  lastAt: `2026-11-21T10:00:0${9 - Number(digit)}Z`,
  resolvedAt: '0001-01-01T00:00:00Z',
  ...more,
});

const listed = [
  notification('1', {}),
  notification('2', { severity: 'warning', category: 'SOURCES', subCategory: 'SOURCE_SILENT' }),
  notification('3', { state: 'RESOLVED', ackValue: 'ACKNOWLEDGED' }),
];
const sent: unknown[] = [];
let answer = () => Response.json({});

const told: string[] = [];
let page: ListPage;

beforeEach(async () => {
  sent.length = 0;
  told.length = 0;
  answer = () => Response.json({});
  page = prepareListPage({
    commands: notificationsCommands,
    scopes: notificationsScopes,
    answer: async (asked, { pathname }) => {
      if (asked.method === 'PATCH') {
        sent.push(await asked.json());
        return answer();
      }
      if (pathname.endsWith('/summary')) {
        const unread = { error: '1', warning: '1', informational: '0' };
        const read = { error: '1', warning: '0', informational: '0' };
        return Response.json({ summary: { unread, read, notifications: [] } });
      }
      return Response.json({ notifications: listed, pagination: { totalCount: 3 } });
    },
  });
  handleApiErrors((_, error) => told.push(error.message));
  page.show(NotificationsPage, '/events/notifications');
  await screen.findByText('message 1', {}, WITHIN);
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

test('unread and read are counted per severity [R3-65]', () => {
  const counts = within(screen.getByRole('list', { name: 'Unread and read' })).getAllByRole('listitem');
  expect(counts.map((one) => one.textContent)).toEqual([
    'Error: 1 unread, 1 read',
    'Warning: 1 unread, 0 read',
    'Informational: 0 unread, 0 read',
  ]);
});

test('A acknowledges the one under the cursor, which is read at once [R4-104]', async () => {
  const user = await toFirst();
  await user.keyboard('a');
  await vi.waitFor(() => expect(rowOf('message 1')).not.toHaveTextContent('Unread'), WITHIN);
  expect(sent).toEqual([{ siteIds: [SITE.id], notificationIds: [listed[0]?.id] }]);
  expect(rowOf('message 2')).toHaveTextContent('Unread');
});

test('Shift+A acknowledges all [R4-105]', async () => {
  const user = await toFirst();
  await user.keyboard('{Shift>}A{/Shift}');
  await vi.waitFor(() => expect(rowOf('message 2')).not.toHaveTextContent('Unread'), WITHIN);
  expect(sent).toEqual([{ siteIds: [SITE.id], ackAll: true }]);
});

test('a failed read leaves them unread, with the reason [R4-108]', async () => {
  answer = () =>
    Response.json(
      { code: 'INTERNAL', reason: 'INTERNAL', message: 'Refused', requestId: 'r' },
      { status: 500 },
    );
  const user = await toFirst();
  await user.keyboard('{Shift>}A{/Shift}');
  await vi.waitFor(() => expect(told).toEqual(['Refused']), WITHIN);
  // Rows are drawn a moment after the notice.
  await vi.waitFor(() => expect(rowOf('message 1')).toHaveTextContent('Unread'), WITHIN);
});
