import { afterEach, expect, test } from 'vitest';
import { startService, type TestService } from './support/service.ts';

let api: TestService | undefined;
afterEach(() => api?.stop());

test.each([[[]], [['apiKeys', 'gitOps'] as const]])(
  'the features of the organisation are the flags that are on: %j [R6-31, R6-34]',
  async (flags) => {
    api = await startService({ flags: [...flags] });
    const { body } = await api.call('listFeatures');
    expect(body).toEqual({ features: flags });
  },
);
