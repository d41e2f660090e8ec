import { describe, expect, it } from 'vitest';
import { CALLS } from '../../contract/calls/index.ts';
import { toApiError } from './api-error.ts';

const thrownBy = (read: () => unknown): unknown => {
  try {
    read();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

describe('toApiError', () => {
  it('an answer outside the contract, or without JSON, is unreadable [R8-26]', () => {
    const misfit = thrownBy(() => CALLS.getSession.response.parse({ provider: 'none' }));
    const noJson = thrownBy(() => JSON.parse('<html>'));
    for (const error of [misfit, noJson]) expect(toApiError(error).code).toBe('UNREADABLE_ANSWER');
  });
});
