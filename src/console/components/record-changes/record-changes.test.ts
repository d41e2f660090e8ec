import { expect, test } from 'vitest';
import { toRecordChanges } from './record-changes.ts';

const change = (before: Record<string, unknown> | null, after: Record<string, unknown> | null) =>
  toRecordChanges([{ entity: 'source', id: '2', name: 'web', before, after }])[0];

test('changes name the path, the old value and the new one', () => {
  expect(
    change({ config: { port: 1, tls: { on: false } } }, { config: { port: 2, tls: { on: true } } }),
  ).toEqual({
    key: 'source/2/0',
    kind: 'changed',
    title: 'web',
    note: 'source',
    lines: [
      { label: 'config.port', before: '1', after: '2' },
      { label: 'config.tls.on', before: 'false', after: 'true' },
    ],
  });
});

test('an empty time reads as never, not as the year 1 [R2.1-74]', () => {
  expect(change(null, { expiresAt: '0001-01-01T00:00:00Z' })?.lines).toEqual([
    { label: 'expiresAt', before: undefined, after: 'never' },
  ]);
});

test('what was made has no before, what was removed no after', () => {
  expect(change(null, { name: 'web', description: '' })).toMatchObject({
    kind: 'added',
    lines: [
      { label: 'name', before: undefined, after: 'web' },
      { label: 'description', before: undefined, after: '(empty)' },
    ],
  });
  expect(change({ name: 'web' }, null)).toMatchObject({
    kind: 'removed',
    lines: [{ label: 'name', before: 'web', after: undefined }],
  });
});

test('lists read as lists; added and removed fields stand alone', () => {
  expect(change({ connections: ['a → b'] }, { connections: ['a → b', 'b → c'], notes: 'x' })?.lines).toEqual([
    { label: 'connections', before: 'a → b', after: 'a → b, b → c' },
    { label: 'notes', before: undefined, after: 'x' },
  ]);
});
