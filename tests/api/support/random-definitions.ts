import fc from 'fast-check';
import { nameTextProblem } from '../../../src/contract/names.ts';

export type RandomPipeline = {
  name: string;
  description: string;
  transforms: { name: string; templateId: string; config: object; description: string }[];
  /** Later transforms and destinations each transform leads to. */
  links: { later: number[]; sinks: number[] }[];
  notes: string[];
  disabled: boolean[];
};

const ODD = [
  'yes',
  'null',
  '1',
  '0x1f',
  '- a',
  'a: b',
  '#x',
  '{a}',
  '*a',
  '&a',
  '!t',
  "it's",
  '"q"',
  '~',
  '12:30',
];
const text = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }),
  fc.string({ minLength: 1, maxLength: 30, unit: 'binary' }),
);
/** As names are stored: trimmed, not empty, allowed characters only. */
const name = text
  .map((one) => one.trim())
  .filter((one) => one !== '' && nameTextProblem('Name', one) === undefined);
const fieldName = fc.stringMatching(/^[a-z]{1,8}(\.[a-z]{1,8})?$/);
const condition = fc.record({
  match: fc.constantFrom('all', 'any'),
  rules: fc.array(fc.record({ field: fieldName, operator: fc.constant('equals'), value: text }), {
    minLength: 1,
    maxLength: 3,
  }),
});

const ROUTE = 'errors: all';

const transform = fc.oneof(
  condition.map((match) => ({ templateId: 'route', config: { routes: [{ name: ROUTE, match }] } })),
  fc.record({ templateId: fc.constant('parse_json'), config: fc.record({ field: fieldName }) }),
  fc.record({
    templateId: fc.constant('filter'),
    config: fc.record({ action: fc.constantFrom('drop', 'keep'), match: condition }),
  }),
  fc.record({
    templateId: fc.constant('remove_fields'),
    config: fc.record({ fields: fc.array(fieldName, { minLength: 1, maxLength: 5 }) }),
  }),
  fc.record({
    templateId: fc.constant('set_fields'),
    config: fc.record({
      fields: fc.array(fc.record({ field: fieldName, value: text.map((one) => one.replaceAll('$', '')) }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  }),
  fc.record({
    templateId: fc.constant('aggregate'),
    config: fc.record({
      groupBy: fc.array(fieldName, { maxLength: 3 }),
      results: fieldName.map((field) => [{ operation: 'count' }, { operation: 'p95', field }]),
      endsWhen: condition,
    }),
  }),
  fc.record({
    templateId: fc.constant('parse_grok'),
    config: fc.record({
      pattern: fc.constant('%{IP:client} %{GREEDYDATA:rest}'),
      definitions: fc.dictionary(fc.stringMatching(/^[A-Z0-9]{1,6}$/), fc.constant('[a-z]+'), { maxKeys: 3 }),
    }),
  }),
);

/** @param sinks number of destinations */
export const createRandomPipeline = (sinks: number): fc.Arbitrary<RandomPipeline> =>
  fc.integer({ min: 0, max: 8 }).chain((size) =>
    fc.record({
      name,
      description: fc.oneof(fc.constant(''), text),
      transforms: fc
        .uniqueArray(name, { minLength: size, maxLength: size })
        .chain((names) =>
          fc.tuple(...names.map((one) => transform.map((made) => ({ ...made, name: one, description: '' })))),
        ),
      links: fc.array(
        fc.record({
          later: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
          sinks: fc.uniqueArray(fc.integer({ min: 0, max: sinks - 1 }), { minLength: 1, maxLength: 2 }),
        }),
        { minLength: size, maxLength: size },
      ),
      notes: fc.array(fc.oneof(fc.constant(''), text), { minLength: size + 1, maxLength: size + 1 }),
      disabled: fc.array(fc.boolean(), { minLength: size, maxLength: size }),
    }),
  );

export function toGraph(one: RandomPipeline, sourceId: string, transformIds: string[], sinkIds: string[]) {
  const edges: Record<string, { nodeIds: string[] }> = {};
  const metaInfo: Record<string, object> = {};
  const reached = new Set<string>();
  for (const [index, id] of transformIds.entries()) {
    const { later, sinks } = one.links[index]!;
    const targets = [
      ...later.flatMap((step) => transformIds[index + step] ?? []),
      ...sinks.flatMap((sink) => sinkIds[sink] ?? []),
    ];
    for (const target of targets) reached.add(target);
    edges[id] = { nodeIds: targets };
    metaInfo[id] = {
      ...(one.disabled[index] ? { disabled: true } : {}),
      ...(one.notes[index] ? { notes: one.notes[index] } : {}),
      ...(one.transforms[index]!.templateId === 'route'
        ? {
            outputs: {
              [ROUTE]: targets.slice(0, 1),
              unmatched: targets.slice(-1 * (targets.length - 1 || 1)),
            },
          }
        : {}),
    };
  }
  const roots = transformIds.filter((id) => !reached.has(id));
  edges[sourceId] = { nodeIds: roots.length > 0 ? roots : sinkIds.slice(0, 1) };
  const notes = one.notes.at(-1);
  if (notes) metaInfo[sourceId] = { notes };
  return { edges, metaInfo };
}
