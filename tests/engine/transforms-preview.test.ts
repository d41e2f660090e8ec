import { expect, test } from 'vitest';
import { validateConfig } from '../../src/engine/components/catalogue.ts';
import { components } from '../../src/engine/components/registry.ts';
import type { PlanNode } from '../../src/engine/port.ts';
import { runPreview } from '../../src/engine/preview/run.ts';

type Step = readonly [templateId: string, config: Record<string, unknown>];

const nodeOf = (id: string, nodeType: PlanNode['nodeType'], templateId: string, config: object): PlanNode => {
  const { config: checked, details } = validateConfig(nodeType, templateId, config);
  expect(details, templateId).toBeUndefined();
  return { id, componentId: id, nodeType, name: id, templateId, config: checked ?? {} };
};

function tryOut(steps: readonly Step[], events: readonly string[]) {
  const nodes = [
    nodeOf('source', 'SOURCE', 'tcp', { port: 4771 }),
    ...steps.map(([templateId, config], index) => nodeOf(`${index}`, 'TRANSFORM', templateId, config)),
    nodeOf('sink', 'SINK', 'blackhole', {}),
  ];
  const edges = Object.fromEntries(
    nodes.slice(0, -1).map(({ id }, index) => [id, { nodeIds: [nodes[index + 1]!.id] }]),
  );
  return runPreview({ siteId: '400000000000000001', nodes, edges, metaInfo: {}, events }, components).nodes;
}

const ODD = [
  '',
  '{',
  '{}',
  'plain',
  '[1,2]',
  '{"r":[{"a":1},{"a":2},{"a":3}],"t":"2026-11-21"}',
  '{"r":[]}',
  '\u0000',
];
const condition = { match: 'all', rules: [{ field: 't', operator: 'exists' }] };

const STEPS: readonly Step[] = [
  ['parse_regex', { pattern: '(?<word>[a-z]+)', keepOriginal: true }],
  ['parse_key_value', { valueDelimiter: ':', keepOriginal: true }],
  ['parse_csv', { columns: ['one'], dropHeader: true, keepOriginal: true }],
  ['parse_cef', {}],
  ['parse_timestamp', { field: 't' }],
  ['flatten', { lists: true }],
  ['redact', { rules: [{ find: 'email' }, { find: 'pattern', pattern: 'a+' }] }],
  ['remove_fields', { removeNull: true, removeEmpty: true }],
  ['set_fields', { fields: [{ field: 'x', type: 'field', value: 't', onlyIf: 'empty' }] }],
  ['unroll', { field: 'r' }],
  ['serialise', { format: 'syslog' }],
  ['script', { code: 'event.a = event.t.length' }],
];

test.each(STEPS)(
  '%s: in + created = out + dropped, with each error policy [R17]',
  async (templateId, config) => {
    for (const onError of ['keep', 'drop', 'tag'])
      for (const more of [{}, { condition }]) {
        await components.transforms[templateId]?.load?.(config, {});
        const steps: Step[] = [
          ['parse_json', {}],
          [templateId, { ...config, ...more, onError }],
        ];
        const { 1: node, sink } = tryOut(steps, ODD);
        const { eventsIn, eventsOut, eventsDropped } = node!;
        const created = templateId === 'unroll' ? 2 : 0;
        expect(eventsIn + created).toBe(eventsOut + eventsDropped);
        expect(sink!.eventsIn).toBe(eventsOut);
        if (onError !== 'drop' && templateId !== 'parse_csv') expect(eventsDropped).toBe(0);
      }
  },
);

test('unroll: three elements count as one event and two created [R17]', () => {
  const { 1: node, sink } = tryOut(
    [
      ['parse_json', {}],
      ['unroll', { field: 'r', condition }],
    ],
    ODD,
  );
  expect(node).toMatchObject({ eventsDropped: 0, errors: 0 });
  expect(sink!.eventsIn).toBe(node!.eventsIn + 2);
});
