import { describe, expect, it } from 'vitest';
import { type ConfigProperty, configFormatSchema, defaultValues } from '../../contract/config-format.ts';
import { templateSchema } from '../../contract/entities/template.ts';
import { NODE_TYPES } from '../../contract/enums.ts';
import { lossReasons } from '../../contract/loss.ts';
import {
  examplePipeline,
  findTemplate,
  listPaths,
  listPorts,
  secretFields,
  templates,
  validateConfig,
} from './catalogue.ts';
import { neededConfig } from './testing/needed-config.ts';

const all = NODE_TYPES.flatMap((nodeType) => templates(nodeType));

/** Optional on their own, but one of several is required. */
const ONE_OF: ReadonlySet<string> = new Set(['remove_fields fields']);

const checkDetails = (nodeType: 'SOURCE' | 'SINK' | 'TRANSFORM', templateId: string, config: unknown) =>
  validateConfig(nodeType, templateId, config).details ?? [];
const checkMessage = (nodeType: 'SOURCE' | 'SINK' | 'TRANSFORM', templateId: string, config: unknown) =>
  checkDetails(nodeType, templateId, config).map(({ message }) => message);

const everyProperty = (properties: ConfigProperty[]): ConfigProperty[] =>
  properties.flatMap((property) => [property, ...everyProperty(property.objStructure ?? [])]);

