import { createHmac, hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Batch } from '../../../event/batch.ts';
import { jsonBatch, rawBatch } from '../../testing/contexts.ts';
import { refusals, runTransform } from '../../testing/run-transform.ts';
import { DETECTORS } from './detectors/index.ts';
import { Finder } from './finder.ts';
import { redactSchema } from './schema.ts';

const all = Object.keys(DETECTORS).map((find) => ({ find }));
const hide = (text: string, ...rules: object[]) => runTransform('redact', { rules }, rawBatch(text)).texts[0];
const redactEvent = (event: object, config: object = {}) =>
  runTransform('redact', { rules: all, ...config }, jsonBatch(event)).events[0];

describe('redact: what each detector finds', () => {
  it.each([
    ['card', 'paid by 4111111111111111.', 'paid by [card].'],
    ['card', '4111 1111 1111 1111,5500-0000-0000-0004', '[card],[card]'],
    ['card', 'amex 378282246310005 visa13 4222222222222', 'amex [card] visa13 [card]'],
    ['card', '2221000000000009 6011111111111117 3530111333300000', '[card] [card] [card]'],
    ['email', 'to Bob.Smith+x@mail.example.co.uk!', 'to [email]!'],
    ['email', 'mail=josé@exämple.org?q=ann%40example.com&b', 'mail=[email]?q=[email]&b'],
    ['email', '联系bob@example.com谢谢', '联系[email]谢谢'],
    ['iban', 'DE89 3704 0044 0532 0130 00 and gb82west12345698765432', '[iban] and [iban]'],
    ['ipv4', '203.0.113.7:80 - 10.0.0.1.', '[ipv4]:80 - [ipv4].'],
    ['ipv6', '[2001:db8::1]:443 fe80::1%eth0 ::1 1:2:3:4:5:6:7:8', '[[ipv6]]:443 [ipv6]%eth0 [ipv6] [ipv6]'],
    ['ipv6', '::ffff:192.0.2.1', '[ipv6]'],
    ['phone', '+49 (30) 901820-0, (555) 123-4567 or 555-123-4567', '[phone], [phone] or [phone]'],
    ['jwt', 'x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_ y', 'x [jwt] y'],
    ['bearer', 'Authorization: Bearer abc.DEF-123456== end', 'Authorization: Bearer [bearer] end'],
    ['aws_key', 'id AKIAIOSFODNN7EXAMPLE', 'id [aws_key]'],
    ['api_token', `x ghp_${'a1B2'.repeat(9)} glpat-${'x'.repeat(20)}`, 'x [api_token] [api_token]'],
    [
      'secret',
      'password=hunter2&x=1 "api_key": "kd83hf72ksl0"',
      'password=[secret]&x=1 "api_key": "[secret]"',
    ],
    ['secret', "PWD='a b' token: 9f8e7d6c5b4a3210", "PWD='[secret]' token: [secret]"],
  ])('%s in %s', (find, text, hidden) => {
    expect(hide(text, { find })).toBe(hidden);
    expect(hide(hidden, { find })).toBe(hidden);
  });

  it.each([
    ['card', '4111111111111112 1234567890123456 0.4111111111111111 41111111111111111111'],
    ['email', '@x.com a@b a@b.c user@10.0.0.1 a@@b'],
    ['iban', 'DE88370400440532013000 ZZ89370400440532013000 DE8937040044053201300'],
    ['ipv4', '256.1.1.1 1.2.3 1.2.3.4.5 v1.2.3.4x'],
    ['ipv6', '10:15:30 00:1a:2b:3c:4d:5e std::vector a::b :: 1:2:3:4:5:6:7'],
    ['phone', '2026-11-21 +0100 12345678 555-1234 12-555-123-4567-8 200 532 1234'],
    ['jwt', 'eyJhbGciOiJIUzI1NiJ9 eyJ.a.b heyJhbGciOi.abcdef'],
    ['bearer', 'the bearer of this letter; Bearer authentication'],
    ['aws_key', 'AKIAIOSFODNN7EXAMPL AKIAIOSFODNN7EXAMPLES aKIAIOSFODNN7EXAMPLE'],
    ['api_token', 'ghp_short sk-short xoxb-1 github_pat_x'],
    ['secret', 'token=aaaaaaaaaaaaaaaaaaaa token=short secretary=x password= count=9f8e7d6c5b4a3210'],
  ])('%s leaves alone what is none: %s', (find, text) => {
    expect(hide(text, { find })).toBe(text);
  });
});

