import { expect, test } from 'vitest';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { withSaved } from './stored-pipeline.ts';

const at = (id: string, latestGraphVersion: number, status = 'DEPLOYED') =>
  ({ id, latestGraphVersion, status }) as Pipeline;

test('what was just saved is known before the pipeline is read again', () => {
  const read = at('1', 1);
  expect(withSaved(read, at('1', 2, 'DEFAULT'))).toEqual(at('1', 2));
  expect(withSaved(read, at('1', 1))).toBe(read);
  expect(withSaved(at('1', 3), at('1', 2))).toEqual(at('1', 3));
  expect(withSaved(read, at('2', 9))).toBe(read);
  expect(withSaved(undefined, at('1', 2))).toBeUndefined();
});