describe('the catalogue [R3-23]', () => {
  it('has each kind once, with all that a picker shows', () => {
    expect(new Set(all.map(({ nodeType, id }) => `${nodeType} ${id}`)).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(20);
    for (const template of all) expect(templateSchema.parse(template)).toEqual(template);
  });

  it.each(all.map((template) => [template.id, template]))(
    '%s has a complete form [R3-24]',
    (id, template) => {
      const format = configFormatSchema.parse(template.configFormat);
      const properties = format.config_groups.flatMap((group) => group.properties);
      for (const property of everyProperty(properties)) {
        expect(property.label, property.name).not.toBe('');
        expect(property.help ?? '', property.name).toMatch(/\.$/);
      }
      const defaults = { ...defaultValues(properties), ...neededConfig(template.nodeType, id) };
      const checked = validateConfig(template.nodeType, id, defaults);
      expect(checked.details).toBeUndefined();
      const required = properties.filter((property) => property.required).map((property) => property.name);
      expect(
        Object.keys(neededConfig(template.nodeType, id)).filter((name) => !ONE_OF.has(`${id} ${name}`)),
      ).toEqual(required);
      expect(validateConfig(template.nodeType, id, neededConfig(template.nodeType, id)).config).toEqual(
        checked.config,
      );
    },
  );

  it('every transform has condition and error policy, every sink a buffer', () => {
    const names = (id: string, nodeType: 'TRANSFORM' | 'SINK') =>
      findTemplate(nodeType, id)!.configFormat!.config_groups.flatMap(({ properties }) =>
        properties.map(({ name }) => name),
      );
    for (const { id } of templates('TRANSFORM'))
      expect(names(id, 'TRANSFORM')).toEqual(expect.arrayContaining(['condition', 'onError']));
    for (const { id } of templates('SINK')) {
      expect(names(id, 'SINK')).toEqual(expect.arrayContaining(['buffer', 'batch']));
      expect(validateConfig('SINK', id, neededConfig('SINK', id)).config).toMatchObject({
        buffer: { mode: 'disk', maxBytes: 268_435_456, whenFull: 'block' },
      });
    }
  });

  it('a warning for every source without acknowledgement, and no other [R22]', () => {
    const warned = templates('SOURCE').filter(({ warnings }) => warnings.join().includes('can lose data'));
    expect(warned.map(({ id }) => id).sort()).toEqual(['syslog', 'tcp', 'udp']);
    const answered = templates('SOURCE').filter((template) => !warned.includes(template));
    expect(answered.map(({ id }) => id).sort()).toEqual([
      'beats',
      'file_tail',
      'fluent',
      'generator',
      'http_server',
      'kafka',
      'otlp',
      'relp',
      's3',
      'splunk_hec',
    ]);
  });

  it('a warning for every lossy destination, and for buffers that drop [R22]', () => {
    const warned = templates('SINK').filter((template) => lossReasons(template).length > 0);
    expect(warned.map(({ id }) => id).sort()).toEqual(['blackhole', 'syslog_out']);
    const drops = { buffer: { mode: 'disk', maxBytes: 1, whenFull: 'drop_newest' } };
    const waits = { buffer: { ...drops.buffer, whenFull: 'block' } };
    for (const template of templates('SINK').filter((one) => !warned.includes(one))) {
      expect(lossReasons(template, drops)).toEqual([
        'When its buffer is full, the newest events are dropped.',
      ]);
      expect(lossReasons(template, waits)).toEqual([]);
    }
  });
});

describe('a wrong configuration is refused by field and rule', () => {
  it('a number out of bounds, of the wrong type, or missing', () => {
    expect(checkDetails('SOURCE', 'tcp', { port: 70_000 })).toEqual([
      { field: 'port', rule: 'max', message: 'Port must be between 1 and 65535' },
    ]);
    expect(checkMessage('SOURCE', 'tcp', { port: 0 })).toEqual(['Port must be between 1 and 65535']);
    expect(checkMessage('SOURCE', 'tcp', { port: '80' })).toEqual([
      'Port must be a whole number between 1 and 65535',
    ]);
    expect(checkMessage('SOURCE', 'tcp', { port: 8.5 })).toEqual([
      'Port must be a whole number between 1 and 65535',
    ]);
    expect(checkDetails('SOURCE', 'tcp', {})).toEqual([
      { field: 'port', rule: 'required', message: 'Port is required' },
    ]);
  });

  it('unknown fields, each by name', () => {
    const details = checkDetails('SOURCE', 'tcp', { port: 80, prot: 81, x: 1 });
    expect(details.map(({ field, rule }) => [field, rule])).toEqual([
      ['prot', 'unknown'],
      ['x', 'unknown'],
    ]);
    expect(details[0]!.message).toBe(
      "'prot' is not a setting of this type; it knows address, port, maxLineBytes, longLines, maxConnections, permittedSenders, tls, tlsCert, tlsKey, tlsClientCa, tlsMinVersion",
    );
    expect(
      checkDetails('SINK', 'blackhole', { buffer: { size: 1 } }).map(({ field, message }) => [
        field,
        message,
      ]),
    ).toEqual([['buffer.size', "'size' is not a setting of Buffer; it knows mode, maxBytes, whenFull"]]);
  });

  it('unknown types', () => {
    expect(checkMessage('SOURCE', 'kinesis', {})[0]).toContain("no source type 'kinesis'");
    expect(checkMessage('SINK', 'tcp', {})[0]).toContain('types are file, http');
  });

  it('values that are not objects', () => {
    expect(checkMessage('SOURCE', 'tcp', null)).toEqual(['The configuration must be a group of settings']);
    expect(checkMessage('SOURCE', 'tcp', [])).toEqual(['The configuration must be a group of settings']);
  });

  it('choices, addresses, paths and time zones', () => {
    expect(checkMessage('SOURCE', 'generator', { format: 'xml' })).toEqual([
      'Format must be one of: json, access_log, nginx_json, syslog, sshd, kubernetes, cloud_audit, firewall',
    ]);
    expect(checkMessage('SOURCE', 'tcp', { port: 80, address: 'localhost' })[0]).toContain(
      'Address must be an IP',
    );
    expect(checkMessage('SINK', 'file', { path: 'out.log' })[0]).toContain('Path must be an absolute path');
    expect(checkMessage('SINK', 'file', { path: '/tmp/' })[0]).toBe('Path must end with the name of a file');
    expect(checkMessage('SOURCE', 'syslog', { port: 80, timezone: 'Mars' })[0]).toContain(
      'Time zone must be a time zone name',
    );
  });

  it('credentials that the chosen authentication needs', () => {
    expect(checkMessage('SOURCE', 'http_server', { port: 80, auth: 'basic' })).toEqual([
      'User is required for authentication by user and password',
      'Password is required for authentication by user and password',
    ]);
  });

  it('conditions, by rule', () => {
    const match = (rules: unknown[]) =>
      checkMessage('TRANSFORM', 'filter', { match: { match: 'any', rules } });
    expect(match([])).toEqual(['Match: A condition needs at least one rule']);
    expect(match([{ field: 'a', operator: 'equals' }])[0]).toBe("Match, rule 1: 'equals' needs one value");
    expect(match([{ field: 'a', operator: 'gt', value: 'x' }])[0]).toContain('needs a number');
    expect(match([{ field: 'a', operator: 'like', value: 'x' }])[0]).toContain(
      'Match, rule 1: operator must be one of',
    );
    expect(match([{ match: 'all', rules: [{ field: '', operator: 'exists' }] }])[0]).toContain(
      'Field is required',
    );
    expect(match([{ field: 'a', operator: 'matches', value: '(' }])[0]).toMatch(/^Match: /);
  });

  it('patterns', () => {
    expect(checkDetails('TRANSFORM', 'parse_grok', { pattern: '%{NOPE:x}' })[0]).toMatchObject({
      field: 'pattern',
      rule: 'grok',
      message: expect.stringContaining('NOPE'),
    });
    expect(
      checkDetails('TRANSFORM', 'parse_grok', {
        pattern: '%{WORD:x}',
        alternatives: ['%{WORD:x}', '(?<x>('],
      })[0]!.field,
    ).toBe('alternatives.1');
    expect(
      checkMessage('TRANSFORM', 'parse_grok', { pattern: '%{MINE:x}', definitions: { MINE: 'a+' } }),
    ).toEqual([]);
  });

  it('field paths and values', () => {
    expect(checkDetails('TRANSFORM', 'remove_fields', { fields: ['a..b'] })[0]).toMatchObject({
      field: 'fields.0',
      rule: 'field',
      message: expect.stringContaining('Fields, entry 1'),
    });
    expect(checkMessage('TRANSFORM', 'remove_fields', { fields: [] })).toEqual([
      'Fields must have at least 1 entry, unless null or empty fields are removed',
    ]);
    const set = (entry: object) =>
      checkMessage('TRANSFORM', 'set_fields', { fields: [{ field: 'a', ...entry }] });
    expect(set({ type: 'number', value: 'x' })).toEqual(['Fields, entry 1: Value must be a number']);
    expect(set({ type: 'boolean', value: 'no' })).toEqual(['Fields, entry 1: Value must be true or false']);
    expect(set({ type: 'json', value: '{' })[0]).toContain('must be JSON');
    expect(set({ value: 'a ${b' })[0]).toContain('has no }');
  });

  it('addresses where cloud machines hand out credentials', () => {
    for (const host of ['169.254.169.254', '[fe80::1]', '[::ffff:169.254.169.254]', '2852039166', '0.0.0.0'])
      expect(checkDetails('SINK', 'http', { url: `http://${host}/` })[0], host).toMatchObject({
        field: 'url',
        rule: 'target',
      });
    expect(checkMessage('SINK', 'http', { url: 'ftp://x/' })[0]).toContain('http:// or https://');
    expect(checkMessage('SINK', 'http', { url: 'http://a:b@example.com/' })[0]).toContain('no password');
    expect(checkDetails('SINK', 'http', { url: 'http://example.com/', headers: { Host: 'x' } })).toHaveLength(
      1,
    );
    expect(checkDetails('SINK', 'http', { url: 'http://example.com/', headers: { a: 'b\nc' } })).toHaveLength(
      1,
    );
  });
});

describe('what the service asks', () => {
  it('ports of a source [R7-51]', () => {
    expect(listPorts('syslog', { port: 5140, address: '0.0.0.0' })).toEqual([
      { protocol: 'TCP', port: 5140, address: '0.0.0.0' },
      { protocol: 'UDP', port: 5140, address: '0.0.0.0' },
    ]);
    expect(listPorts('tcp', { port: 9000 })).toEqual([{ protocol: 'TCP', port: 9000, address: '127.0.0.1' }]);
    expect(listPorts('file_tail', { path: '/a' })).toEqual([]);
    expect(listPorts('tcp', { port: -1 })).toEqual([]);
  });

  it('files of a sink', () => {
    expect(listPaths('file', { path: '/tmp/a/../b.log' })).toEqual(['/tmp/b.log']);
    expect(listPaths('blackhole', {})).toEqual([]);
  });

  it('secrets of a kind', () => {
    expect(secretFields('http')).toEqual(['password', 'token', 'apiKey', 'tlsKey']);
    expect(secretFields('http_server')).toEqual(['password', 'token', 'apiKey', 'tlsKey']);
    expect(secretFields('udp')).toEqual([]);
  });

  it('the example pipeline is valid', () => {
    const example = examplePipeline({ file: '/tmp/example.ndjson' });
    expect(
      validateConfig('SOURCE', example.source.templateId, example.source.config).details,
    ).toBeUndefined();
    expect(validateConfig('SINK', example.sink.templateId, example.sink.config).details).toBeUndefined();
    for (const { templateId, config } of example.transforms)
      expect(validateConfig('TRANSFORM', templateId, config).details).toBeUndefined();
  });
});
