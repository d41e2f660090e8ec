import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CALL_IDS, callDefinition } from '../contract/calls/index.ts';
import { collectIds } from './named-ids.ts';

const [SITE, NODE, OTHER] = ['400000000000000001', '200000000000000001', '200000000000000002'];

test('named ids: fields of ids, keys of graphs and named outputs count', () => {
  const body = {
    siteId: SITE,
    graph: {
      nodes: { [NODE]: { name: OTHER, config: { id: OTHER } } },
      edges: { [NODE]: { nodeIds: ['new-1'] } },
      metaInfo: { a: { notes: OTHER, outputs: { [OTHER]: [NODE] } } },
    },
  };
  expect([...collectIds({ body }, 8)].sort()).toEqual([NODE, SITE].sort());
});

test('named ids: texts that look like ids name nothing', () => {
  const texts = { name: SITE, description: SITE, events: [SITE], text: SITE, config: { siteId: SITE } };
  expect([...collectIds({ body: { site: texts }, query: { text: SITE } }, 8)]).toEqual([]);
});

const isIdSchema = (schema: z.ZodMiniType): boolean =>
  ['1', '2', '3', '4', '5', '6', '7', '8', '9'].some(
    (digit) => z.safeParse(schema, `${digit}${'0'.repeat(17)}`).success,
  ) &&
  !z.safeParse(schema, 'text').success &&
  !z.safeParse(schema, 'text as long as ids').success &&
  !z.safeParse(schema, '12').success &&
  !z.safeParse(schema, 12).success;

/** A value for every id in a schema, below its keys. */
function sampleOf(schema: unknown, found: string[]): unknown {
  if (!(schema instanceof z.ZodMiniType)) return undefined;
  const def = schema._zod.def as unknown as Record<string, unknown>;
  if (schema instanceof z.ZodMiniString) {
    if (!isIdSchema(schema)) return undefined;
    const digit = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].find(
      (one) => z.safeParse(schema, `${one}${'0'.repeat(17)}`).success,
    );
    const id = `${digit}${String(found.length).padStart(17, '0')}`;
    found.push(id);
    return id;
  }
  if (schema instanceof z.ZodMiniObject)
    return Object.fromEntries(
      Object.entries(schema.shape).map(([key, inner]) => [key, sampleOf(inner, found)]),
    );
  if (schema instanceof z.ZodMiniArray) return [sampleOf(def.element, found)];
  if (schema instanceof z.ZodMiniUnion) {
    for (const one of def.options as unknown[]) {
      const value = sampleOf(one, found);
      if (value !== undefined) return value;
    }
    return undefined;
  }
  return sampleOf(def.innerType ?? def.in, found);
}

test('named ids: every id of every call is found where it stands', () => {
  let count = 0;
  for (const id of CALL_IDS) {
    const { pathParameters, query, body } = callDefinition(id);
    const found: string[] = [];
    const [path, asked, sent] = [pathParameters, query, body].map((schema) => sampleOf(schema, found));
    count += found.length;
    const collected = collectIds([path, asked, sent], 8);
    expect(
      found.filter((one) => !collected.has(one)),
      id,
    ).toEqual([]);
  }
  expect(count).toBeGreaterThan(80);
});
