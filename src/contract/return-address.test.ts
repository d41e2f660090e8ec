import { expect, test } from 'vitest';
import { returnAddress } from './return-address.ts';

test.each([['/pipelines/300000000000000001?view=errors&time=4h'], ['/'], ['/sources?search=a%2Fb']])(
  'sign-in leads back to %s [R2.1-03]',
  (address) => {
    expect(returnAddress(address)).toBe(address);
  },
);

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/a/..//evil.example',
  '/.//evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' //evil.example',
  'evil.example',
  '@evil.example',
  '',
  '/login',
  '/login/callback?code=1',
  '/v1/auth/session',
  `/${'a'.repeat(2001)}`,
])('an address of another origin is refused: %j', (address) => {
  expect(returnAddress(address)).toBe('/dashboard');
});

test('without an address it leads to the dashboard', () => {
  expect([returnAddress(undefined), returnAddress(null)]).toEqual(['/dashboard', '/dashboard']);
});
