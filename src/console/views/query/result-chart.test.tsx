import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { QueryResult } from '../../../contract/entities/query.ts';
import { ResultChart } from './ResultChart.tsx';

test('hidden characters in the name of a bar are written out', () => {
  const result: QueryResult = {
    columns: [
      { name: 'file', type: 'VARCHAR' },
      { name: 'hits', type: 'BIGINT' },
    ],
    rows: [['invoice\u202efdp.exe', 3]],
    hasMore: false,
    tables: [],
    reading: { filesRead: 0, bytes: '0', events: '0', unread: [], unreadCount: 0 },
    waitingEventCount: '0',
    readMs: 0,
    runMs: 0,
  };
  render(<ResultChart title="Files" result={result} chart="BAR" />);
  expect(screen.getByText('invoice\\u202efdp.exe')).toBeVisible();
});
