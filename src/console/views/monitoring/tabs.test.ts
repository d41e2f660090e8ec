import { expect, test } from 'vitest';
import { tabOf } from './tabs.ts';

test.each([
  ['/monitoring', 'analytics'],
  ['/monitoring/analytics', 'analytics'],
  ['/monitoring/pipelineErrors', 'pipelineErrors'],
  ['/monitoring/pipelineErrors/', 'pipelineErrors'],
])('R2.1-22 %s opens %s', (path, tab) => {
  expect(tabOf(path)).toBe(tab);
});
