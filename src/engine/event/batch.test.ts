import { expect, test } from 'vitest';
import { Batch } from './batch.ts';
import { JsonConstant, TextConstant } from './constants.ts';
import { BatchDecodeError, decodeBatch, encodeBatch } from './encode.ts';
import { Output } from './output.ts';
import { createPath, FieldPathError, formatPath, parsePath, splitPath } from './path.ts';

const jsonBatch = (text: string): Batch => {
  const batch = new Batch();
  batch.loadJsonLines(Buffer.from(text));
  return batch;
};
const textBatch = (text: string): Batch => {
  const batch = new Batch();
  batch.loadLines(Buffer.from(text));
  return batch;
};
const ndjson = (batch: Batch): string => {
  const out = new Output();
  batch.writeNdjson(out);
  return out.view().toString();
};
const plainText = (batch: Batch): string => {
  const out = new Output();
  batch.writeText(out);
  return out.view().toString();
};

test('empty input and blank lines make no event', () => {
  for (const text of ['', '\n', '\r\n\n']) {
    expect(textBatch(text).count).toBe(0);
    expect(jsonBatch(text).count).toBe(0);
  }
  expect(jsonBatch(' \n{"a":1}\n\t\n').count).toBe(1);
});

test('a raw line reads as the field message and no other', () => {
  const batch = textBatch('first "line"\r\nsecond');
  expect(batch.count).toBe(2);
  expect(batch.text(batch.get(0, createPath('message')))).toBe('first "line"');
  expect(batch.contains(batch.get(0, createPath('message')), new TextConstant('"line'))).toBe(true);
  expect(batch.get(0, createPath('other'))).toBe(-1);
  expect(batch.get(0, createPath('message', 'below'))).toBe(-1);
  expect([batch.size(0), batch.size(1)]).toEqual([12, 6]);
  expect(plainText(batch)).toBe('first "line"\nsecond\n');
  expect(ndjson(batch)).toBe('{"message":"first \\"line\\""}\n{"message":"second"}\n');
});

test('an edit makes a raw line an object', () => {
  const batch = textBatch('a\tb\nkept');
  batch.set(0, createPath('env'), new JsonConstant('prod'));
  expect(batch.isRawText(0)).toBe(false);
  expect(plainText(batch)).toBe('{"message":"a\\tb","env":"prod"}\nkept\n');
  batch.rename(1, createPath('message'), createPath('log', 'text'));
  expect(batch.toJsonText(1)).toBe('{"log":{"text":"kept"}}');
});

test('bytes that are no UTF-8 are replaced and flagged in raw text', () => {
  const batch = new Batch();
  batch.loadLines(Buffer.from([0x61, 0xff, 0x62, 0x0a, 0x63]));
  expect([batch.wasRepaired(0), batch.wasRepaired(1)]).toEqual([true, false]);
  expect(plainText(batch)).toBe('a\ufffdb\nc\n');
});

test('parseJson makes a raw line an object, or says where it stopped', () => {
  const batch = textBatch('{"a":1.0}\n{"a":}\nplain\n{"a":1} x\n');
  expect(batch.parseJson(0)).toBeNull();
  expect(batch.toJsonText(0)).toBe('{"a":1.0}');
  expect(batch.parseJson(1)).toEqual({ message: "unexpected '}'", offset: 5 });
  expect(batch.parseJson(2)).toEqual({ message: 'the text is not a JSON object', offset: 0 });
  expect(batch.parseJson(3)).toEqual({ message: 'more text follows the JSON object', offset: 8 });
  expect(batch.isRawText(3)).toBe(true);
  const pretty = new Batch();
  pretty.appendRaw(Buffer.from('{\n "a": 1\n}'));
  expect(pretty.parseJson(0)).toBeNull();
  expect(ndjson(pretty).match(/\n/g)).toHaveLength(1);
});

test('a bad JSON line keeps reason and bytes; its neighbors survive', () => {
  const batch = jsonBatch('{"a":1}\n{"a":"\u0001"}\n{"b":2}');
  expect([0, 1, 2].map((ev) => batch.isLive(ev))).toEqual([true, false, true]);
  expect(batch.invalidReason(1)).toEqual({
    message: 'a control character stands unescaped in a string',
    offset: 6,
  });
  expect(batch.original(1).toString()).toBe('{"a":"\u0001"}');
  expect(ndjson(batch)).toBe('{"a":1}\n{"b":2}\n');
  const bad = new Batch();
  bad.appendJson(Buffer.from([0x7b, 0xff, 0x7d]));
  expect(bad.invalidReason(0).message).toBe('the text is not valid UTF-8');
});

test('untouched values keep their exact text: numbers verbatim, escapes as they came', () => {
  const batch = jsonBatch(
    '{ "n" : 1.0 ,"big":12345678901234567890,"z":-0,"e":1E400,"s":"\\u0061\\/","x":1,"d":{ "k" : 1.50 ,"q":2}}\n',
  );
  batch.remove(0, createPath('x'));
  batch.set(0, createPath('d', 'q'), new JsonConstant(3));
  expect(ndjson(batch)).toBe(
    '{"n" : 1.0,"big":12345678901234567890,"z":-0,"e":1E400,"s":"\\u0061\\/","d":{"k" : 1.50,"q":3}}\n',
  );
});

