import { describe, expect, it } from 'vitest';
import { jsonBatch } from '../../testing/contexts.ts';
import { refusals, runTransform } from '../../testing/run-transform.ts';

const set = (entry: object, event: object, config: object = {}) => {
  const { events, failures } = runTransform('set_fields', { fields: [entry], ...config }, jsonBatch(event));
  return failures[0] ?? events[0];
};

describe('set_fields by what is there', () => {
  it('sets a field only where it is missing, or missing or empty', () => {
    const entry = { field: 'a', value: 'x' };
    for (const empty of [null, '', [], {}, '  ', 0, false]) {
      const isEmpty =
        empty === null || (typeof empty === 'object' && Object.keys(empty).length === 0) || empty === '';
      expect(set({ ...entry, onlyIf: 'missing' }, { a: empty })).toEqual({ a: empty });
      expect(set({ ...entry, onlyIf: 'empty' }, { a: empty })).toEqual({ a: isEmpty ? 'x' : empty });
      expect(set({ ...entry, onlyIf: 'empty' }, { a: empty }, { overwrite: false })).toEqual({ a: empty });
    }
    expect(set({ ...entry, onlyIf: 'missing' }, {})).toEqual({ a: 'x' });
  });

  it('copies a field with its type, and nothing where there is none', () => {
    const copy = { field: 'to.x', type: 'field', value: 'from.y' };
    expect(set(copy, { from: { y: [1, { z: 'é"' }] } })).toEqual({
      from: { y: [1, { z: 'é"' }] },
      to: { x: [1, { z: 'é"' }] },
    });
    expect(set(copy, { from: 1 })).toEqual({ from: 1 });
    expect(set(copy, { from: { y: 1.5 }, to: 'text' })).toBe('FieldInTheWay');
    expect(set({ field: 'a.b', type: 'field', value: 'a' }, { a: { c: 1 } })).toEqual({
      a: { c: 1, b: { c: 1 } },
    });
  });

  it('refuses a copy of what is no field', () => {
    expect(refusals('set_fields', { fields: [{ field: 'a', type: 'field', value: 'b..c' }] })[0]).toContain(
      'empty name',
    );
  });
});
