import { expect, test } from 'vitest';
import { routeOf } from './routes.ts';

/** Column `Time` of the table of routes, as far as the screens are there. */
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
  ['/userProfile', false],
])('R2.8-39, R2.8-40 the time filter on %s: %s', (path, hasTimeFilter) => {
  expect(routeOf(path)?.hasTimeFilter).toBe(hasTimeFilter);
});
