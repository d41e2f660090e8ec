import { describe, expect, it } from 'vitest';
import { jsonBatch, rawBatch } from '../../testing/contexts.ts';
import { runTransform } from '../../testing/run-transform.ts';

const read = (line: string, config: object = {}) => {
  const { events, failures } = runTransform('parse_cef', { ...config }, rawBatch(line));
  return failures.length > 0 ? failures : events[0];
};
const head = 'CEF:0|Security|threatmanager|1.0|100|worm successfully stopped|10|';
const header = {
  cef_version: '0',
  device_vendor: 'Security',
  device_product: 'threatmanager',
  device_version: '1.0',
  event_class_id: '100',
  name: 'worm successfully stopped',
  severity: '10',
};

describe('parse_cef', () => {
  it('reads header and extension, also behind a syslog header', () => {
    const line = `Sep 19 08:26:10 host ${head}src=10.0.0.1 dst=2.1.2.2 spt=1232 act=blocked a host`;
    expect(read(line)).toEqual({
      ...header,
      src: '10.0.0.1',
      dst: '2.1.2.2',
      spt: '1232',
      act: 'blocked a host',
    });
    expect(read(`${head}spt=1232`, { target: 'cef', numbers: true })).toEqual({
      cef: {
        ...header,
        spt: 1232,
      },
    });
  });

  it('takes the escapes of header and extension', () => {
    expect(read('CEF:0|a\\|b|c\\\\d|1|2|n=x|3|msg=a\\=b c\\\\d\\ne file=C:\\\\x')).toMatchObject({
      device_vendor: 'a|b',
      device_product: 'c\\d',
      name: 'n=x',
      msg: 'a=b c\\d\ne',
      file: 'C:\\x',
    });
  });

  it('an = inside a value starts no key without a word before', () => {
    expect(read(`${head}request=http://x/?a=b&c=d act=ok`)).toMatchObject({
      request: 'http://x/?a=b&c=d',
      act: 'ok',
    });
    expect(read(`${head}msg=two  spaces   dst=1 end=`)).toMatchObject({
      msg: 'two  spaces',
      dst: '1',
      end: '',
    });
  });

  it('names custom fields by their labels', () => {
    const line = `${head}cs1Label=Rule Name cs1=web cn1=5 cn1Label=hits cs2Label=unused`;
    expect(read(line)).toEqual({ ...header, 'Rule Name': 'web', hits: '5', cs2Label: 'unused' });
    expect(read(line, { labels: false })).toMatchObject({ cs1Label: 'Rule Name', cs1: 'web' });
  });

  it('a header alone is enough; less is an error, unchanged', () => {
    expect(read(head)).toEqual(header);
    expect(read(head.slice(0, -1))).toEqual(header);
    for (const line of ['no', 'CEF:0|a|b|c', 'CEF:', ''])
      expect(runTransform('parse_cef', {}, rawBatch(line))).toMatchObject({
        texts: [line],
        failures: ['CefInvalid'],
      });
    expect(runTransform('parse_cef', { field: 'x' }, jsonBatch({})).failures).toEqual(['FieldMissing']);
  });

  it('hostile extensions of a megabyte are read in one pass', () => {
    expect(read(`${head}${'a= '.repeat(300_000)}`)).toEqual(['TooManyFields']);
    expect(read(`${head}${'a'.repeat(1_000_000)}=b`)).toEqual(header);
    expect(read(`${head}${'='.repeat(1_000_000)}`)).toEqual(header);
    expect(read(`${head}m=${'\\'.repeat(1_000_000)}`)).toMatchObject(header);
  });
});