test('what is removed does not survive in a shadowed duplicate', () => {
  for (const line of [
    '{"pw":"SECRET","pw":"ok"}',
    '{"p\\u0077":"SECRET","pw":"ok"}',
    '{"o":{"pw":"SECRET"},"o":{}}',
    '{"o":{"pw":"SECRET"},"o":1}',
    '{"o":{"pw":"SECRET","pw":"no"}}',
  ]) {
    const path = line.includes('"o"') ? createPath('o', 'pw') : createPath('pw');
    const removed = jsonBatch(line);
    removed.remove(0, path);
    expect(ndjson(removed)).not.toContain('SECRET');
    const set = jsonBatch(line);
    if (set.setString(0, path, 'x')) expect(ndjson(set)).not.toContain('SECRET');
  }
});

test('names and texts that only look like JSON match nothing', () => {
  const batch = jsonBatch('{"a":1,"b":"x","\ufffd":"\ufffd","c":"😀"}\n');
  for (const name of ['a":1,"b', 'a"', '\ud800', 'a\\', '']) expect(batch.get(0, createPath(name))).toBe(-1);
  const replacement = batch.get(0, createPath('\ufffd'));
  expect(batch.equals(replacement, new TextConstant('\ud800'))).toBe(false);
  expect(batch.contains(replacement, new TextConstant('\ud800'))).toBe(false);
});

test('keys are right even where JSON.parse of this Node is wrong', () => {
  JSON.parse('{"a":0,"\\\\":0}');
  const batch = jsonBatch('{"a":0,"\\u0062":5}');
  expect(batch.number(batch.get(0, createPath('b')))).toBe(5);
  expect(batch.get(0, createPath('\\'))).toBe(-1);
});

test('__proto__ is a field like any other', () => {
  const batch = jsonBatch('{"__proto__":{"x":1}}');
  expect(batch.number(batch.get(0, createPath('__proto__', 'x')))).toBe(1);
  batch.set(0, createPath('__proto__', 'y'), new JsonConstant(2));
  expect(batch.toJsonText(0)).toBe('{"__proto__":{"x":1,"y":2}}');
});

test('set and rename refuse to replace a value in the way', () => {
  const batch = jsonBatch('{"a":1,"b":2}');
  expect(batch.set(0, createPath('a', 'x'), new JsonConstant(1))).toBe(false);
  expect(batch.rename(0, createPath('b'), createPath('a', 'x'))).toBe(false);
  expect(batch.setJsonText(0, createPath('c'), '[1,')).toBe(false);
  expect(batch.toJsonText(0)).toBe('{"a":1,"b":2}');
});

test('nesting over 128 is refused, not crashed on', () => {
  for (const [depth, accepted] of [
    [100, true],
    [126, true],
    [100_000, false],
  ] as const) {
    const batch = jsonBatch(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}\n`);
    expect(batch.isLive(0)).toBe(accepted);
  }
});

test('an event copied into another batch is edited apart from the first', () => {
  const batch = jsonBatch('{"a":{"b":1}}\n{"c":1}\nbad');
  batch.set(0, createPath('a', 'b'), new JsonConstant(2));
  const copy = new Batch();
  for (let ev = 0; ev < 3; ev++) copy.appendFrom(batch, ev);
  copy.remove(0, createPath('a'));
  copy.set(1, createPath('d'), new JsonConstant(true));
  expect(ndjson(copy)).toBe('{}\n{"c":1,"d":true}\n');
  expect(ndjson(batch)).toBe('{"a":{"b":2}}\n{"c":1}\n');
  expect(copy.invalidReason(2)).toEqual(batch.invalidReason(2));
});

test('a stored batch keeps raw text and objects, without dropped events', () => {
  const batch = jsonBatch('{"a":1}\nbad\n{"b":2}');
  batch.loadLines(Buffer.from('{"raw":1}\ntext'));
  batch.drop(2);
  const stored = decodeBatch(encodeBatch(batch));
  expect(plainText(stored)).toBe('{"a":1}\n{"raw":1}\ntext\n');
  expect([0, 1, 2].map((ev) => stored.isRawText(ev))).toEqual([false, true, true]);
  expect(stored.number(stored.get(0, createPath('a')))).toBe(1);
  expect(() => decodeBatch(Buffer.from('nonsense'))).toThrow(BatchDecodeError);
  expect(() => decodeBatch(encodeBatch(batch).subarray(0, 20))).toThrow(BatchDecodeError);
});

test('field paths: dots nest, \\. is a dot in a name, mistakes are named', () => {
  expect(splitPath('a.b\\.c.d\\\\')).toEqual(['a', 'b.c', 'd\\']);
  expect(splitPath(formatPath(['x.y', 'z\\']))).toEqual(['x.y', 'z\\']);
  const messages = ['', 'a..b', '.a', 'a.', 'a\\b', 'a.'.repeat(40)].map((text) => {
    try {
      parsePath(text);
      return 'accepted';
    } catch (error) {
      return error instanceof FieldPathError ? error.message : 'another error';
    }
  });
  expect(messages.every((message) => /field path/.test(message))).toBe(true);
});

test('JSON taken as text is one event, whatever characters it holds', () => {
  const batch = new Batch(16);
  const texts = [{ a: 'é 😀 \n' }, { b: 'x'.repeat(1000) }].map((one) => JSON.stringify(one));
  for (const text of texts) batch.appendTrustedJson(text);
  expect(ndjson(batch)).toBe(`${texts.join('\n')}\n`);
});
