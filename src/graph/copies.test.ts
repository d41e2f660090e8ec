import { describe, expect, test } from 'vitest';
import { clipText, readClip } from './clip-text.ts';
import { type Clip, clipOf, duplicate, idsFrom, paste } from './copies.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { addAfter } from './edits.ts';
import { edgesOf, line, must, node, routed } from './testing.ts';
import { graphProblems } from './validate.ts';

const longer = must(addAfter(line, 'a', node('b')));
const carried = (draft: Draft, ids: string[]): Clip => {
  const { clip, error } = readClip(clipText(clipOf(draft, ids)));
  if (!clip) throw new Error(error);
  return clip;
};
const namesOf = (draft: Draft) => Object.values(draft.nodes).map(({ name }) => name);

describe('duplicating', () => {
  test('several nodes run beside their originals, between the same neighbours', () => {
    const twice = must(duplicate(longer, ['a', 'b'], idsFrom(1)));
    expect(edgesOf(twice)).toEqual([
      'a>b',
      'b>sink',
      'new-1>new-2',
      'new-2>sink',
      'source>a',
      'source>new-1',
    ]);
    expect(namesOf(twice)).toContain('a copy');
    expect(graphProblems(twice)).toEqual([]);
  });
});

describe('the clipboard', () => {
  test('is canonical text: the same nodes are the same text, whatever their ids', () => {
    const other = must(addAfter(line, 'a', node('new-7', 'TRANSFORM', { name: 'b' })));
    expect(clipText(clipOf(other, ['a', 'new-7']))).toBe(clipText(clipOf(longer, ['b', 'a'])));
    expect(clipText(clipOf(longer, ['a']))).toMatch(/^{\n {2}"penstock": "nodes\/1",/);
  });

  test('holds neither the settings of sources and destinations nor what a node was counted under', () => {
    const secret: Draft = {
      ...line,
      nodes: {
        ...line.nodes,
        sink: node('sink', 'SINK', { config: { password: 'hunter2' }, templateId: 'http' }),
      },
      meta: { a: { lineageId: '100000000000000001', notes: 'kept', disabled: true } },
    };
    const text = clipText(clipOf(secret, ['a', 'sink']));
    expect(text).not.toMatch(/hunter2|lineageId/);
    expect(carried(secret, ['a']).meta).toEqual({ 'node-1': { notes: 'kept', disabled: true } });
  });

  test.each([
    ['something else', 'hello', /holds no nodes of a pipeline/],
    ['other JSON', '{"nodes": []}', /holds no nodes of a pipeline/],
    ['a later form', '{"penstock": "nodes/9"}', /newer version/],
    ['no node', '{"penstock":"nodes/1","nodes":[],"edges":{},"meta":{}}', /cannot be read: nodes/],
    [
      'an edge to nowhere',
      JSON.stringify({
        penstock: 'nodes/1',
        nodes: [node('a')],
        edges: { a: ['ghost'] },
        meta: {},
      }),
      /'ghost' is not among them/,
    ],
    [
      'a node twice',
      JSON.stringify({ penstock: 'nodes/1', nodes: [node('a'), node('a')], edges: {}, meta: {} }),
      /'a' appears twice/,
    ],
  ])('refuses %s, and says so', (_what, text, message) => {
    expect(readClip(text).error).toMatch(message);
  });
});

describe('pasting', () => {
  test('a copy after a node takes over what followed it, under free names', () => {
    const pasted = must(paste(longer, carried(longer, ['a', 'b']), idsFrom(1), { afterId: 'a' }));
    expect(edgesOf(pasted)).toEqual(['a>new-1', 'b>sink', 'new-1>new-2', 'new-2>b', 'source>a']);
    expect(namesOf(pasted)).toEqual(expect.arrayContaining(['a 2', 'b 2']));
    expect(graphProblems(pasted)).toEqual([]);
  });

  test('a copy into another pipeline brings nodes, connections and nothing of the old one', () => {
    const other: Draft = { ...emptyDraft('other'), nodes: { s: node('s', 'SOURCE') } };
    const pasted = must(paste(other, carried(longer, ['a', 'b', 'sink']), idsFrom(5), { afterId: 's' }));
    expect(edgesOf(pasted)).toEqual(['new-5>new-6', 'new-6>sink', 's>new-5']);
    expect(graphProblems(pasted)).toEqual([]);
  });

  test('where source and destination are in the pipeline already makes a second way between them', () => {
    const pasted = must(paste(line, carried(line, ['source', 'a', 'sink']), idsFrom(1)));
    expect(edgesOf(pasted)).toEqual(['a>sink', 'new-1>sink', 'source>a', 'source>new-1']);
  });

  test('keeps the outputs of a route', () => {
    const bare: Draft = {
      ...emptyDraft('other'),
      nodes: { s: node('s', 'SOURCE'), x: node('x', 'SINK'), y: node('y', 'SINK') },
    };
    const pasted = must(paste(bare, carried(routed, ['route', 'x', 'y']), idsFrom(1), { afterId: 's' }));
    expect(pasted.meta['new-1']?.outputs).toEqual({ errors: ['x'], unmatched: ['y'] });
    expect(graphProblems(pasted)).toEqual([]);
  });

  test('is refused where there is nothing to do, or a second source', () => {
    expect(paste(line, carried(line, ['sink']), idsFrom(1)).error).toMatch(/in this pipeline already/);
    const other = carried({ ...line, nodes: { ...line.nodes, s2: node('s2', 'SOURCE') } }, ['s2']);
    expect(paste(line, other, idsFrom(1)).error).toBe("A pipeline has one source; remove 'source' first");
  });
});