describe('redact: what it puts there', () => {
  it('own text, or a hash by SHA-256 or with a key', () => {
    expect(hide('a@b.co', { find: 'email', replacement: '' })).toBe('');
    expect(hide('<a@b.co>', { find: 'email', replacement: '"é' })).toBe('<"é>');
    const sha = hash('sha256', 'a@b.co', 'hex').slice(0, 20);
    expect(hide('x a@b.co y', { find: 'email', action: 'hash' })).toBe(`x [email#${sha}] y`);
    const mac = createHmac('sha256', 'keykeykey').update('a@b.co').digest('hex').slice(0, 20);
    const config = { rules: [{ find: 'email', action: 'hash' }], hashKey: 'keykeykey' };
    expect(runTransform('redact', config, rawBatch('a@b.co')).texts).toEqual([`[email#${mac}]`]);
  });

  it('at most half, and nothing when the rest would match again', () => {
    const card = { find: 'card', action: 'partial' };
    expect(hide('4111 1111 1111 1111', card)).toBe('***************1111');
    expect(hide('10.0.0.1', { find: 'ipv4', action: 'partial', keepFirst: 32, keepLast: 32 })).toBe(
      '****.0.1',
    );
    expect(hide('l@h.co.example.com', { find: 'email', action: 'partial', keepFirst: 9, keepLast: 0 })).toBe(
      '*'.repeat(18),
    );
    expect(
      hide('é😀-x@ab.com', { find: 'pattern', pattern: '.+', action: 'partial', keepFirst: 2, keepLast: 0 }),
    ).toBe('é😀*********');
  });

  it('overlaps become one place, by the first rule, hiding everything', () => {
    const text = 'mail 4111111111111111@example.com';
    expect(hide(text, { find: 'card' }, { find: 'email' })).toBe('mail [card]');
    expect(hide(text, { find: 'email' }, { find: 'card' })).toBe('mail [email]');
    expect(hide(text, { find: 'card', action: 'partial' }, { find: 'email' })).toBe('mail [email]');
  });

  it('own patterns, in texts with any characters', () => {
    const rule = { find: 'pattern', pattern: 'EMP-\\d{3}', replacement: '#' };
    expect(hide('é EMP-123 😀EMP-456 EMP-12', rule)).toBe('é # 😀# EMP-12');
    expect(hide('a😀b', { find: 'pattern', pattern: '[^ab]', replacement: '#' })).toBe('a#b');
    expect(hide('aXbX', { find: 'pattern', pattern: 'X*', replacement: '#' })).toBe('a#b#');
    expect(hide(`${'é'.repeat(3000)}EMP-123`, rule)).toBe(`${'é'.repeat(3000)}#`);
  });
});

