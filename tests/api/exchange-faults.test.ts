import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createExchange, expectDone, WEB } from './support/exchange.ts';
import { expectRefusal } from './support/refusal.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const { importText } = createExchange(() => api);

describe('every fault names line, column, path and rule', () => {
  const faults: [string, string, { line: number; column: number; field: string; rule: string }][] = [
    ['no format', 'pipelines: []\n', { line: 1, column: 1, field: 'format', rule: 'format' }],
    ['another format', 'format: penstock/v3\n', { line: 1, column: 1, field: 'format', rule: 'format' }],
    [
      'an unknown field',
      WEB.replace('    type: blackhole', '    type: blackhole\n    colour: red'),
      { line: 19, column: 5, field: 'destinations.0.colour', rule: 'unknown_field' },
    ],
    [
      'an unknown type',
      WEB.replace('type: parse_json', 'type: parse_soup'),
      { line: 37, column: 9, field: 'pipelines.0.graph.1.type', rule: 'unknown' },
    ],
    [
      'a configuration that the component refuses',
      WEB.replace('port: 20900', 'port: 99999'),
      { line: 8, column: 7, field: 'sources.0.config.port', rule: 'max' },
    ],
    [
      'an unknown setting',
      WEB.replace('keepOriginal', 'keepOriginals'),
      { line: 43, column: 11, field: 'pipelines.0.graph.1.config.keepOriginals', rule: 'unknown' },
    ],
    [
      'a target that is nowhere',
      WEB.replace('- Parse\n', '- Purse\n'),
      { line: 35, column: 13, field: 'pipelines.0.graph.0.to.0', rule: 'unknown_node' },
    ],
    [
      'a graph without a way out [R5-19]',
      WEB.replace('        to:\n          - web sink\n', ''),
      { line: 32, column: 5, field: 'pipelines.0.graph', rule: 'no_sink' },
    ],
    [
      'a loop [R5-19]',
      WEB.replace('          - web sink\n', '          - web sink\n          - Parse\n'),
      { line: 36, column: 9, field: 'pipelines.0.graph.1', rule: 'cycle' },
    ],
    [
      'every destination disabled',
      WEB.replace(/ {10}- web sink\n$/, '$&      - destination: web sink\n        disabled: true\n'),
      { line: 47, column: 9, field: 'pipelines.0.graph.2', rule: 'all_sinks_disabled' },
    ],
    [
      'a name that stands twice',
      WEB.replace('destinations:\n', 'destinations:\n  - {name: web sink, type: blackhole}\n'),
      { line: 18, column: 5, field: 'destinations.1.name', rule: 'unique' },
    ],
    ['malformed YAML', 'format: [penstock/v2\n', { line: 2, column: 1, field: 'definition', rule: 'yaml' }],
    [
      'a key that stands twice',
      'format: penstock/v2\nformat: penstock/v2\n',
      { line: 2, column: 1, field: 'format', rule: 'duplicate_key' },
    ],
    [
      'an anchor',
      'format: &a penstock/v2\nsources: *a\n',
      { line: 1, column: 12, field: 'format', rule: 'anchor' },
    ],
    ['a tag', 'format: !!str penstock/v2\n', { line: 1, column: 15, field: 'format', rule: 'tag' }],
    [
      'a tag on a list',
      'format: penstock/v2\nsources: !!python/object []\n',
      { line: 2, column: 26, field: 'sources', rule: 'tag' },
    ],
    [
      'several documents',
      'format: penstock/v2\n---\nformat: penstock/v2\n',
      { line: 2, column: 1, field: 'definition', rule: 'yaml' },
    ],
    [
      'a key that is no text',
      'format: penstock/v2\n1: x\n',
      { line: 2, column: 1, field: 'definition', rule: 'key' },
    ],
  ];

  test.each(faults)('%s', async (_, text, expected) => {
    const answer = await expectRefusal(api, () => importText(text), {
      status: 400,
      code: 'VALIDATION_FAILED',
      field: expected.field,
    });
    expect(answer.body.details, answer.body.message).toContainEqual(expect.objectContaining(expected));
  });

  test('two sources of one port, one of them in the site', async () => {
    expectDone(await importText(WEB));
    await expectRefusal(api, () => importText(WEB.replaceAll('web', 'shop')), {
      status: 400,
      code: 'VALIDATION_FAILED',
      field: 'sources.0.config.port',
      message: /taken by the source 'web source'/,
    });
    // Two sources may swap ports.
    const second = `format: penstock/v2\nsources:\n  - {name: other, type: tcp, config: {port: 20901}}\n`;
    expectDone(await importText(second));
    const swap = `format: penstock/v2\nsources:\n  - {name: other, type: tcp, config: {port: 20900}}\n  - {name: web source, type: tcp, config: {port: 20901}}\n`;
    expectDone(await importText(swap));
  });
});

describe('hostile texts are refused clearly and soon', () => {
  const laughs = `a: &a [x, x, x, x, x, x, x, x, x]\n${Array.from(
    { length: 8 },
    (_, n) => `${'bcdefghi'[n]}: &${'bcdefghi'[n]} [${`*${'abcdefgh'[n]}, `.repeat(9)}]`,
  ).join('\n')}\n`;

  test.each([
    ['an anchor bomb', laughs, 'anchor'],
    ['deep flow lists', '['.repeat(100_000), 'depth'],
    ['deep block lists', '- '.repeat(100_000), 'depth'],
    ['deep maps', 'a: {'.repeat(1000), 'depth'],
    ['levels that parse but are too deep', `${'['.repeat(60)}${']'.repeat(60)}`, 'depth'],
    ['100,000 tags', '- !x y\n'.repeat(100_000), 'tag'],
    ['binary noise', 'format: \u0000\u0001\u0002', 'format'],
    ['a list', '- a\n- b\n', 'format'],
    ['nothing', ' \n', 'format'],
  ])('%s', async (_, text, rule) => {
    const answer = await expectRefusal(api, () => importText(text), {
      status: 400,
      code: 'VALIDATION_FAILED',
    });
    expect(answer.body.details.map((one: { rule: string }) => one.rule)).toContain(rule);
    expect(answer.body.details.length).toBeLessThanOrEqual(50);
  });

  const path = () => `/v1/pipelines/import?siteId=${api.siteId}`;
  const headers = { 'content-type': 'application/yaml', 'if-match': '*' };

  test('5 MB', () =>
    expectRefusal(
      api,
      () => api.request(path(), { method: 'PUT', headers, body: `# ${'x'.repeat(5_000_000)}` }),
      { status: 413, code: 'PAYLOAD_TOO_LARGE' },
    ));

  test('text that is not UTF-8', () =>
    expectRefusal(
      api,
      () =>
        api.request(path(), { method: 'PUT', headers, body: new Uint8Array([0x66, 0x3a, 0x20, 0xff, 0xfe]) }),
      { status: 400, code: 'VALIDATION_FAILED', field: 'body', message: /UTF-8/ },
    ));

  test('another type of body', () =>
    expectRefusal(
      api,
      () =>
        api.request(path(), {
          method: 'PUT',
          headers: { ...headers, 'content-type': 'text/plain' },
          body: WEB,
        }),
      { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
    ));
});
