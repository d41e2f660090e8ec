import { expect, test } from 'vitest';
import { parseMonitoringTab } from './tabs.ts';

test.each([
  ['/monitoring', 'analytics'],
  ['/monitoring/analytics', 'analytics'],
  ['/monitoring/pipelineErrors', 'pipelineErrors'],
  ['/monitoring/pipelineErrors/', 'pipelineErrors'],
])('%s opens %s [R2.1-22]', (path, tab) => {
  expect(parseMonitoringTab(path)).toBe(tab);
});
