import { expect, it } from 'vitest';
import { Batch } from './batch.ts';
import { compileCondition } from './condition.ts';
import { decodeBatch, encodeBatch } from './encode.ts';
import { describeOrigin } from './origins.ts';
import { createPath, FieldPathError, formatPath, parsePath, parseTargetPath, splitPath } from './path.ts';

const BASE = '"source":"Web","received":"2026-11-23T10:00:00.000Z"';

/** Three lines, the second from elsewhere, and one of unknown origin. */
function originBatch(): Batch {
  const batch = new Batch();
  batch.loadLines(Buffer.from('one\ntwo\nthree\n'));
  batch.setOrigin(describeOrigin({ sender: '10.0.0.5' }), 0);
  batch.setOrigin(describeOrigin({ file: '/var/log/ü.log', offset: 120 }), 1, 2);
  batch.appendJson(Buffer.from('{"@origin":{"sender":"a field"},"n":1}'));
  batch.completeOrigins(BASE);
  return batch;
}

const read = (batch: Batch, path: string) =>
  Array.from({ length: batch.count }, (_, ev) => {
    const member = batch.get(ev, parsePath(path));
    return member < 0 ? undefined : batch.text(member);
  });

it('paths that begin with @origin read where events came from, not their fields [R16]', () => {
  const batch = originBatch();
  expect(read(batch, '@origin.sender')).toEqual(['10.0.0.5', undefined, '10.0.0.5', undefined]);
  expect(read(batch, '@origin.file')).toEqual([undefined, '/var/log/ü.log', undefined, undefined]);
  expect(read(batch, '@origin.offset')[1]).toBe('120');
  expect(read(batch, '@origin.source')).toEqual(['Web', 'Web', 'Web', 'Web']);
  expect(read(batch, '\\@origin.sender')).toEqual([undefined, undefined, undefined, 'a field']);
  expect(JSON.parse(read(batch, '@origin')[0]!)).toEqual({
    source: 'Web',
    received: '2026-11-23T10:00:00.000Z',
    sender: '10.0.0.5',
  });
  expect(batch.bytesOf(3).toString()).toBe('{"@origin":{"sender":"a field"},"n":1}');
});

it('events without an origin have no such fields, and conditions see them as missing', () => {
  const batch = new Batch();
  batch.loadLines(Buffer.from('one\n'));
  expect(read(batch, '@origin.sender')).toEqual([undefined]);
  const is = (operator: 'equals' | 'not_equals') =>
    compileCondition({ match: 'all', rules: [{ field: '@origin.sender', operator, value: '10.0.0.5' }] });
  expect([is('equals')(batch, 0), is('not_equals')(batch, 0)]).toEqual([false, true]);
  const known = originBatch();
  expect([is('equals')(known, 0), is('not_equals')(known, 1)]).toEqual([true, true]);
});

it.each([false, true])('stays in what buffers store, with ids: %s', (withIds) => {
  const batch = originBatch();
  if (withIds) batch.identify('key');
  batch.drop(0);
  const again = decodeBatch(encodeBatch(batch));
  expect(again.origins).toEqual(batch.origins?.slice(1));
  expect(again.ids).toEqual(withIds ? batch.ids?.slice(1) : null);
  expect(again.bytesOf(0).toString()).toBe('two');
});

it('goes with copies of an event, edited or not', () => {
  const batch = originBatch();
  batch.setString(1, createPath('a'), 'b');
  const [copy, live] = [new Batch(), new Batch()];
  for (const ev of [1, 2]) copy.appendFrom(batch, ev);
  batch.drop(0);
  live.appendLive(batch);
  expect(read(copy, '@origin.file')).toEqual(['/var/log/ü.log', undefined]);
  expect(read(live, '@origin.sender')).toEqual([undefined, '10.0.0.5', undefined]);
});

it('cannot be written, moved or removed', () => {
  const batch = originBatch();
  expect(batch.setString(0, parsePath('@origin.sender'), 'x')).toBe(false);
  expect(batch.remove(3, parsePath('@origin.sender'))).toBe(false);
  expect(() => parseTargetPath('@origin.sender')).toThrow(FieldPathError);
  expect(() => parseTargetPath('@origin')).toThrow(/write \\@origin for a field of that name/);
  expect(parseTargetPath('@timestamp').map(({ text }) => text)).toEqual(['@timestamp']);
  expect(batch.bytesOf(3).toString()).toBe('{"@origin":{"sender":"a field"},"n":1}');
});

it('names of fields that begin so are written with a backslash', () => {
  expect(splitPath('\\@origin.a')).toEqual(['@origin', 'a']);
  expect(splitPath(formatPath(['@origin', 'a']))).toEqual(['@origin', 'a']);
  expect(formatPath(['@timestamp'])).toBe('@timestamp');
  expect(() => splitPath('a\\@b')).toThrow(FieldPathError);
});
