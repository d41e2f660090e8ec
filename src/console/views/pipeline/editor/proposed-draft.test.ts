import { expect, test } from 'vitest';
import type { DefinedPipeline } from '../../../../contract/calls/exchange.ts';
import { type Draft, emptyDraft } from '../../../../graph/draft.ts';
import { mergeProposal } from './proposed-draft.ts';

type Node = DefinedPipeline['nodes'][number];
const IDS: Record<string, string> = { in: '200000000000000001', out: '200000000000000002' };

const defineNode = (name: string, to: string[], config = {}): Node => {
  const kindOf = (one: string) => (one === 'in' ? 'SOURCE' : one === 'out' ? 'SINK' : 'TRANSFORM');
  const refs = to.map((one) => ({ nodeType: kindOf(one), name: one }) as const);
  const what = { templateId: 'filter', templateName: 'Filter', description: '', notes: '', disabled: false };
  return { ...what, nodeType: kindOf(name), name, id: IDS[name] ?? '', config, to: refs };
};
const define = (...nodes: Node[]): DefinedPipeline => ({ name: 'web', description: '', nodes });

const before = define(
  defineNode('in', ['mask']),
  defineNode('mask', ['out'], { key: { set: true } }),
  defineNode('out', []),
);
const after = define(
  defineNode('in', ['mask']),
  defineNode('mask', ['drop'], { key: { set: true } }),
  defineNode('drop', ['out'], { action: 'drop' }),
  defineNode('out', []),
);

const buildDraft = (): Draft => ({
  ...emptyDraft('web'),
  nodes: Object.fromEntries(
    [
      ['in', 'SOURCE'],
      ['mask', 'TRANSFORM'],
      ['out', 'SINK'],
    ].map(([name, nodeType]) => {
      const id = IDS[name!] ?? '300000000000000003';
      const config = name === 'mask' ? { key: 'in clear' } : {};
      return [id, { id, nodeType, name, templateId: 'filter', templateName: 'Filter', config } as never];
    }),
  ),
  edges: {
    [IDS.in!]: { nodeIds: ['300000000000000003'] },
    '300000000000000003': { nodeIds: [IDS.out!] },
  },
  meta: { '300000000000000003': { lineageId: '300000000000000001' } },
});

test('a proposal becomes a draft that keeps ids, lineage and secrets [R9-30, R1-25]', () => {
  const { draft, replaces } = mergeProposal({ before, after }, buildDraft(), 4);
  expect(replaces).toBe(false);
  expect(draft.nodes['300000000000000003']?.config).toEqual({ key: 'in clear' });
  expect(draft.meta['300000000000000003']?.lineageId).toBe('300000000000000001');
  expect(draft.nodes['new-4']).toMatchObject({ name: 'drop', config: { action: 'drop' } });
  expect(draft.edges).toEqual({
    [IDS.in!]: { nodeIds: ['300000000000000003'] },
    '300000000000000003': { nodeIds: ['new-4'] },
    'new-4': { nodeIds: [IDS.out!] },
  });
});

test('a proposal goes beside unsaved changes of other nodes', () => {
  const mine = buildDraft();
  mine.nodes[IDS.in!] = { ...mine.nodes[IDS.in!]!, description: 'mine' };
  const { draft, replaces } = mergeProposal({ before, after }, mine, 1);
  expect(replaces).toBe(false);
  expect(draft.nodes[IDS.in!]?.description).toBe('mine');
  expect(draft.nodes['new-1']?.name).toBe('drop');
});

test('a proposal takes the place of unsaved changes of the same node', () => {
  const mine = buildDraft();
  mine.edges['300000000000000003'] = { nodeIds: [] };
  const { draft, replaces } = mergeProposal({ before, after }, mine, 1);
  expect(replaces).toBe(true);
  expect(draft.edges['300000000000000003']).toEqual({ nodeIds: ['new-1'] });
});
