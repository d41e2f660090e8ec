import { expect, test } from 'vitest';
import type { PublishedScopes } from '../../commands/scopes.ts';
import { readSelection } from './selection.ts';

const rows = ['web', 'payments', 'edge'].map((name, index) => ({ id: `30000000000000000${index}`, name }));
const ofList = (selected: unknown[], cursor?: unknown) =>
  readSelection({ 'pipelines.list': { selected, cursor } } as unknown as PublishedScopes);
const ofGraph = (pickedIds: string[], cursorId?: string) =>
  readSelection({
    'pipeline.graph': {
      pickedIds,
      cursorId,
      draft: { nodes: { a: { name: 'Parse' }, b: { name: 'Drop' } } },
    },
  } as unknown as PublishedScopes);

test('selection: picked rows are counted, the row under the cursor is named [R2.7-28]', () => {
  expect(ofList(rows, rows[0])).toMatchObject({ label: '3 pipelines', names: ['web', 'payments', 'edge'] });
  expect(ofList([], rows[1])).toMatchObject({ label: 'payments', pipelineIds: [rows[1]!.id] });
});

test('selection: nodes of the graph go by their names [R2.7-35]', () => {
  expect(ofGraph([], 'a')).toMatchObject({ label: 'Parse', nodes: ['Parse'], pipelineIds: [] });
  expect(ofGraph(['a', 'b'], 'a').label).toBe('2 nodes');
  expect(ofGraph([], 'gone').label).toBeUndefined();
});

test('selection: other screens have none', () => {
  expect(readSelection({})).toMatchObject({ label: undefined, pipelineIds: [], nodes: [] });
});
