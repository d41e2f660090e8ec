import { expect, test } from 'vitest';
import { hasKnownRange } from './screen-context.ts';

test.each([
  ['/', true],
  ['/dashboard', true],
  ['/pipelines', true],
  ['/sources', true],
  ['/destinations', true],
  ['/hydration', true],
  ['/hydration/300000000000000001', true],
  ['/monitoring', true],
  ['/monitoring/analytics', true],
  ['/monitoring/pipelineErrors', true],
  ['/events/notifications', true],
  ['/alerts', true],
  ['/log-search', true],
  ['/fleetManager/agents/900000000000000001', true],
  ['/pipelines/300000000000000001', false],
  ['/settings/sites', false],
  ['/alerts/manageAlerts', false],
])('the assistant knows the time range of %s: %s [R2.7-28 … R2.7-35]', (path, isKnown) => {
  expect(hasKnownRange(path)).toBe(isKnown);
});
