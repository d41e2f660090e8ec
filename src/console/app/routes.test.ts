import { expect, test } from 'vitest';
import { findRoute } from './routes.ts';

/** Whether each route has the time filter. */
test.each([
  ['/', true],
  ['/dashboard', true],
  ['/pipelines', true],
  ['/pipelines/create', false],
  ['/pipelines/317952509727510631', true],
  ['/sources', true],
  ['/sources/217952509727510631', false],
  ['/destinations', true],
  ['/monitoring', true],
  ['/monitoring/analytics', true],
  ['/monitoring/pipelineErrors', true],
  ['/events', true],
  ['/events/notifications', true],
  ['/settings/audit', true],
  ['/alerts', true],
  ['/alerts/manageAlerts', false],
  ['/fleetManager/fleets', false],
  ['/fleetManager/fleets/917952509727510631', true],
  ['/fleetManager/agents/917952509727510631', true],
  ['/userProfile', false],
])('the time filter on %s: %s [R2.8-39, R2.8-40]', (path, hasTimeFilter) => {
  expect(findRoute(path)?.hasTimeFilter ?? false).toBe(hasTimeFilter);
});
