import { expect, test } from 'vitest';
import { newDraft } from '../../../../../machines/save-sequence/save-sequence.model.ts';
import { deploySummary } from './deploy-summary.ts';

const SINK = '200000000000000002';

test('a first deployment names its destinations and a valid graph', () => {
  const summary = deploySummary(newDraft, undefined, []);
  expect(summary.chips.map(({ text }) => text)).toContain('3 nodes added');
  expect(summary.destinations).toEqual([{ key: SINK, name: 'archive', effect: 'new' }]);
  expect(summary.validation).toEqual({
    state: 'valid',
    text: 'Valid: 3 nodes, 2 connections, nothing missing',
  });
});

test('changes name node and fields; added and removed destinations stand apart', () => {
  const other = {
    id: '200000000000000003',
    nodeType: 'SINK',
    name: 'alarms',
    templateId: 'http',
    config: {},
  } as const;
  const { [SINK]: archive, ...rest } = newDraft.nodes;
  const edited = { ...newDraft.nodes['new-1']!, name: 'drop noise', config: { a: 2 } };
  const after = {
    ...newDraft,
    nodes: { ...rest, 'new-1': edited, [other.id]: other },
    edges: { ...newDraft.edges, 'new-1': { nodeIds: [other.id] } },
  };
  const summary = deploySummary(after, newDraft, []);
  expect(summary.nodes).toEqual([
    { key: other.id, kind: 'added', name: 'alarms', said: 'added', effect: '', settings: [] },
    {
      key: 'new-1',
      kind: 'changed',
      name: 'drop noise',
      said: 'changed',
      effect: '',
      settings: ['Name: drop debug → drop noise', 'a: 1 → 2'],
    },
    { key: SINK, kind: 'removed', name: archive?.name, said: 'removed', effect: '', settings: [] },
  ]);
  expect(summary.destinations.map(({ name, effect }) => [name, effect])).toEqual([
    ['alarms', 'new'],
    ['archive', 'ends'],
  ]);
});

test('changed connections are named, with what no longer passes a transform', () => {
  const source = Object.values(newDraft.nodes).find(({ nodeType }) => nodeType === 'SOURCE')!;
  const name = newDraft.nodes['new-1']!.name;
  const edges = { ...newDraft.edges, [source.id]: { nodeIds: ['new-1', SINK] } };
  const { connections, warnings } = deploySummary({ ...newDraft, edges }, newDraft, []);
  expect(connections.map(({ kind, text }) => [kind, text])).toEqual([
    ['added', `'${source.name}' → 'archive' added`],
  ]);
  expect(warnings).toEqual([`Events reach 'archive' without passing '${name}'`]);
  const moved = { ...newDraft.edges, [source.id]: { nodeIds: [SINK] } };
  expect(deploySummary({ ...newDraft, edges: moved }, newDraft, []).connections[0]?.text).toBe(
    `'${source.name}' → 'archive' instead of '${source.name}' → '${name}'`,
  );
});

test('a disabled destination is said to receive nothing', () => {
  const after = { ...newDraft, meta: { ...newDraft.meta, [SINK]: { disabled: true } } };
  expect(deploySummary(after, newDraft, []).destinations[0]?.effect).toBe('disabled');
});

test('what is running and unchanged shows no change', () => {
  const summary = deploySummary(newDraft, newDraft, []);
  expect([summary.chips, summary.nodes]).toEqual([[], []]);
});

test('nothing is called valid before the service has read it [R5-19]', () => {
  const problem = { rule: 'form', message: "'parse': Fields is required", fix: 'Fill it in' } as const;
  const said = (
    ...rest: Parameters<typeof deploySummary> extends [unknown, unknown, ...infer R] ? R : never
  ) => deploySummary(newDraft, undefined, ...rest).validation;
  expect(said([], 'asking')).toEqual({ state: 'asking', text: expect.stringMatching(/^Checking/) });
  expect(said([], 'unanswered').text).toMatch(/could not be reached/);
  expect(said([problem], 'asking')).toEqual({ state: 'invalid', text: problem.message });
  expect(said([], 'answered').state).toBe('valid');
});
