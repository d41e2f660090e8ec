import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ListPage, prepareListPage, SITE } from '../../../../tests/harness/site-page.tsx';
import { flagsOn } from '../../state/flags.ts';
import HydrationsPage from './HydrationsPage.tsx';
import { hydrationCommands, hydrationScopes } from './hydration.commands.ts';
import {
  createHydrationConfig,
  findHydrationErrors,
  readAddress,
  toAddress,
  toStart,
} from './hydration-config.ts';
import { createTestJob } from './testing-job.ts';

// The first test imports the whole screen.
vi.setConfig({ testTimeout: 60_000 });
const WITHIN = { timeout: 30_000 };
const JOB = createTestJob(SITE.id);

const sent: unknown[] = [];

let page: ListPage;

beforeEach(() => {
  sent.length = 0;
  page = prepareListPage({
    commands: hydrationCommands,
    scopes: hydrationScopes,
    answer: async (call) => {
      if (call.method === 'PATCH') {
        sent.push(await call.json());
        return Response.json({});
      }
      return Response.json({ hydrations: [JOB], pagination: { totalCount: 1 } });
    },
  });
});
afterEach(() => {
  page.stop();
  flagsOn.set(undefined);
});

const show = async () => {
  page.show(HydrationsPage, '/hydration');
  await screen.findByText('SIEM', undefined, WITHIN);
};

test.each([
  [true, '1m 30s left', '/hydration/317956870024070259'],
  [false, undefined, '/hydration'],
])(
  'hydration: with hydrationV2 %s it shows %s, and Enter leads to %s [R2.1-82, R2.3-04, R2.3-10]',
  async (isOn, left, path) => {
    flagsOn.set(new Set(isOn ? ['hydrationV2'] : []));
    await show();
    const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const shown = [
      'Source',
      'Destination',
      'Time Range',
      'Data Volume Hydrated',
      'Progress',
      'Status',
      'Age',
    ];
    expect(headings.filter((heading) => shown.includes(heading ?? ''))).toEqual(shown);
    expect(screen.getByText('3h ago')).toBeTruthy();
    expect(screen.queryByText('1m 30s left')?.textContent).toBe(left);
    screen.getByRole('grid').focus();
    await userEvent.keyboard('{Enter}');
    expect(window.location.pathname).toBe(path);
  },
);

test('hydration: its keys act on the job under the cursor', async () => {
  await show();
  screen.getByRole('grid').focus();
  await userEvent.keyboard('{Shift>}p{/Shift}');
  await vi.waitFor(() => expect(sent).toEqual([{ id: JOB.id, action: 'PAUSE' }]), WITHIN);
});

test('hydrating again begins with the same limits', () => {
  const job = { ...JOB, eventLimit: 0, eventsPerSecond: 250, chunkMinutes: 5 };
  const search = new URLSearchParams(toAddress(toStart(job)) as Record<string, string>);
  expect(createHydrationConfig(readAddress(search), 1_763_720_000)).toMatchObject({
    eventLimit: '',
    eventsPerSecond: '250',
    chunkMinutes: '5',
  });
});

test('the form names each field that cannot be read, and what to write', () => {
  const now = 1_763_720_000;
  const config = { ...createHydrationConfig({}, now), from: 'soon', to: '2099-01-01 08:00', query: '(' };
  const errors = findHydrationErrors({ ...config, eventLimit: '0', chunkMinutes: '1441' }, now);
  expect(Object.keys(errors).sort()).toEqual([
    'config.chunkMinutes',
    'config.eventLimit',
    'config.from',
    'config.query',
    'config.sinkId',
    'config.sourceId',
    'config.to',
  ]);
  expect(errors['config.from']).toMatch(/such as 2026-11-21 08:00/);
  expect(errors['config.to']).toMatch(/future/);
});

test('what a form begins with travels in its address', () => {
  const limits = { eventLimit: 7, eventsPerSecond: 8, chunkMinutes: 9 };
  const start = { sourceId: '2', pipelineId: '3', sinkId: '4', query: 'a "b"', from: 5, to: 6, ...limits };
  const search = new URLSearchParams(toAddress(start) as Record<string, string>);
  expect(readAddress(search)).toEqual(start);
});
