import { join } from 'node:path';
import { build } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import type * as Zod from 'zod/mini';
import * as zod from 'zod/mini';
import { createLateSchemasPlugin } from './late-schemas.ts';

const ENTRY = 'late-schemas-entry';
const root = join(import.meta.dirname, '../../..');

/** zod as the console gets it. */
let late: typeof Zod;
beforeAll(async () => {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id.endsWith(ENTRY) ? join(root, ENTRY) : null),
    load: (id: string) => (id.endsWith(ENTRY) ? "export * from 'zod/mini';" : null),
  };
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, createLateSchemasPlugin()],
    build: { write: false, minify: false, lib: { entry: ENTRY, formats: ['es'] } },
  });
  const [output] = [built].flat();
  if (output === undefined || !('output' in output)) throw new Error('nothing was built');
  const code = output.output[0].code;
  late = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as typeof Zod;
});

const makeSchemas = (z: typeof Zod) => {
  const name = z.string().check(z.minLength(2), z.maxLength(5));
  const base = z.object({ name, size: z.optional(z.int().check(z.gte(0))) });
  return {
    name,
    base,
    larger: z.extend(base, { tags: z.array(z.enum(['a', 'b'])), name: base.shape.name }),
    partial: z.partial(base),
    either: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('one'), at: z._default(z.number(), 1) }),
      z.strictObject({ kind: z.literal('two'), by: z.record(z.string(), z.nullable(z.boolean())) }),
    ]),
    trimmed: z.string().check(z.trim(), z.regex(/^[a-z]*$/)),
    even: z.number().check(z.refine((value) => value % 2 === 0, 'odd')),
    read: z.pipe(
      z.string(),
      z.transform((text) => text.length),
    ),
    nested: z.lazy(() => z.array(base)),
    copied: z.clone(z.union([z.string(), z.number()])),
  };
};

const VALUES = [
  'ab',
  ' ab ',
  'abcdefgh',
  2,
  3,
  null,
  {},
  { name: 'abc' },
  { name: 'a', size: -1, tags: ['a', 'c'] },
  { name: 'abc', size: 1, tags: ['a'] },
  { kind: 'one' },
  { kind: 'two', by: { x: null, y: 1 } },
  { kind: 'three' },
  [{ name: 'abc' }, {}],
];

test('a schema is built when it is first used, and no part before', () => {
  const { base, name, either } = makeSchemas(late);
  const isBuilt = (schema: object) => Object.hasOwn(schema, '_zod');
  expect([name, either].map(isBuilt)).toEqual([false, false]);
  expect(either.safeParse({ kind: 'two', by: {} }).success).toBe(true);
  expect([name, either].map(isBuilt)).toEqual([false, true]);
  expect(base.parse({ name: 'abc' })).toEqual({ name: 'abc' });
  expect(isBuilt(name)).toBe(true);
});

test.for(Object.keys(makeSchemas(zod)) as (keyof ReturnType<typeof makeSchemas>)[])(
  'a late schema answers as one of zod: %s',
  (one) => {
    const answersOf = (z: typeof Zod) =>
      VALUES.map((value) => {
        // Each is the first that asks its schema.
        const answer = makeSchemas(z)[one].safeParse(value);
        return answer.success ? answer.data : answer.error.issues;
      });
    expect(answersOf(late)).toEqual(answersOf(zod));
  },
);

test('what is read of a late schema first is what zod has there', () => {
  const { base, larger, either, name } = makeSchemas(late);
  expect(Object.keys(larger.shape)).toEqual(['name', 'size', 'tags']);
  expect(base.def.type).toBe('object');
  expect(either.type).toBe('union');
  expect(name instanceof late.ZodMiniString).toBe(true);
  expect(makeSchemas(late).base instanceof late.ZodMiniString).toBe(false);
  expect(late.parse(makeSchemas(late).trimmed, ' x ')).toBe('x');
  expect(Reflect.get(makeSchemas(late).name, 'unknown')).toBeUndefined();
});
