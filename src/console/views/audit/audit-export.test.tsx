import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ListPage, prepareListPage, SITE } from '../../../../tests/harness/site-page.tsx';
import type { AuditRecord } from '../../../contract/entities/audit.ts';
import { handleApiErrors } from '../../api/report-error.ts';
import { runCommand } from '../../commands/runtime.ts';
import AuditPage from './AuditPage.tsx';
import { auditCommands, auditScopes } from './audit.commands.ts';

// The first test imports the whole screen.
vi.setConfig({ testTimeout: 60_000 });

const RECORDS = 2345;

const record = (sequence: number): AuditRecord => ({
  sequence,
  at: new Date(Date.UTC(2026, 10, 21) + sequence * 1000).toISOString(),
  siteId: SITE.id,
  userId: '5',
  userName: sequence % 2 === 0 ? 'even@example.org' : 'odd@example.org',
  keyId: '',
  keyName: '',
  source: 'ui',
  call: 'updatePipeline',
  // One distinct record, too old to be listed at first.
  action: sequence === 7 ? 'Delete pipeline' : 'Change pipeline',
  result: 'done',
  reason: '',
  entity: 'pipeline',
  entityId: '3',
  entityName: `pipeline ${sequence}`,
  changes: [],
  hash: 'h',
});
const ALL = Array.from({ length: RECORDS }, (_, at) => record(at + 1));

let files: Blob[] = [];
let failsFrom = Number.POSITIVE_INFINITY;
const told: string[] = [];
let page: ListPage;

beforeEach(() => {
  files = [];
  failsFrom = Number.POSITIVE_INFINITY;
  told.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:file';
  });
  // Following the link would leave the page.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  page = prepareListPage({
    commands: auditCommands,
    scopes: auditScopes,
    answer: async (_call, { pathname, searchParams }) => {
      const offset = Number(searchParams.get('pagination.offset') ?? 0);
      if (offset >= failsFrom)
        return Response.json({ code: 'INTERNAL', reason: 'INTERNAL', message: 'Refused' }, { status: 500 });
      if (pathname === '/v1/audit-records/facets')
        return Response.json({
          userNames: ['even@example.org', 'odd@example.org'],
          calls: [],
          actions: ['Change pipeline', 'Delete pipeline'],
        });
      const text = searchParams.get('text') ?? '';
      const actions = searchParams.getAll('actions');
      const fitting = ALL.filter(
        (one) =>
          `${one.userName} ${one.entityName}`.includes(text) &&
          (actions.length === 0 || actions.includes(one.action)),
      );
      const isOldestFirst = searchParams.get('pagination.ordering.descending') === 'false';
      const page = (isOldestFirst ? fitting : fitting.toReversed()).slice(
        offset,
        offset + Number(searchParams.get('pagination.limit')),
      );
      return Response.json({ auditRecords: page, pagination: { totalCount: fitting.length } });
    },
  });
  handleApiErrors((_, error) => told.push(error.message));
});
afterEach(() => {
  page.stop();
  vi.restoreAllMocks();
});

async function show(query = '', sight = 'pipeline 2345'): Promise<void> {
  page.show(AuditPage, `/audit${query}`);
  await screen.findByText(sight, { exact: false }, { timeout: 30_000 });
}

/** Entity column of the exported file. */
async function exported(): Promise<(string | undefined)[]> {
  runCommand('list.exportCsv');
  await waitFor(() => expect(files).toHaveLength(1), { timeout: 30_000 });
  const [, ...lines] = (await files[0]!.text()).trimEnd().split('\r\n');
  return lines.map((line) => /pipeline \d+/.exec(line)?.[0]);
}

test('the export holds all records of the range, newest first', async () => {
  await show();
  expect(await exported()).toEqual(ALL.toReversed().map(({ entityName }) => entityName));
});

test('the file holds those that fit the filters', async () => {
  await show('?search=odd%40');
  const odd = ALL.filter(({ sequence }) => sequence % 2 === 1);
  expect(await exported()).toEqual(odd.toReversed().map(({ entityName }) => entityName));
});

test('the filter offers values of all records, also unlisted ones', async () => {
  await show('?action=Delete+pipeline', 'pipeline 7');
  expect(screen.getByText(/^1 of 1 records/)).toBeTruthy();
  expect(await exported()).toEqual(['pipeline 7']);
});

test('a page that cannot be read gives no file, and a message', async () => {
  await show();
  failsFrom = 1000;
  runCommand('list.exportCsv');
  await waitFor(() => expect(told).toEqual(['Refused']), { timeout: 30_000 });
  expect(files).toEqual([]);
});
