import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { CALLS } from '../../contract/calls/index.ts';
import { fillPath, searchParameters } from '../api/request.ts';
import { querySites } from '../state/sites.ts';
import { EARLY_SCRIPT } from './early-script.ts';

it('sites: the page requests them once, as the console does [R7-24, R9-10]', () => {
  const html = readFileSync(resolve(import.meta.dirname, '../../../index.html'), 'utf8');
  const asked = searchParameters(querySites(0));
  expect(asked.toString()).toBe(
    'pagination.offset=0&pagination.limit=100&pagination.ordering.fieldName=updated_at&pagination.ordering.descending=true',
  );
  expect(html).toContain(`href="${CALLS.listSites.path}?${asked}"`);
});

/** @returns addresses that the early script asks for */
function askEarly(pathname: string): string[] {
  const asked: string[] = [];
  const document = {
    createElement: () => ({}),
    head: { append: (link: { href: string }) => asked.push(link.href) },
  };
  const run = new Function(
    'localStorage',
    'addEventListener',
    'window',
    'location',
    'document',
    EARLY_SCRIPT,
  );
  run({ getItem: () => null }, () => undefined, {}, { pathname }, document);
  return asked;
}

it('a pipeline: the page requests it before the code is there, as the console does', () => {
  const pipelineId = '317959889084430773';
  const asked = [fillPath(CALLS.getPipeline.path, { pipelineId })];
  expect(askEarly(`/pipelines/${pipelineId}`)).toEqual(asked);
  expect(askEarly(`/pipelines/${pipelineId}/`)).toEqual(asked);
  for (const other of ['/pipelines', '/pipelines/create', '/sources/1', `/pipelines/${pipelineId}/x`])
    expect(askEarly(other)).toEqual([]);
});
