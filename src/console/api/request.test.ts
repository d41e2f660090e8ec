import { describe, expect, it } from 'vitest';
import { buildRequestHeaders, fillPath, searchParameters } from './request.ts';

describe('requests made from the table of calls', () => {
  it('repeats the key of a list and leaves out what is undefined [R7-02]', () => {
    const search = searchParameters({
      siteIds: ['4', '5'],
      name: undefined,
      includeConfig: false,
      limit: 10,
    });
    expect(search.toString()).toBe('siteIds=4&siteIds=5&includeConfig=false&limit=10');
  });

  it('fills and escapes path parameters', () => {
    expect(
      fillPath('/v1/pipeline/{pipelineId}/graph/{graphVersion}', { pipelineId: 'a/b', graphVersion: 2 }),
    ).toBe('/v1/pipeline/a%2Fb/graph/2');
  });

  it('refuses a path with a parameter missing', () => {
    expect(() => fillPath('/v1/source/{id}', {})).toThrow("path parameter 'id'");
  });

  it('sends the version a change began from, or forces', () => {
    expect(buildRequestHeaders({ ifMatch: 3 })).toEqual({ 'If-Match': '"3"' });
    expect(buildRequestHeaders({ ifMatch: '*', idempotencyKey: 'k' })).toEqual({
      'If-Match': '*',
      'Idempotency-Key': 'k',
    });
  });
});
