import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonBatch, rawBatch } from '../testing/contexts.ts';
import { runTransform } from '../testing/run-transform.ts';

const word = fc.oneof(
  fc.constantFrom('a=7', 'a=é', '7=a', '"a"'),
  fc.string({
    unit: fc.constantFrom('a', '7', '0', '-', '.', 'e', '"', '\\', '=', ',', '\t', '\u0001', 'é', '語', '😀'),
    maxLength: 40,
  }),
);
const line = fc
  .array(word, { minLength: 1, maxLength: 6 })
  .map((words) => words.join(' '))
  .filter((text) => text.trim() !== '');

const CONFIGS: readonly [templateId: string, config: Record<string, unknown>][] = [
  ['parse_grok', { pattern: '(?<first>.*?) %{GREEDYDATA:rest}', alternatives: ['(?<all>.+)'] }],
  ['parse_grok', { pattern: '(?<n>-?[0-9.]*)(?<n>.)%{GREEDYDATA:n:int}' }],
  ['parse_grok', { pattern: '%{NOTSPACE:a:float} ?(?<a>.)?%{GREEDYDATA:é}' }],
  ['parse_grok', { pattern: '%{NOTSPACE:message} %{GREEDYDATA:a.b}', alternatives: ['(?<a.b>.)(?<a>.*)'] }],
  ['parse_regex', { pattern: '^(?<a>.)(?<b>\\S*)(?: (?<c>.*))?', numbers: true }],
  ['parse_key_value', { numbers: true }],
  ['parse_key_value', { numbers: false }],
  ['parse_csv', { columns: ['a', 'message', 'c'], numbers: true }],
  ['parse_csv', { columns: ['a', 'b'], numbers: true }],
  ['parse_cef', {}],
];

test.each(CONFIGS)('%s %j makes the same of a line and of a field', (templateId, config) => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (texts) => {
      const lines = texts.map((text) => (templateId === 'parse_cef' ? `CEF:0|a|b|c|d|e|f|${text}` : text));
      const ofLines = runTransform(templateId, config, rawBatch(...lines));
      const ofFields = runTransform(templateId, config, jsonBatch(...lines.map((message) => ({ message }))));
      expect(ofLines.events).toEqual(ofFields.events);
      expect(ofLines.failures).toEqual(ofFields.failures);
      ofLines.texts.forEach((text, at) => {
        if (text.startsWith('{') && text !== lines[at]) expect(text).toBe(ofFields.texts[at]);
      });
    }),
    { numRuns: 300 },
  );
});
