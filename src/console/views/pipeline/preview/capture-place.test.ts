import { expect, test } from 'vitest';
import { type Draft, type DraftNode, emptyDraft } from '../../../../graph/draft.ts';
import { capturePlace, listRunningPlaces } from './capture-place.ts';

const node = (id: string, nodeType: DraftNode['nodeType']): DraftNode => ({
  id,
  nodeType,
  name: `Node ${id}`,
  templateId: 'any',
  templateName: 'Any',
  config: {},
});

const chain = (...ids: string[]): Draft => ({
  ...emptyDraft('p'),
  nodes: Object.fromEntries(
    ids.map((id, at) => [id, node(id, at === 0 ? 'SOURCE' : at === ids.length - 1 ? 'SINK' : 'TRANSFORM')]),
  ),
  edges: Object.fromEntries(ids.slice(0, -1).map((id, at) => [id, { nodeIds: [ids[at + 1] ?? ''] }])),
});

/** A transform's id differs per version; its component does not. */
const running: Draft = { ...chain('in', 'parse1', 'out'), meta: { parse1: { lineageId: 'parse' } } };
const shown: Draft = {
  ...chain('in', 'parse2', 'new', 'newer', 'out'),
  meta: { parse2: { lineageId: 'parse' } },
};

test('a capture is proposed at the selected node, or before it', () => {
  const at = (selected: string | undefined) => capturePlace(shown, running, selected, 3);
  expect(at(undefined)).toEqual({ id: 'in', note: undefined });
  expect(at('in')).toEqual({ id: 'in', note: undefined });
  expect(at('parse2')).toEqual({ id: 'parse2', note: undefined });
  expect(at('newer')).toEqual({
    id: 'parse2',
    note: "'Node newer' does not run in v3; 'Node parse2' is the nearest node before it that does.",
  });
  expect(at('out')).toEqual({
    id: 'parse2',
    note: "'Node out' is a destination and passes nothing on; 'Node parse2' is the nearest node before it that does.",
  });
});

test('without a way back the source is proposed; only running nodes', () => {
  const loose = { ...shown, nodes: { ...shown.nodes, alone: node('alone', 'TRANSFORM') } };
  expect(capturePlace(loose, running, 'alone', 3)).toMatchObject({ id: 'in' });
  expect(listRunningPlaces(loose, running).map(({ id }) => id)).toEqual(['in', 'parse2']);
  expect(capturePlace(loose, undefined, 'alone', 3)).toEqual({ id: 'alone', note: undefined });
});
