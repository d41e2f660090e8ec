import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileGrok, type Grok } from './grok.ts';
import { GROK_SETS, type GrokSet, getGrokLibrary } from './library/index.ts';

type Fields = Record<string, string | number>;
type Example = { name: string; line: string } & Partial<Record<GrokSet, Fields>>;

const examples = readFileSync(join(import.meta.dirname, 'testing', 'logstash-lines.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Example);

/** Empty captures are left out, as Logstash does. */
function read(grok: Grok, line: string): Fields | null {
  const found = grok.match(line);
  if (found === null) return null;
  const fields: Fields = {};
  grok.fields.forEach(({ name, type }, at) => {
    const text = found[at];
    if (text) fields[name] ??= type === 'string' ? text : Number(text);
  });
  return fields;
}

test.each(GROK_SETS)('example lines give the fields that Logstash names (%s)', (set) => {
  const known = examples.filter((example) => example[set] !== undefined);
  expect(known.length).toBeGreaterThanOrEqual(60);
  for (const { name, line, [set]: fields } of known)
    expect(read(compileGrok(`%{${name}}`, {}, set), line), `${name}: ${line}`).toEqual(fields);
});

test('one pattern gives the fields of the set that was chosen', () => {
  const line = '203.0.113.7 - amy [24/Feb/2026:23:13:42 +0000] "GET /shop HTTP/1.1" 200 5120';
  expect(read(compileGrok('%{COMMONAPACHELOG}'), line)).toMatchObject({ clientip: '203.0.113.7' });
  expect(read(compileGrok('%{COMMONAPACHELOG}', {}, 'ecs-v1'), line)).toMatchObject({
    'source.address': '203.0.113.7',
    'http.response.status_code': 200,
  });
});

test('fields may be written as in Logstash, with brackets', () => {
  const grok = compileGrok('%{IP:[source][ip]} %{INT:[source][port]:int} (?<[a.b][c]>\\w+)');
  expect(grok.fields).toEqual([
    { name: 'source.ip', type: 'string' },
    { name: 'source.port', type: 'int' },
    { name: 'a\\.b.c', type: 'string' },
  ]);
});

test('the page about grok has every name of both sets', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/grok.md'), 'utf8');
  const written = new Set(page.match(/\b[A-Z][A-Z0-9_]+\b/g));
  const names = GROK_SETS.flatMap((set) => [...getGrokLibrary(set).keys()]);
  expect([...new Set(names)].filter((name) => !written.has(name) && !isCommandPattern(name))).toEqual([]);
});

/** The page lists these by suffix. */
const isCommandPattern = (name: string): boolean => /^(?:NAGIOS|BACULA|CISCOFW)/.test(name);
