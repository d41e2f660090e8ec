import { expect, test } from 'vitest';
import { s3Schema } from './schema.ts';

const config = (more: object) => ({
  url: 'https://s3.example.com',
  bucket: 'logs',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  ...more,
});
const listProblems = (more: object) =>
  s3Schema.safeParse(config(more)).error?.issues.map(({ path }) => path.join('.')) ?? [];

test('the time field is the path of a field, as everywhere', () => {
  expect(listProblems({ timeField: 'event.time' })).toEqual([]);
  expect(listProblems({})).toEqual([]);
  for (const timeField of ['', 'event..time', '.time', 'time.'])
    expect(listProblems({ timeField }), timeField).toEqual(['timeField']);
});

test('the folder is a template', () => {
  expect(listProblems({ prefix: `logs/\${service}/%F` })).toEqual([]);
  expect(listProblems({ prefix: 'logs/%q' })).toEqual(['prefix']);
});
