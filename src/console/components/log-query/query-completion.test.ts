import { expect, test } from 'vitest';
import type { LogFacet } from '../../../contract/entities/log-search.ts';
import { findCompletions } from './query-completion.ts';

const facet = (field: string, ...values: string[]): LogFacet => ({
  field,
  type: 'text',
  eventCount: '1',
  values: values.map((value) => ({ value, count: '1' })),
  distinct: values.length,
  isCapped: false,
});
const FACETS = [facet('status', '500', '404'), facet('user.name', 'Anna B', ''), facet('odd name', 'x')];

const complete = (text: string) => {
  const { from, options } = findCompletions(text, text.length, FACETS);
  return options.map(({ insert }) => text.slice(0, from) + insert);
};

test('completion: offers fields by a part of their name', () => {
  expect(complete('error sta')).toEqual(['error status:']);
  expect(complete('(NAME')).toEqual(['(user.name:', '("odd name":']);
  expect(complete('')).toEqual([]);
  expect(complete('error ')).toEqual([]);
});

test('completion: says of a field which type it has, and how many values', () => {
  const facets: LogFacet[] = [
    { ...facet('took', '1', '2'), type: 'number' },
    { ...facet('told', 'a'), type: 'mixed', isCapped: true },
  ];
  const { options } = findCompletions('to', 2, facets);
  expect(options.map(({ detail }) => detail)).toEqual(['number, 2 values', 'number or text, 1+ value']);
});

test('completion: offers values after a colon, quoted where needed', () => {
  expect(complete('status:')).toEqual(['status:500 ', 'status:404 ']);
  expect(complete('status:4')).toEqual(['status:404 ']);
  expect(complete('a user.name:')).toEqual(['a user.name:"Anna B" ', 'a user.name:"" ']);
  expect(complete('"odd name":')).toEqual(['"odd name":x ']);
  expect(complete('nothing:')).toEqual([]);
});
