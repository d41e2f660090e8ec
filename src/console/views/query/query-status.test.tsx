import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { QueryResult } from '../../../contract/entities/query.ts';
import { QueryStatus } from './QueryStatus.tsx';

const RESULT: QueryResult = {
  columns: [],
  rows: [],
  hasMore: false,
  tables: ['web'],
  reading: { filesRead: 0, bytes: '0', events: '0', unread: [], unreadCount: 0 },
  waitingEventCount: '0',
  readMs: 3,
  runMs: 1,
};
const renderText = (waitingEventCount: string): string => {
  const { container } = render(
    <QueryStatus result={{ ...RESULT, waitingEventCount }} isRunning={false}>
      {null}
    </QueryStatus>,
  );
  return container.textContent ?? '';
};

test('status: how many events were not archived yet', () => {
  expect(renderText('1234')).toContain('1,234 events are not archived yet, so not read.');
  expect(renderText('1')).toContain('1 event is not archived yet, so not read.');
  expect(renderText('0')).not.toContain('archived');
});

test('status: of figures of the service, no events and files', () => {
  const result = { ...RESULT, tables: ['penstock_counters'] };
  const { container } = render(
    <QueryStatus result={result} isRunning={false}>
      {null}
    </QueryStatus>,
  );
  expect(container.textContent).toBe('0 rows; read penstock_counters in 3 ms; computed in 1 ms');
});
