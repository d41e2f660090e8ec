import { expect, test } from 'vitest';
import { ContractError } from '../../contract/errors.ts';
import { toFailure } from './errors.ts';

test('what tells when to come again is an answer, and no failure to log', () => {
  const busy = new ContractError('ENGINE_UNAVAILABLE', 'Many agents connect at once', {
    retryAfterSeconds: 2,
  });
  expect(toFailure(busy, 'r1')).toMatchObject({ status: 503, cause: undefined });
  const gone = new ContractError('ENGINE_UNAVAILABLE', 'The engine does not answer');
  expect(toFailure(gone, 'r2').cause).toBe(gone);
  const broken = new Error('broken');
  expect(toFailure(broken, 'r3').cause).toBe(broken);
});
