import { afterEach, expect, test, vi } from 'vitest';
import { pageBase } from '../../../tests/model/command-context.ts';
import type { Site } from '../../contract/entities/site.ts';
import { loadCall } from '../api/call-table.ts';
import { queryClient } from '../api/query-client.ts';
import { callGuard } from '../commands/call-guard.ts';
import { guardCalls } from '../commands/held-access.ts';
import { prefetchSites, siteActor } from './sites.ts';

const makeSite = (number: number): Site => ({
  id: `4${String(number).padStart(17, '0')}`,
  name: `Site ${number}`,
  description: '',
  status: 'ACTIVE',
  vendor: 'AWS',
  managedByGit: false,
  needsApproval: false,
  git: null,
  version: '1.0.0',
  engine: 'embedded',
  engineState: 'running',
  supportsFullMenu: true,
  revision: 1,
  updatedAt: '2026-01-02T10:15:00Z',
});
const SITES = Array.from({ length: 250 }, (_, number) => makeSite(number));

afterEach(() => vi.unstubAllGlobals());

test('sites: pages of 100 are read until all have come [R7-24, R7-25, R7-26]', async () => {
  pageBase();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    const offset = Number(searchParams.get('pagination.offset'));
    const limit = Number(searchParams.get('pagination.limit'));
    const order = `${searchParams.get('pagination.ordering.fieldName')} ${searchParams.get('pagination.ordering.descending')}`;
    asked.push(`${pathname} ${offset} ${limit} ${order}`);
    const sites = SITES.slice(offset, offset + limit);
    return Response.json({ sites, pagination: { totalCount: SITES.length } });
  });
  await prefetchSites();
  expect(asked).toEqual([0, 100, 200].map((offset) => `/v1/sites ${offset} 100 updated_at true`));
  expect(queryClient.getQueryData(['listSites'])).toHaveLength(SITES.length);
});

test('grants are known even when the site changes while they are read [R6-36]', async () => {
  pageBase();
  await loadCall('getHeldAccess');
  const [first, second] = [makeSite(1), makeSite(2)];
  siteActor.send({ type: 'sites.read', sites: [first, second], wanted: [first.id] });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', async () => {
    await answered;
    return Response.json({ isAdministrator: false, grants: [] });
  });
  const reading = guardCalls();
  for (const { id } of [second, first]) siteActor.send({ type: 'site.named', siteId: id });
  answer();
  await reading;
  expect(callGuard.get()?.(['createSource'], first)).toBe('You need WRITE on Sources in site Site 1');
});
