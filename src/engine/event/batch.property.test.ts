import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Batch } from './batch.ts';
import { JsonConstant, TextConstant } from './constants.ts';
import { decodeBatch, encodeBatch } from './encode.ts';
import { Output } from './output.ts';
import { createPath, keepTree } from './path.ts';
import { constantValue, documentText, fieldNames, needle, rawLine } from './testing/documents.ts';
import {
  canPlace,
  type Fields,
  getField,
  keepFields,
  placeField,
  removeField,
} from './testing/object-model.ts';
import { readJson } from './testing/read-json.ts';

const operation = fc.oneof(
  fc.record({ do: fc.constant('remove' as const), at: fieldNames }),
  fc.record({
    do: fc.constant('keep' as const),
    paths: fc.array(fieldNames, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ do: fc.constant('rename' as const), at: fieldNames, to: fieldNames }),
  fc.record({ do: fc.constant('set' as const), at: fieldNames, value: constantValue }),
  fc.record({ do: fc.constant('setJson' as const), at: fieldNames, value: constantValue }),
  fc.record({ do: fc.constant('setString' as const), at: fieldNames, text: needle }),
  fc.record({ do: fc.constant('drop' as const), at: fieldNames, text: needle }),
  fc.record({ do: fc.constant('copy' as const) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
type Model = (Fields | null)[];

function apply(batch: Batch, model: Model, op: Operation): Batch {
  if (op.do === 'copy') {
    const copy = new Batch(64);
    for (let ev = 0; ev < batch.count; ev++) copy.appendFrom(batch, ev);
    return copy;
  }
  const path = 'at' in op ? createPath(...op.at) : [];
  const constant = new JsonConstant(op.do === 'set' ? op.value : null);
  const tree = keepTree(op.do === 'keep' ? op.paths.map((names) => createPath(...names)) : []);
  model.forEach((fields, ev) => {
    if (fields === null) return;
    if (op.do === 'remove') expect(batch.remove(ev, path)).toBe(removeField(fields, op.at));
    else if (op.do === 'set')
      expect(batch.set(ev, path, constant)).toBe(placeField(fields, op.at, structuredClone(op.value)));
    else if (op.do === 'setJson')
      expect(batch.setJsonText(ev, path, JSON.stringify(op.value, null, 1))).toBe(
        placeField(fields, op.at, structuredClone(op.value)),
      );
    else if (op.do === 'setString')
      expect(batch.setString(ev, path, op.text)).toBe(placeField(fields, op.at, op.text));
    else if (op.do === 'keep') {
      batch.keep(ev, tree);
      model[ev] = keepFields(fields, op.paths);
    } else if (op.do === 'rename') {
      const value = getField(fields, op.at);
      const can = value !== undefined && canPlace(fields, op.to);
      expect(batch.rename(ev, path, createPath(...op.to))).toBe(can);
      if (can) {
        removeField(fields, op.at);
        placeField(fields, op.to, value);
      }
    } else if (checkReading(batch, ev, op.at, op.text, getField(fields, op.at))) {
      batch.drop(ev);
      model[ev] = null;
    }
  });
  return batch;
}

function checkReading(
  batch: Batch,
  ev: number,
  names: readonly string[],
  text: string,
  value: unknown,
): boolean {
  const member = batch.get(ev, createPath(...names));
  const wanted = new TextConstant(text);
  expect(member >= 0).toBe(value !== undefined);
  expect(batch.isString(member)).toBe(typeof value === 'string');
  expect(batch.isNumber(member)).toBe(typeof value === 'number');
  if (value === undefined) return false;
  expect(readJson(batch.json(member))).toEqual(value);
  if (typeof value === 'number') expect(Object.is(batch.number(member), value)).toBe(true);
  if (typeof value !== 'string') return false;
  expect(batch.text(member)).toBe(value);
  expect(batch.equals(member, wanted)).toBe(value === text);
  expect(batch.startsWith(member, wanted)).toBe(value.startsWith(text));
  expect(batch.endsWith(member, wanted)).toBe(value.endsWith(text));
  expect(batch.contains(member, wanted)).toBe(value.includes(text));
  return value.includes(text);
}

function writeLines(batch: Batch, sizes: boolean): string[] {
  const out = new Output(16);
  const count = batch.writeNdjson(out);
  const lines = out.view().toString().split('\n');
  expect(lines.pop()).toBe('');
  expect(lines.length).toBe(count);
  if (sizes) {
    const live = [...Array(batch.count).keys()].filter((ev) => batch.isLive(ev));
    expect(live.map((ev) => batch.ndjsonSize(ev))).toEqual(lines.map((line) => Buffer.byteLength(line)));
    expect(live.map((ev) => batch.size(ev))).toEqual(live.map((ev) => batch.bytesOf(ev).length));
    expect(live.map((ev) => batch.toJsonText(ev))).toEqual(lines);
  }
  return lines;
}

/** Lines the batch already holds must equal those it would write. */
function checkStanding(batch: Batch): void {
  for (const wrapText of [true, false]) {
    const out = new Output(16);
    const events = wrapText ? batch.writeNdjson(out) : batch.writeText(out);
    const standing = batch.standingLines(wrapText) ?? { lines: out.view(), events };
    expect([standing.lines.toString(), standing.events]).toEqual([out.view().toString(), events]);
  }
}

test('any operations on objects and raw text equal those on parsed objects', () => {
  const reused = new Batch(64);
  fc.assert(
    fc.property(
      fc.array(documentText, { maxLength: 3 }),
      fc.array(rawLine, { maxLength: 2 }),
      fc.array(operation, { maxLength: 8 }),
      (documents, raws, operations) => {
        let batch = reused;
        batch.reset();
        batch.loadJsonLines(Buffer.from(`${documents.join('\n')}\n`));
        batch.loadLines(Buffer.from(raws.join('\n')));
        expect(batch.count).toBe(documents.length + raws.length);
        const model: Model = [
          ...documents.map((text) => readJson(text) as Fields),
          ...raws.map((message) => ({ message })),
        ];
        for (const op of operations) batch = apply(batch, model, op);
        const live = model.filter((fields) => fields !== null);
        expect(writeLines(batch, true).map((line) => readJson(line))).toEqual(live);
        const stored = decodeBatch(encodeBatch(batch));
        expect(writeLines(stored, true)).toEqual(writeLines(batch, false));
        const joined = new Batch(64);
        const middle = batch.count >> 1;
        joined.loadLines(Buffer.from('before'));
        joined.appendLive(batch, 0, middle);
        joined.appendLive(batch, middle);
        expect(writeLines(joined, true).slice(1)).toEqual(writeLines(batch, false));
        for (const one of [batch, stored, joined]) checkStanding(one);
        const first = stored.count > 0 ? getField(live[0], ['a']) : undefined;
        if (stored.count > 0) checkReading(stored, 0, ['a'], 'a', first);
      },
    ),
    { numRuns: Number(process.env.PENSTOCK_RUNS ?? 1500) },
  );
});

function agreesWithParse(line: Buffer, batch: Batch): void {
  if (line.includes(10)) return;
  let good = false;
  try {
    const value: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line),
    );
    good = typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    good = false;
  }
  batch.reset();
  batch.loadJsonLines(Buffer.concat([Buffer.from('{"x":1}\n'), line, Buffer.from('\n{"y":2}')]));
  const blank = /^[ \t\r]*$/.test(line.toString('latin1'));
  expect(batch.count).toBe(blank ? 2 : 3);
  expect([batch.isLive(0), batch.isLive(batch.count - 1)]).toEqual([true, true]);
  if (blank) return;
  expect(batch.isLive(1), JSON.stringify(line.toString())).toBe(good);
  if (!good) expect(batch.invalidReason(1).message).not.toBe('');
}

test('JSON lines are accepted exactly as JSON.parse accepts UTF-8 objects', () => {
  const batch = new Batch(64);
  const values = [
    '01',
    '-01',
    '-',
    '+1',
    '.5',
    '1.',
    '1.e1',
    '1e',
    '1e+',
    '1E-2',
    '0x1',
    'NaN',
    'tru',
    'nulll',
  ]
    .concat([
      'falsey',
      '"\\u12"',
      '"\\uZZZZ"',
      '"\\x"',
      '"\t"',
      '"',
      '[1,]',
      '[,1]',
      '[1 2]',
      '{"b":1,}',
      '{,}',
    ])
    .concat([
      '{"b"}',
      '{"b":}',
      '{b:1}',
      "'b'",
      '[}',
      '{]',
      '[[]',
      '[]]',
      '1,',
      '1,"b"',
      '1}',
      '/**/1',
      '\u00a01',
    ])
    .concat(['\ufeff1', '"\x7f"', '"\u2028"', '-0', '0e0']);
  for (const value of values)
    for (const text of [
      `{"a":${value}}`,
      `{"a":[${value}]}`,
      `{"a":{"k":${value}}}`,
      `{"a": ${value} }`,
      value,
    ])
      agreesWithParse(Buffer.from(text), batch);
  for (const text of [
    '{}',
    '{ }',
    '{"a":1}x',
    '{"a":1} {}',
    '\ufeff{}',
    '{"a":1',
    '{"a',
    '{"a":',
    '{',
    '[]',
    ' \t{}\r',
  ])
    agreesWithParse(Buffer.from(text), batch);
  const byte = fc.constantFrom(
    ...Buffer.from('{}[]",:\\ue0129-+.Etrfalsn \t\r/'),
    0,
    31,
    127,
    128,
    0xbf,
    0xc3,
    0xf0,
    0xff,
  );
  const edit = fc.record({ at: fc.nat(), cut: fc.nat({ max: 3 }), insert: fc.array(byte, { maxLength: 3 }) });
  fc.assert(
    fc.property(documentText, fc.array(edit, { maxLength: 3 }), (text, edits) => {
      let line: Buffer = Buffer.from(text);
      for (const { at, cut, insert } of edits) {
        const place = at % (line.length + 1);
        line = Buffer.concat([line.subarray(0, place), Buffer.from(insert), line.subarray(place + cut)]);
      }
      agreesWithParse(line, batch);
    }),
    { numRuns: Number(process.env.PENSTOCK_RUNS ?? 1500) },
  );
});
