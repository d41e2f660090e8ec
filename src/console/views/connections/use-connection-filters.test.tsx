import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { LocationProvider } from '../../state/location.tsx';
import { useConnectionFilters } from './use-connection-filters.ts';
import type { ConnectionRow } from './use-connections.ts';

const SITE = '400000000000000001';
const rowOf = (status: string) => ({ connection: { status, templateId: 'tcp' } }) as ConnectionRow;
const ROWS = ['DEFAULT', 'ACTIVE', 'DELETED', 'INACTIVE'].map(rowOf);

beforeEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

it.each([
  ['R4-36', 'source'],
  ['R4-37', 'destination'],
] as const)('list of each $1: only active ones are shown at first [$0]', (_, kind) => {
  const { result } = renderHook(() => useConnectionFilters(kind, SITE, ROWS, []), {
    wrapper: LocationProvider,
  });
  const { bar, passes } = result.current;
  expect(bar.selection('status')).toEqual(['ACTIVE']);
  expect(bar.isDefault('status')).toBe(true);
  expect(ROWS.filter(passes).map(({ connection }) => connection.status)).toEqual(['ACTIVE']);
});
