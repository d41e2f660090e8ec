import { describe, expect, it } from 'vitest';
import { paths } from './paths.ts';
import { routeOf } from './routes.ts';

describe('addresses', () => {
  it('R2.1-80 link pipeline errors in the literal form', () => {
    expect(paths.pipelineErrors('3', '4')).toBe('/pipelines/3?site=4&view=errors');
  });

  it.each([
    ['R2.1-01', '/', 'dashboard'],
    ['R2.1-04', '/dashboard', 'dashboard'],
    ['R2.1-06', '/pipelines', 'pipelines'],
    ['R2.1-07', '/pipelines/create', 'createPipeline'],
    ['R2.1-09', '/pipelines/312345678901234567', 'pipeline'],
    ['R2.1-10', '/sources', 'sources'],
    ['R2.1-11', '/sources/212345678901234567', 'source'],
    ['R2.1-13', '/destinations', 'destinations'],
  ])('%s %s shows %s', (_id, path, route) => {
    expect(routeOf(path)?.id).toBe(route);
  });

  it('R2.1-77 lead nowhere when unknown', () => {
    expect(routeOf('/pipelines/1/graph')).toBeUndefined();
    expect(routeOf('/destinations/212345678901234567')).toBeUndefined();
  });
});
