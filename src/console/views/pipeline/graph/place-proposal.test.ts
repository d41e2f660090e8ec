import { expect, test } from 'vitest';
import type { DefinedPipeline } from '../../../../contract/calls/exchange.ts';
import { type Draft, emptyDraft } from '../../../../graph/draft.ts';
import { placeProposal } from './place-proposal.ts';

type Defined = DefinedPipeline['nodes'][number];
const node = (
  nodeType: Defined['nodeType'],
  name: string,
  to: string[],
  more: Partial<Defined> = {},
): Defined => ({
  id: '',
  nodeType,
  name,
  description: '',
  templateId: 'any',
  templateName: '',
  config: {},
  notes: '',
  disabled: false,
  to: to.map((one) => ({ nodeType: one === 'out' ? 'SINK' : 'TRANSFORM', name: one })),
  ...more,
});
const pipeline = (...nodes: Defined[]): DefinedPipeline => ({ name: 'web-logs', description: '', nodes });
const before = pipeline(
  node('SOURCE', 'in', ['Parse']),
  node('TRANSFORM', 'Parse', ['out']),
  node('SINK', 'out', []),
);
const after = pipeline(
  node('SOURCE', 'in', ['Parse']),
  node('TRANSFORM', 'Parse', ['Drop'], { config: { field: 'message' } }),
  node('TRANSFORM', 'Drop', ['out']),
  node('SINK', 'out', []),
);
const screen: Draft = {
  ...emptyDraft('web-logs'),
  nodes: {
    a: { id: 'a', nodeType: 'SOURCE', name: 'in', templateId: 'any', config: {} },
    b: { id: 'b', nodeType: 'TRANSFORM', name: 'Parse', templateId: 'any', config: {} },
    c: { id: 'c', nodeType: 'SINK', name: 'out', templateId: 'any', config: {} },
  },
  edges: { a: { nodeIds: ['b'] }, b: { nodeIds: ['c'] } },
  meta: { b: { lineageId: 'line' } },
};

test('a proposal in the graph keeps the ids that figures and focus go by [R1-25, R2.7-35]', () => {
  const { draft, marks } = placeProposal({ before, after }, screen);
  expect(Object.keys(draft.nodes).sort()).toEqual(['TRANSFORM Drop', 'a', 'b', 'c']);
  expect(draft.meta.b).toMatchObject({ lineageId: 'line' });
  expect(draft.edges.b).toEqual({ nodeIds: ['TRANSFORM Drop', 'c'] });
  expect(marks.nodes).toEqual({ b: 'changed', 'TRANSFORM Drop': 'added' });
  expect(marks.edges).toEqual({
    'b>TRANSFORM Drop': 'added',
    'TRANSFORM Drop>c': 'added',
    'b>c': 'removed',
  });
});

test('a proposal says how many nodes it adds, removes and changes [R1-25]', () => {
  expect(placeProposal({ before, after }, screen).said).toBe('1 added, 1 changed');
  expect(placeProposal({ before: after, after: before }, screen).said).toBe('1 removed, 1 changed');
});
