import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CALL_FACTS, ERROR_BODY, LIVE_MESSAGE } from './call-facts.ts';
import { misfitOf, mustFit, ShapeError } from './shape.ts';
import { shapeOf } from './shape-of.ts';

const shape = shapeOf(
  z.object({
    name: z.string().min(3),
    kind: z.enum(['a', 'b']),
    notes: z.string().nullable().optional(),
    rows: z.array(z.object({ count: z.union([z.string(), z.number().transform(String)]) })),
    byId: z.record(z.string(), z.boolean()),
  }),
);
const fitting = { name: 'x', kind: 'a', rows: [{ count: 1 }, { count: '2' }], byId: { one: true } };

describe('shapes of answers', () => {
  it('take what the schema takes, and fields of a newer service', () => {
    expect(misfitOf(shape, fitting)).toBeUndefined();
    expect(misfitOf(shape, { ...fitting, notes: null, later: 1 })).toBeUndefined();
  });

  it.each([
    ['name', { ...fitting, name: 1 }],
    ['kind', { ...fitting, kind: 'c' }],
    ['notes', { ...fitting, notes: 1 }],
    ['rows.1.count', { ...fitting, rows: [{ count: 1 }, {}] }],
    ['byId.one', { ...fitting, byId: { one: 'yes' } }],
    ['', []],
  ])('name the place that differs: %s', (path, answer) => {
    expect(misfitOf(shape, answer)).toBe(path);
    expect(() => mustFit(shape, answer)).toThrow(ShapeError);
  });

  it('exist for every call and survive the way through JSON, as the build ships them', () => {
    for (const data of [CALL_FACTS, LIVE_MESSAGE, ERROR_BODY])
      expect(JSON.parse(JSON.stringify(data))).toEqual(data);
  });

  it('a schema that stands in itself is held against its first level', () => {
    const tree = z.object({
      name: z.string(),
      get below() {
        return z.array(tree);
      },
    });
    expect(misfitOf(shapeOf(tree), { name: 'top', below: [{ anything: 1 }] })).toBeUndefined();
    expect(misfitOf(shapeOf(tree), { name: 'top', below: 'none' })).toBe('below');
  });
});
