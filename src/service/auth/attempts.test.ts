import { expect, test } from 'vitest';
import { type Attempt, createAttempts } from './attempts.ts';

test('ever new sign-ins of one address push out none of another', () => {
  const attempts = createAttempts(() => 0);
  const attempt = (address: string): Attempt => ({
    asked: { protocol: 'oidc' } as Attempt['asked'],
    returnTo: '/',
    binding: 'browser',
    address,
  });
  attempts.add('ada', attempt('203.0.113.1'));
  for (let count = 0; count < 5000; count++) attempts.add(`flood ${count}`, attempt('203.0.113.66'));
  expect(attempts.isUnderWay('ada')).toBe(true);
  expect(attempts.isUnderWay('flood 0')).toBe(false);
  expect(attempts.take('ada', 'browser')).toMatchObject({ address: '203.0.113.1' });
});
