import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseLogQuery, printLogQuery } from './index.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/log-search.md'), 'utf8');
const section = text.slice(text.indexOf('## The query language'), text.indexOf('## What is searched'));
const readCell = (cell: string) => cell.replaceAll('\\|', '|');

const ofTable = section
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(/^\| (.*?) \| /.exec(line)?.[1] ?? '').matchAll(/`([^`]+)`/g)])
  .map(([, query = '']) => readCell(query));
const ofDiagrams = [...section.matchAll(/ e\.g\. {2}(.+)$/gm)].map(([, query = '']) => query);

/** @throws for an invalid query */
function print(text: string): string {
  const { query, error } = parseLogQuery(text);
  if (!query) throw new Error(error?.message);
  return printLogQuery(query);
}

it('there are examples of each kind', () => {
  expect(ofTable.length).toBeGreaterThan(20);
  expect(ofDiagrams.length).toBeGreaterThan(20);
});

it.each([...new Set([...ofTable, ...ofDiagrams])])(
  'documented: %s is a query, and is printed as one',
  (query) => {
    const printed = print(query);
    expect(print(printed)).toBe(printed);
  },
);

it('each rule of the diagrams is drawn once', () => {
  const block = /```\n(query [\s\S]*?)```/.exec(section)?.[1] ?? '';
  const drawn = [...block.matchAll(/^(\w+) +──/gm)].map(([, name]) => name);
  expect(new Set(drawn).size).toBe(drawn.length);
  expect(drawn).toEqual(
    expect.arrayContaining([
      'query',
      'or',
      'and',
      'not',
      'term',
      'test',
      'compare',
      'bound',
      'field',
      'regex',
    ]),
  );
});