describe('redact: in events', () => {
  it('texts, numbers and lists at any depth; the rest unchanged', () => {
    const batch = new Batch();
    const text = '{ "a@b.co" : "a@b.co", "n":[4111111111111111, {"ip":"x 10.0.0.1"}], "k" : 1.50 }';
    batch.appendJson(Buffer.from(text));
    expect(runTransform('redact', { rules: all }, batch).texts).toEqual([
      '{ "a@b.co" : "[email]", "n":["[card]", {"ip":"x [ipv4]"}], "k" : 1.50 }',
    ]);
  });

  it('values of secret names, whatever they look like', () => {
    expect(
      redactEvent({
        password: 'x',
        user: { 'api-key': 'kd83hf72ksl0' },
        pwd: 12345,
        token: 'none',
        a: { secret: true },
      }),
    ).toEqual({
      password: '[secret]',
      user: { 'api-key': '[secret]' },
      pwd: '[secret]',
      token: 'none',
      a: { secret: true },
    });
  });

  it('texts with escapes, JSON inside a text too', () => {
    const inner = JSON.stringify({ mail: 'a@b.co', password: 'x"y' });
    expect(redactEvent({ log: `${inner}\n\u0001é` })).toEqual({
      log: '{"mail":"[email]","password":"[secret]"y"}\n\u0001é',
    });
    const batch = new Batch();
    batch.appendJson(Buffer.from('{"a":"\\u0061@b.co","b":"\\ud800 plain","c":"\\/"}'));
    expect(runTransform('redact', { rules: all }, batch).texts).toEqual([
      '{"a":"[email]","b":"\\ud800 plain","c":"\\/"}',
    ]);
  });

  it('only in the fields that are named, or in all but those', () => {
    const event = { a: { x: 'a@b.co', y: ['a@b.co'] }, b: 'a@b.co', 'c.d': 'a@b.co' };
    const fields = ['a.x', 'c\\.*'];
    expect(redactEvent(event, { scope: 'include', fields })).toEqual({
      ...event,
      a: { ...event.a, x: '[email]' },
      'c.d': '[email]',
    });
    expect(redactEvent(event, { scope: 'exclude', fields })).toEqual({
      ...event,
      a: { x: 'a@b.co', y: ['[email]'] },
      b: '[email]',
    });
    expect(redactEvent(event, { scope: 'include', fields: ['a'] })).toEqual({
      ...event,
      a: { x: '[email]', y: ['[email]'] },
    });
    const raw = (config: object) =>
      runTransform('redact', { rules: all, ...config }, rawBatch('a@b.co')).texts[0];
    expect(raw({ scope: 'include', fields: ['x'] })).toBe('a@b.co');
    expect(raw({ scope: 'include', fields: ['mess*'] })).toBe('[email]');
    expect(raw({ scope: 'exclude', fields: ['message'] })).toBe('a@b.co');
  });

  it('events that steps before it changed, and steps after it', () => {
    const batch = jsonBatch({ a: 'a@b.co', z: 1 });
    runTransform('set_fields', { fields: [{ field: 'b', value: 'x@y.org' }] }, batch);
    runTransform('redact', { rules: all }, batch);
    expect(runTransform('remove_fields', { fields: ['z'] }, batch).events).toEqual([
      { a: '[email]', b: '[email]' },
    ]);
  });

  it('raw text without UTF-8, deep nesting, and 5 MB', () => {
    const batch = new Batch();
    batch.appendRaw(Buffer.from([0xff, 0x20, ...Buffer.from('a@b.co')]));
    expect(runTransform('redact', { rules: all }, batch).texts).toEqual(['\ufffd [email]']);
    const deep = `${'{"a":'.repeat(120)}"a@b.co"${'}'.repeat(120)}`;
    const nested = new Batch();
    nested.appendJson(Buffer.from(deep));
    expect(runTransform('redact', { rules: all }, nested).texts).toEqual([deep.replace('a@b.co', '[email]')]);
    for (const piece of ['eyJ-', 'a@', '1 ', 'token="', '::1', '+1', '(555) ', 'bearer ', 'DE89 ', '4111-'])
      hide(piece.repeat(Math.floor(200_000 / piece.length)), ...all);
    expect(hide(`${'x'.repeat(5_000_000)} a@b.co`, ...all)).toHaveLength(5_000_008);
  });

  it('a card at the end of what is searched, whatever byte lies behind it', () => {
    const finder = new Finder(redactSchema.parse({ rules: [{ find: 'card' }] }).rules);
    const bytes = Buffer.from('4111 1111 1111 11119');
    expect(finder.search(bytes, 0, bytes.length - 1)).toBe(true);
  });

  it('refuses missing or slow patterns, and a scope without fields', () => {
    expect(refusals('redact', { rules: [{ find: 'pattern' }] })[0]).toContain('Pattern is required');
    expect(refusals('redact', { rules: [{ find: 'pattern', pattern: '(a)\\1' }] })).toHaveLength(1);
    expect(refusals('redact', { rules: [{ find: 'email' }], scope: 'include' })[0]).toContain(
      'at least 1 entry',
    );
    expect(refusals('redact', { rules: [] })[0]).toContain('at least 1 entry');
  });
});
