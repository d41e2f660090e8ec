import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { CALLS } from '../../contract/calls/index.ts';
import { searchParameters } from '../api/request.ts';
import { querySites } from '../state/sites.ts';

it('sites: the page requests them once, as the console does [R7-24, R9-10]', () => {
  const html = readFileSync(resolve(import.meta.dirname, '../../../index.html'), 'utf8');
  const asked = searchParameters(querySites(0));
  expect(asked.toString()).toBe(
    'pagination.offset=0&pagination.limit=100&pagination.ordering.fieldName=updated_at&pagination.ordering.descending=true',
  );
  expect(html).toContain(`href="${CALLS.listSites.path}?${asked}"`);
});
