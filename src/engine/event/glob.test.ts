import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Batch } from './batch.ts';
import { matchesGlob, parseGlobPath } from './glob.ts';
import { Output } from './output.ts';
import { parsePath } from './path.ts';

describe('paths with stars', () => {
  it('match what a regular expression of the same meaning matches', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), text, (parts, name) => {
        const regexp = new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('.*')}$`);
        expect(matchesGlob(parts, name)).toBe(regexp.test(name));
      }),
    );
  });

  it('have levels, escaped dots and escaped stars', () => {
    expect(parseGlobPath('a.b\\.*.c\\*')).toMatchObject([{ text: 'a' }, ['b.', ''], { text: 'c*' }]);
    expect(() => parseGlobPath('a..b')).toThrow('empty name');
    expect(() => parseGlobPath('x'.repeat(2000))).toThrow('at most');
  });
});

describe('the bytes of an event', () => {
  const scratch = new Output(16);
  const span = { buf: scratch.bytes, start: 0, end: 0 };
  const getBytes = (batch: Batch, ev: number) => {
    batch.locate(ev, scratch, span);
    return span.buf.toString('utf8', span.start, span.end);
  };

  it('stand in the batch, or are written when an edit was made', () => {
    const batch = new Batch();
    batch.appendRaw(Buffer.from('text'));
    batch.appendJson(Buffer.from('{"a": 1,"b":2}'));
    expect([getBytes(batch, 0), getBytes(batch, 1)]).toEqual(['text', '{"a": 1,"b":2}']);
    expect(span.buf).toBe(batch.buf);
    batch.remove(1, parsePath('a'));
    expect(getBytes(batch, 1)).toBe('{"b":2}');
  });

  it('are replaced as a whole, then edited and written', () => {
    const batch = new Batch(64);
    batch.appendRaw(Buffer.from('text'));
    batch.appendJson(Buffer.from('{"a":1}'));
    batch.replaceWith(0, Buffer.from('{"c":{"d":"é"}}'), false);
    batch.replaceWith(1, Buffer.from('plain'), true);
    expect(batch.isRawText(0)).toBe(false);
    expect(batch.setString(0, parsePath('c.e'), 'x')).toBe(true);
    expect(batch.setTrusted(0, parsePath('f'), Buffer.from('[1]'))).toBe(true);
    expect(batch.copy(0, parsePath('c.d'), parsePath('g'))).toBe(true);
    const out = new Output(16);
    expect(batch.writeText(out)).toBe(2);
    expect(out.view().toString()).toBe('{"c":{"d":"é","e":"x"},"f":[1],"g":"é"}\nplain\n');
    expect(batch.size(0) + batch.size(1) + 2).toBe(out.length);
  });
});
