import { expect, test } from 'vitest';
import { type Draft, emptyDraft } from '../../../../graph/draft.ts';
import { findFirstLook, findLookAt } from './use-insights.ts';

function chain(...kinds: string[]): Draft {
  const nodes = kinds.map((templateId, at) => ({
    id: `${templateId}-${at}`,
    nodeType: at === 0 ? ('SOURCE' as const) : ('TRANSFORM' as const),
    name: templateId,
    templateId,
    templateName: templateId,
    config: {},
  }));
  return {
    ...emptyDraft('p'),
    nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
    edges: Object.fromEntries(nodes.slice(1).map(({ id }, at) => [nodes[at]?.id ?? '', { nodeIds: [id] }])),
  };
}

test('insights open on the nearest parser, else on the source [R2.4-61]', () => {
  expect(findFirstLook(chain('tcp', 'filter', 'parse_json', 'parse_grok'))).toBe('parse_json-2');
  expect(findFirstLook(chain('tcp', 'filter'))).toBe('tcp-0');
  expect(findFirstLook(emptyDraft('p'))).toBeUndefined();
  const off = chain('tcp', 'parse_json');
  expect(findFirstLook({ ...off, meta: { 'parse_json-1': { disabled: true } } })).toBe('tcp-0');
});

test('insights of a destination begin at the node before it [R6-20]', () => {
  const draft = chain('tcp', 'parse_json', 'file');
  const file = draft.nodes['file-2']!;
  const delivering = {
    ...draft,
    nodes: { ...draft.nodes, 'file-2': { ...file, nodeType: 'SINK' as const } },
  };
  expect(findLookAt(delivering, 'file-2')).toBe('parse_json-1');
  expect(findLookAt(delivering, 'tcp-0')).toBe('tcp-0');
  expect(findLookAt(delivering, 'elsewhere')).toBeUndefined();
});
