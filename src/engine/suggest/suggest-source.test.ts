import { describe, expect, test } from 'vitest';
import { validateConfig } from '../components/catalogue.ts';
import { suggestSteps } from './suggest-steps.ts';

const suggest = (templateId: string, config: object, events: readonly string[], more: object = {}) =>
  suggestSteps({
    source: { templateId, config: { ...config } },
    events: [...events],
    isText: events.map(() => true),
    ...more,
  }).suggestions;

const settings = (...given: Parameters<typeof suggest>) =>
  suggest(...given).filter(({ isOfSource }) => isOfSource);

const DOCKER = [
  '{"log":"started\\n","stream":"stdout","time":"2026-11-21T10:00:00.1Z"}',
  '{"log":"failed\\n","stream":"stderr","time":"2026-11-21T10:00:01.2Z"}',
];
const CRI = ['2026-11-21T10:00:00.1Z stdout F started', '2026-11-21T10:00:01.2Z stderr F failed'];
const TRACE = [
  '2026-11-21T10:00:00Z ERROR api boom',
  'java.lang.IllegalStateException: no funds',
  '\tat com.example.Pay.run(Pay.java:12)',
  'Caused by: java.io.IOException: closed',
  '2026-11-21T10:00:01Z INFO api request took 3 ms',
];
const JOURNAL = ['__CURSOR=s=1', '__REALTIME_TIMESTAMP=1795255200000000', 'MESSAGE=hello', '_PID=7'];

describe('suggestions: settings of a source that fit what arrived [R6-17, R6-25]', () => {
  test.each([
    ['Docker logs', 'file_tail', { format: 'lines' }, DOCKER, { format: 'container' }],
    ['CRI logs', 'file_tail', { format: 'lines' }, CRI, { format: 'container' }],
    ['journal exports', 'file_tail', { format: 'lines' }, [...JOURNAL, ...JOURNAL], { format: 'journal' }],
    ['NDJSON read as text', 'http_server', { format: 'text' }, ['{"a":1}', '{"a":2}'], { format: 'ndjson' }],
    ['objects read as text', 'kafka', { format: 'text' }, ['{"a":1}', '{"a":2}'], { format: 'json' }],
    ['a document in lines', 's3', { format: 'text' }, ['[', '{"a":1},', '{"a":2}', ']'], { format: 'json' }],
    ['datagrams with lines', 'udp', { split: 'datagram' }, ['a 1\nb 2', 'c 3\nd 4'], { split: 'lines' }],
    ['Latin 1', 'file_tail', { format: 'lines' }, ['gr\uFFFDn', 'plain'], { encoding: 'windows-1252' }],
    ['UTF-16', 'file_tail', { format: 'lines' }, ['a\0b\0', 'c\0d\0'], { encoding: 'utf-16' }],
  ])('%s', (_what, templateId, config, lines, expected) => {
    expect(settings(templateId, config, lines)[0]).toMatchObject({ templateId, config: expected });
  });

  test('stack traces: the assembler of the source itself counts the events', () => {
    const [first] = settings('file_tail', { format: 'lines', multiline: 'none' }, [...TRACE, ...TRACE]);
    expect(first).toMatchObject({
      config: { multiline: 'start', multilinePattern: String.raw`^\d{4}-\d\d-\d\d[T ]\d\d:\d\d` },
      matched: 10,
    });
    expect(first?.title).toContain('10 lines become 4 events');
    expect(first?.fields[0]?.value).toContain('IllegalStateException');
  });

  test('lines before the first start are counted as not read', () => {
    const [first] = settings('file_tail', { format: 'lines' }, [TRACE[2]!, ...TRACE, ...TRACE]);
    expect(first).toMatchObject({ matched: 10, unmatched: [TRACE[2]] });
  });

  test('plain lines, and sources without such settings, get none', () => {
    expect(settings('file_tail', { format: 'lines' }, ['one', 'two words', 'three'])).toEqual([]);
    expect(settings('tcp', {}, DOCKER)).toEqual([]);
    expect(settings('generator', { format: 'json' }, ['{"a":1}'])).toEqual([]);
  });

  test('settings are valid for the source', () => {
    const [first] = settings('file_tail', { format: 'lines' }, [...TRACE, ...TRACE]);
    expect(validateConfig('SOURCE', 'file_tail', { path: '/a', ...first!.config }).details).toBeUndefined();
  });
});

describe('suggestions: syslog that arrived [R6-25]', () => {
  const broken = (message: string) =>
    JSON.stringify({ message, syslog_error: 'no version', source_ip: '127.0.0.1' });
  const read = (events: readonly string[], config: object, more: object = {}) =>
    settings('syslog', { format: 'auto', framing: 'auto', timezone: 'UTC', ...config }, events, {
      isText: events.map(() => false),
      ...more,
    });

  test('messages of another format than the form says are read by detection', () => {
    const [first] = read([broken('<34>Oct 11 22:14:15 web su: failed'), '{"message":"a"}'], {
      format: 'rfc5424',
    });
    expect(first).toMatchObject({ config: { format: 'auto' }, matched: 1 });
    expect(first?.fields).toContainEqual({ name: 'appname', value: 'su' });
  });

  test('an RFC 5424 message that RFC 3164 took for text is found', () => {
    const message = '1 2026-11-21T10:00:00Z web app 7 ID1 - hello';
    expect(read([JSON.stringify({ facility: 'user', message })], { format: 'rfc3164' })[0]).toMatchObject({
      config: { format: 'auto' },
      matched: 1,
    });
  });

  test('lengths that are left in messages tell the framing', () => {
    expect(read([broken('38 <34>Oct 11 22:14:15 web su: failed')], { framing: 'newline' })[0]).toMatchObject({
      config: { framing: 'octet_counting' },
    });
  });

  test('times that are all two hours off tell the time zone', () => {
    const at = Date.parse('2026-11-21T10:00:01Z');
    const event = JSON.stringify({ timestamp: '2026-11-21T12:00:00.000Z', appname: 'su', message: 'x' });
    const [first] = read([event, event], {}, { at: [at, at + 500] });
    expect(first).toMatchObject({ matched: 2, config: { timezone: '+02:00' } });
    expect(
      validateConfig('SOURCE', 'syslog', { port: 5140, timezone: first!.config.timezone }).details,
    ).toBeUndefined();
  });

  test('a time zone that fits, and lag of seconds, suggest nothing', () => {
    const event = JSON.stringify({ timestamp: '2026-11-21T10:00:00.000Z', appname: 'su', message: 'x' });
    expect(read([event], {}, { at: [Date.parse('2026-11-21T10:00:09Z')] })).toEqual([]);
  });
});

describe('suggestions: the next steps behind a source [R6-17]', () => {
  test('parser, time and redaction follow, each once', () => {
    const lines = Array.from(
      { length: 20 },
      (_, n) => `2026-11-21T10:00:${String(n).padStart(2, '0')}Z INFO api[${n}] mail of a${n}@example.org`,
    );
    const steps = suggest('tcp', {}, lines).map(({ templateId }) => templateId);
    expect(steps).toEqual(['parse_grok', 'parse_regex', 'redact']);
  });

  test('they are found in the events as the suggested setting makes them', () => {
    const lines = DOCKER.map((line) => line.replace('started', 'a=1 b=2').replace('failed', 'a=3 b=4'));
    const found = suggest('file_tail', { format: 'lines' }, lines);
    expect(found.map(({ templateId }) => templateId).slice(0, 2)).toEqual(['file_tail', 'parse_key_value']);
  });
});
