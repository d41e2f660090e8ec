import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ApiKey } from '../../../contract/entities/access.ts';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { createKeyColumns } from './columns.tsx';

const expires = createKeyColumns((id) => id).find(({ id }) => id === 'expires');
const key = (expiresAt: string) => ({ expiresAt }) as ApiKey;

test('an API key says the day on which it expires [R2.1-74]', () => {
  render(expires?.cell(key('2031-12-22T12:02:04Z')));
  expect(screen.getByText('22 Dec 2031')).toBeTruthy();
});

test('a key that its owner limits says so beside its role', () => {
  const role = createKeyColumns((id) => id).find(({ id }) => id === 'role');
  const limited = { role: { name: 'Admin' }, createdBy: 'Ada', isLimited: true } as ApiKey;
  render(role?.cell(limited));
  expect(screen.getByText('limited to what Ada may do')).toBeTruthy();
  expect(role?.text?.(limited)).toBe('Admin, limited to what Ada may do');
});

test('a key of the local administrator says why sign-in stopped it', () => {
  const status = createKeyColumns((id) => id).find(({ id }) => id === 'status');
  const stopped = { status: 'STOPPED' } as ApiKey;
  render(status?.cell(stopped));
  expect(screen.getByText('Stopped')).toBeTruthy();
  expect(status?.text?.(stopped)).toContain('Rotate it');
});

test('a key that never expires says so and sorts last [R2.1-74]', () => {
  render(expires?.cell(key(EMPTY_TIME)));
  expect(screen.getByText('Never')).toBeTruthy();
  expect(expires?.text?.(key(EMPTY_TIME))).toBe('Never');
  expect(expires?.value?.(key(EMPTY_TIME))).toBeUndefined();
});
