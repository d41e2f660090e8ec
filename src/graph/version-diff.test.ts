import { describe, expect, test } from 'vitest';
import { changeChips, countChanges, movedEdges } from './change-counts.ts';
import { comparedGraph } from './compared-graph.ts';
import { type Draft, type DraftNode, emptyDraft, withSavedIds } from './draft.ts';
import {
  connect,
  disconnect,
  type Edited,
  insertOnEdge,
  removeNodes,
  renameNode,
  setConfig,
} from './edits.ts';
import { diffVersions, isEmptyDiff } from './version-diff.ts';

const node = (id: string, nodeType: DraftNode['nodeType'] = 'TRANSFORM'): DraftNode => ({
  id,
  nodeType,
  name: id,
  templateId: 'filter',
  config: nodeType === 'TRANSFORM' ? { drop: 'debug' } : {},
});

/** source → a → b → sink, and a destination b does not reach. */
const before: Draft = {
  ...emptyDraft('logs'),
  nodes: Object.fromEntries(
    [node('source', 'SOURCE'), node('a'), node('b'), node('sink', 'SINK'), node('other', 'SINK')].map(
      (one) => [one.id, one],
    ),
  ),
  edges: { source: { nodeIds: ['a'] }, a: { nodeIds: ['b', 'other'] }, b: { nodeIds: ['sink'] } },
  meta: { a: { lineageId: 'a' } },
};

const edited = (...edits: ((draft: Draft) => Edited)[]): Draft =>
  edits.reduce((draft, edit) => {
    const { draft: next, error } = edit(draft);
    if (!next) throw new Error(error);
    return next;
  }, before);

const diffTo = (after: Draft) => diffVersions(comparedGraph(before), comparedGraph(after));
const chipsOf = (after: Draft) => changeChips(countChanges(diffTo(after))).map(({ text }) => text);

describe('what differs between two versions, by the names nodes keep', () => {
  test('saving gives a changed transform another row; the node is the same one', () => {
    const changed = edited((draft) => setConfig(draft, 'a', { drop: 'info', tag: 'x' }));
    const diff = diffTo(withSavedIds(changed, { a: '100000000000000001' }));
    expect(diff.edges).toEqual([]);
    expect(diff.nodes.map(({ kind, key }) => [kind, key])).toEqual([['changed', 'a']]);
    expect(diff.nodes[0]).toMatchObject({
      fields: [
        { field: 'config', property: 'drop', before: 'debug', after: 'info' },
        { field: 'config', property: 'tag', before: undefined, after: 'x' },
      ],
    });
    expect(isEmptyDiff(diffTo(withSavedIds(before, { a: '100000000000000001' })))).toBe(true);
  });

  test.each<[string, Draft, string[]]>([
    [
      'a node put on a connection is one node',
      edited((draft) => insertOnEdge(draft, 'a', 'b', node('new-1'))),
      ['1 node added'],
    ],
    ['a removed node is one node', edited((draft) => removeNodes(draft, ['b'])), ['1 node removed']],
    [
      'a new name is no new configuration',
      edited((draft) => renameNode(draft, 'b', 'B')),
      ['1 node renamed'],
    ],
    [
      'a node turned off is changed',
      { ...before, meta: { ...before.meta, b: { disabled: true } } },
      ['1 node changed'],
    ],
    [
      'a connection with another end is one move',
      edited(
        (draft) => disconnect(draft, 'a', 'other'),
        (draft) => connect(draft, 'b', 'other'),
      ),
      ['1 connection changed'],
    ],
    [
      'all at once, each for itself',
      edited(
        (draft) => insertOnEdge(draft, 'source', 'a', node('new-1')),
        (draft) => setConfig(draft, 'a', {}),
        (draft) => disconnect(draft, 'a', 'other'),
      ),
      ['1 node added', '1 node changed', '1 connection changed'],
    ],
  ])('%s', (_what, after, chips) => {
    expect(chipsOf(after)).toEqual(chips);
  });

  test('the names of outputs belong to their connection', () => {
    const outputs = { errors: ['b'], rest: ['other', 'b'] };
    const after = comparedGraph({ ...before, meta: { a: { ...before.meta.a, outputs } } });
    const [change, ...others] = diffVersions(comparedGraph(before), after).edges;
    expect(change).toMatchObject({ kind: 'changed', key: 'a>b', after: { outputs: ['errors', 'rest'] } });
    expect(others.map(({ key }) => key)).toEqual(['a>other']);
  });

  test('a moved connection pairs what left with what came', () => {
    const after = edited(
      (draft) => disconnect(draft, 'b', 'sink'),
      (draft) => connect(draft, 'a', 'sink'),
    );
    const { moved, rest } = movedEdges(diffTo(after).edges);
    expect(moved.map((move) => [move.before.key, move.after.key])).toEqual([['b>sink', 'a>sink']]);
    expect(rest).toEqual([]);
  });
});
