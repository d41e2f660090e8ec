import { describe, expect, test } from 'vitest';
import { validateConfig } from '../components/catalogue.ts';
import { suggestSteps } from './suggest-steps.ts';

const suggest = (events: readonly string[], more: object = {}) =>
  suggestSteps({ events: [...events], isText: events.map(() => true), ...more });

const best = (templateId: string, events: readonly string[], more: object = {}) =>
  suggest(events, { templateId, ...more }).suggestions[0];

const APP = [
  '2026-11-21T10:00:00.123Z INFO api[12] request took 34 ms',
  '2026-11-21T10:00:01.500Z WARN api[12] cache miss',
  '2026-11-21T10:00:02.000Z ERROR billing[7] payment of 12.50 refused: no funds',
];
const FIREWALL = [
  'action=ACCEPT src=10.0.0.1 dst=10.0.0.9 dport=443 bytes=120',
  'action=DROP src=10.0.0.2 dst=10.0.0.9 dport=22 bytes=0',
];
const ACCESS = [
  '10.0.0.1 - - [21/Nov/2026:10:15:30 +0100] "GET /a HTTP/1.1" 200 12 "-" "curl/8"',
  '10.0.0.2 - bob [21/Nov/2026:10:15:31 +0100] "POST /b HTTP/1.1" 500 0 "-" "x y"',
];

describe('suggestions: what fits real lines [R6-25]', () => {
  test.each([
    ['JSON', 'parse_json', ['{"a":1}', '{"b":2}'], {}],
    ['pairs', 'parse_key_value', FIREWALL, {}],
    ['pairs between semicolons', 'parse_key_value', ['a=1; b=2', 'a=3; b=x y'], { pairDelimiter: ';' }],
    ['columns', 'parse_csv', ['1;2;x', '3;4;y'], { delimiter: 'semicolon' }],
    [
      'a header',
      'parse_csv',
      ['id,user,amount', '1,bob,2.5', '2,eve,7'],
      { columns: ['id', 'user', 'amount'], dropHeader: true },
    ],
    ['access logs', 'parse_grok', ACCESS, { pattern: '%{COMBINEDAPACHELOG}' }],
    [
      'CEF',
      'parse_cef',
      ['CEF:0|Acme|Box|1|100|Login|5|src=10.0.0.1 act=deny', 'CEF:0|Acme|Box|1|101|Out|5|src=10.0.0.2'],
      {},
    ],
  ])('%s', (_, templateId, lines, config) => {
    expect(best(templateId, lines)?.config).toEqual(config);
  });

  test('a layout is found where free text follows, as grok and as expression', () => {
    const grok = best('parse_grok', APP);
    expect(grok).toMatchObject({
      config: {
        pattern:
          '^%{TIMESTAMP_ISO8601:timestamp} %{LOGLEVEL:level} %{WORD:program}\\[%{NUMBER:pid:int}\\]\\s*%{GREEDYDATA:message}',
      },
      matched: 3,
      unmatched: [],
    });
    expect(grok?.fields).toContainEqual({ name: 'level', value: 'INFO' });
    expect(best('parse_regex', APP)).toMatchObject({ matched: 3, unmatched: [] });
  });

  test('a word that is the same in all lines is no value', () => {
    const lines = [1, 2, 3, 4, 5].map((n) => `2026-11-21T10:00:0${n}Z worker ${n} done`);
    expect(best('parse_grok', lines)?.config.pattern).toBe(
      '^%{TIMESTAMP_ISO8601:timestamp} worker %{NUMBER:number:int} done$',
    );
  });

  test('lines that do not match are counted and shown', () => {
    const mixed = [...FIREWALL, ...FIREWALL, 'link up'];
    expect(best('parse_key_value', mixed)).toMatchObject({ matched: 4, unmatched: ['link up'] });
    expect(best('parse_json', mixed)).toBeUndefined();
  });

  test('free text gets no pattern', () => {
    expect(suggest(['the quick brown fox', 'jumps over it', 'and sleeps']).suggestions).toEqual([]);
  });

  test('the format of a time is found in its field', () => {
    const events = ['{"at":"21.11.2026 10:15:30","id":1}', '{"at":"22.11.2026 11:00:00","id":2}'];
    expect(best('parse_timestamp', events, { isText: [false, false] })?.config).toEqual({
      field: 'at',
      format: 'own',
      formats: ['%d.%m.%Y %H:%M:%S'],
    });
    const epochs = ['{"time":1763700000123,"order":1763700000123}'];
    expect(
      suggest(epochs, { isText: [false], templateId: 'parse_timestamp' }).suggestions.map(
        ({ config }) => config,
      ),
    ).toEqual([{ field: 'time', format: 'epoch_ms' }]);
  });

  test('redaction is suggested where a detector finds something', () => {
    const found = suggest(['mail to a@example.org', 'card 4111 1111 1111 1111', 'nothing'], {
      templateId: 'redact',
    });
    expect(found.suggestions.map(({ title, matched }) => [title, matched])).toEqual([
      ['Hide card numbers', 1],
      ['Hide e-mail addresses', 1],
    ]);
  });

  test('text in another field is parsed there', () => {
    const events = ['{"log":"a=1 b=2"}', '{"log":"a=3 b=4"}'];
    expect(best('parse_key_value', events, { isText: [false, false], field: 'log' })).toMatchObject({
      config: { field: 'log' },
      matched: 2,
    });
  });

  test('whatever comes in, only valid settings are suggested', () => {
    const hostile = [
      '',
      '\0\uD800',
      '((((((((((',
      '%{IP:x} %{',
      '[[a]]=[[b]] c=d',
      '{"__proto__":{"a":1},"constructor":"2026-11-21T10:00:00Z"}',
      '2026-11-21T10:00:00Z $^.*+?()[]{}|\\/ "x',
      `${'a'.repeat(4000)}=1 b=${'"'.repeat(2000)}`,
      '1,2,3,"4',
    ];
    for (const isText of [true, false])
      for (const events of [hostile, ...hostile.map((line) => [line, line])])
        for (const { templateId, config } of suggest(events, { isText: events.map(() => isText) })
          .suggestions)
          expect(
            validateConfig('TRANSFORM', templateId, config).details,
            JSON.stringify(config),
          ).toBeUndefined();
  });
});
