import { expect, test } from 'vitest';
import { editYaml } from './edit.ts';

const TEXT = `# Collectors of the branches
receivers:
  otlp: # from applications
    protocols:
      grpc:
        endpoint: 127.0.0.1:4317

processors:
  batch:
exporters:
  debug:
service:
  pipelines:
    logs:
      receivers: [otlp]
      exporters: [debug]
`;

test('a changed value leaves all other text as it was', () => {
  const path = ['receivers', 'otlp', 'protocols', 'grpc', 'endpoint'];
  expect(editYaml({ text: TEXT, changes: [] })).toBe(TEXT);
  expect(editYaml({ text: TEXT, changes: [{ path, value: '0.0.0.0:4317' }] })).toBe(
    TEXT.replace('127.0.0.1', '0.0.0.0'),
  );
});

test.each([
  ['a sequence on the level of its key', 'a:\n- one\n- two\nb: 1\n'],
  ['a deeper sequence', 'a:\n  - one\n  - two\nb: 1\n'],
  ['an indentation of four', 'a:\n    b: 1\n    c:\n        d: 2\n'],
  ['spaces in lists', 'a: [ one, two ]\nb: { c: 1 }\n'],
  ['a long text', `a: ${'word '.repeat(60)}end\nb: "quoted"\nc: 'single'\n`],
  ['several lines', 'a: |\n  one\n  two\nb: >-\n  three\n'],
  ['empty values', 'a:\nb: {}\nc: ""\nd: ~\ne: null\n'],
  ['numbers as they were written', 'a: 0x1F\nb: 1.50\nc: 1e3\n'],
])('%s stays', (_, text) => {
  expect(editYaml({ text, changes: [{ path: ['z'], value: 1 }] })).toBe(`${text}z: 1\n`);
});

test.each([
  ['a text', 'a:\n  b: old # why\n  c: 1\n', ['a', 'b'], 'new', 'a:\n  b: new # why\n  c: 1\n'],
  ['a variable', 'a:\n  b: x\n', ['a', 'b'], `\${env:Y}`, 'a:\n  b: "$\u007benv:Y}"\n'],
  ['a text that looks like a number', 'a: x\n', ['a'], '1', 'a: "1"\n'],
  ['a text of two lines', 'a: x\n', ['a'], 'b\nc', 'a: "b\\nc"\n'],
  ['a block of text', 'a: |\n  one\n  two\nb: 1\n', ['a'], 'x', 'a: x\nb: 1\n'],
  ['a list of lines', 'a:\n  - one\n  - two\nb: 1\n', ['a'], ['x'], 'a: [x]\nb: 1\n'],
  ['a list in brackets', 'a: [ one ] # why\n', ['a'], ['x', 'y*'], 'a: [x, y*] # why\n'],
  ['the last value without line break', 'a: 1', ['a'], 2, 'a: 2'],
  ['an empty value', 'a: # why\nb: 1\n', ['a', 'c'], 2, 'a: # why\n  c: 2\nb: 1\n'],
  ['a null', 'a: null\nb: 1\n', ['a', 'c'], 2, 'a:\n  c: 2\nb: 1\n'],
  ['a map in braces', 'a: {b: 1} # why\n', ['a', 'c', 'd'], 2, 'a: {b: 1, c: {d: 2}} # why\n'],
  ['an empty map', 'a: {}\n', ['a', 'b'], 1, 'a: {b: 1}\n'],
  [
    'a map without that key',
    'a:\n    b: |\n        x\n\nc: 1\n',
    ['a', 'd'],
    1,
    'a:\n    b: |\n        x\n    d: 1\n\nc: 1\n',
  ],
  ['nested keys', 'a: 1\n', ['b', 'c', 'd'], [1], 'a: 1\nb:\n  c:\n    d: [1]\n'],
  ['a map in a list', 'a:\n  - b: 1\n    c: 2\n', ['x'], 1, 'a:\n  - b: 1\n    c: 2\nx: 1\n'],
  ['nothing', '', ['a', 'b'], null, 'a:\n  b:\n'],
  ['only a remark', '# why\n', ['a'], 1, '# why\na: 1\n'],
])('%s is set in its place', (_, text, path, value, expected) => {
  expect(editYaml({ text, changes: [{ path, value }] })).toBe(expected);
});

test.each([
  ['one of two', 'a:\n  b: 1 # why\n  c: 2\n', ['a', 'b'], 'a:\n  c: 2\n'],
  ['the only one', 'a:\n  b: 1\nc: 2\n', ['a', 'b'], 'a:\nc: 2\n'],
  ['a list', 'a:\n  b:\n    - x\n    - y\n  c: 2\n', ['a', 'b'], 'a:\n  c: 2\n'],
  ['one in braces', 'a: {b: 1, c: 2}\n', ['a', 'b'], 'a: {c: 2}\n'],
  ['the last one', 'a: 1\nb: 2', ['b'], 'a: 1\n'],
  ['one that is not there', 'a:\n  b: 1\n', ['x', 'y'], 'a:\n  b: 1\n'],
  ['one below an empty key', 'a:\n  b:\n', ['a', 'b', 'c'], 'a:\n  b:\n'],
])('%s is taken away', (_, text, path, expected) => {
  expect(editYaml({ text, changes: [{ path, value: undefined }] })).toBe(expected);
});
