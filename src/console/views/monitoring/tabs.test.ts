import { expect, test } from 'vitest';
import { tabOf } from './tabs.ts';

test.each([
  ['/monitoring', 'analytics'],
  ['/monitoring/analytics', 'analytics'],
  ['/monitoring/pipelineErrors', 'pipelineErrors'],
  ['/monitoring/pipelineErrors/', 'pipelineErrors'],
])('%s opens %s [R2.1-22]', (path, tab) => {
  expect(tabOf(path)).toBe(tab);
});
