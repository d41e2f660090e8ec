import { expect, test } from 'vitest';
import { getAdvice } from './metrics.ts';

test('advice on a volume depends on whether it fell or rose', () => {
  expect(getAdvice({ metric: 'sourceEvents', operator: 'BELOW' })).toContain('senders run');
  expect(getAdvice({ metric: 'sourceBytes', operator: 'AT_MOST' })).toContain('senders run');
  expect(getAdvice({ metric: 'sourceEvents', operator: 'ABOVE' })).toContain('which sender changed');
  expect(getAdvice({ metric: 'destinationBytes', operator: 'BELOW' })).toContain('test its connection');
  expect(getAdvice({ metric: 'destinationEvents', operator: 'AT_LEAST' })).toContain('lets more through');
  expect(getAdvice({ metric: 'lag', operator: 'ABOVE' })).toContain('takes less than comes in');
});
