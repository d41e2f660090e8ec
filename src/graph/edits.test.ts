import { describe, expect, test } from 'vitest';
import { duplicate, idsFrom } from './copies.ts';
import {
  type Draft,
  type DraftNode,
  dirtyTransforms,
  emptyDraft,
  graphChanged,
  isChanged,
  withSavedIds,
} from './draft.ts';
import {
  addAfter,
  addNode,
  connect,
  disconnect,
  type Edited,
  insertOnEdge,
  removeNodes,
  renameNode,
  setConfig,
  toggleDisabled,
} from './edits.ts';
import { graphProblems, graphRefusal, validateDraft } from './validate.ts';

const firstProblem = (draft: Draft, takenNames: readonly string[] = []) =>
  validateDraft(draft, takenNames)[0]?.message;

const node = (
  id: string,
  nodeType: DraftNode['nodeType'] = 'TRANSFORM',
  over: Partial<DraftNode> = {},
): DraftNode => ({
  id,
  nodeType,
  name: id,
  templateId: 'filter',
  config: {},
  ...over,
});
const must = (edited: Edited): Draft => {
  if (edited.draft === undefined) throw new Error(edited.error);
  return edited.draft;
};
const edges = (draft: Draft) =>
  Object.entries(draft.edges)
    .flatMap(([from, { nodeIds }]) => nodeIds.map((to) => `${from}>${to}`))
    .toSorted();

/** source → a → sink */
const line: Draft = {
  ...emptyDraft('logs'),
  nodes: Object.fromEntries(
    [node('source', 'SOURCE'), node('a'), node('sink', 'SINK')].map((n) => [n.id, n]),
  ),
  edges: { source: { nodeIds: ['a'] }, a: { nodeIds: ['sink'] } },
};

describe('edits of the graph', () => {
  test('a transform added after a node takes over what came after it', () => {
    expect(edges(must(addAfter(line, 'source', node('b'))))).toEqual(['a>sink', 'b>a', 'source>b']);
  });

  test('a destination added after a node is one more branch', () => {
    expect(edges(must(addAfter(line, 'a', node('sink2', 'SINK'))))).toEqual([
      'a>sink',
      'a>sink2',
      'source>a',
    ]);
  });

  test('inserting on a connection splits it', () => {
    expect(edges(must(insertOnEdge(line, 'a', 'sink', node('b'))))).toEqual(['a>b', 'b>sink', 'source>a']);
  });

  test('removing a transform heals the line, removing an end does not', () => {
    expect(edges(must(removeNodes(line, ['a'])))).toEqual(['source>sink']);
    expect(edges(must(removeNodes(line, ['sink'])))).toEqual(['source>a']);
    const longer = must(insertOnEdge(line, 'a', 'sink', node('b')));
    expect(edges(must(removeNodes(longer, ['a', 'b'])))).toEqual(['source>sink']);
  });

  test('connecting and disconnecting undo each other', () => {
    const branched = must(connect(line, 'source', 'sink'));
    expect(edges(must(disconnect(branched, 'source', 'sink')))).toEqual(edges(line));
  });

  test('a copy stands right after its original under a free name', () => {
    const once = must(duplicate(line, ['a'], idsFrom(1)));
    expect(edges(once)).toEqual(['a>new-1', 'new-1>sink', 'source>a']);
    expect(must(duplicate(once, ['a'], idsFrom(2))).nodes['new-2']?.name).toBe('a copy 2');
    expect(must(duplicate(once, ['new-1'], idsFrom(2))).nodes['new-2']?.name).toBe('a copy 2');
  });

  test('nothing is changed in place', () => {
    const frozen = structuredClone(line);
    must(addAfter(line, 'source', node('b')));
    must(removeNodes(line, ['a']));
    must(toggleDisabled(line, ['a']));
    must(setConfig(line, 'a', { x: 1 }));
    expect(line).toEqual(frozen);
  });

  test.each([
    [
      'a second source',
      addNode(line, node('s2', 'SOURCE')),
      "A pipeline has one source; remove 'source' first",
    ],
    ['a node after a destination', addAfter(line, 'sink', node('b')), 'Nothing can come after a destination'],
    [
      'a connection to a source',
      connect(line, 'a', 'source'),
      "'source' is a source: nothing can come before it",
    ],
    ['a connection to itself', connect(line, 'a', 'a'), 'A node cannot be connected to itself'],
    ['a connection twice', connect(line, 'source', 'a'), "'source' and 'a' are connected already"],
    [
      'a cycle',
      connect(must(insertOnEdge(line, 'a', 'sink', node('b'))), 'b', 'a'),
      "This would make a cycle: 'a' already leads to 'b'",
    ],
    [
      'the name of a shared node',
      renameNode(line, 'sink', 'x'),
      "'sink' is shared by pipelines; change it on its own page",
    ],
    ['a node that is gone', removeNodes(line, ['ghost']), 'This node is no longer in the graph'],
    [
      'disabling the source',
      toggleDisabled(line, ['source']),
      'A source cannot be disabled here; pause the pipeline instead',
    ],
  ])('%s is refused', (_case, edited, error) => {
    expect(edited).toEqual({ error });
  });
});

describe('validation of a draft [R5-17 … R5-22]', () => {
  const without = (...ids: string[]): Draft => must(removeNodes(line, ids));

  test('a whole line is valid', () => {
    expect(validateDraft(line, ['other'])).toEqual([]);
  });

  test.each([
    ['no source', without('source'), 'no source'],
    ['no destination', without('sink'), 'no destination'],
    [
      'more than one source',
      {
        ...line,
        nodes: { ...line.nodes, s2: node('s2', 'SOURCE') },
        edges: { ...line.edges, s2: { nodeIds: ['a'] } },
      },
      "more than one source: 's2'",
    ],
    ['a loose node', must(addNode(line, node('b'))), "'b' is not connected"],
    [
      'a node without a way from the source',
      must(connect(must(addNode(line, node('b'))), 'b', 'sink')),
      "'b' cannot be reached from the source",
    ],
    ['a dead end', must(connect(must(addNode(line, node('b'))), 'a', 'b')), "'b' leads to no destination"],
    [
      'a cycle',
      {
        ...line,
        edges: { ...line.edges, a: { nodeIds: ['b', 'sink'] }, b: { nodeIds: ['a'] } },
        nodes: { ...line.nodes, b: node('b') },
      },
      'cycle: a → b → a',
    ],
    [
      'a name twice',
      must(renameNode(must(insertOnEdge(line, 'a', 'sink', node('b'))), 'b', 'a')),
      'Transform name already exists',
    ],
    [
      'every destination disabled',
      must(toggleDisabled(line, ['sink'])),
      'no destination: every one is disabled',
    ],
    [
      'the source disabled',
      { ...line, meta: { source: { disabled: true } } },
      "the source 'source' is disabled",
    ],
    [
      'a connection made twice',
      { ...line, edges: { ...line.edges, a: { nodeIds: ['sink', 'sink'] } } },
      "'a' leads to 'sink' twice",
    ],
    [
      'outputs of a node without named ones',
      { ...line, meta: { a: { outputs: { main: ['sink'] } } } },
      "'a' has no output 'main'",
    ],
    [
      'outputs that differ from the edges',
      { ...line, meta: { a: { outputs: { main: [] } } } },
      "the outputs of 'a' do not name the nodes its edges lead to",
    ],
    [
      'a form with a problem',
      must(setConfig(line, 'a', {}, [{ field: 'pattern', message: 'Pattern is required' }])),
      "'a': Pattern is required",
    ],
    [
      'a connection to nowhere',
      { ...line, edges: { ...line.edges, source: { nodeIds: ['a', 'ghost'] } } },
      'a connection leads to a missing node (ghost)',
    ],
  ] as [string, Draft, string][])('%s is invalid, and says what to do', (_case, draft, message) => {
    const problems = graphProblems(draft);
    expect(problems.map((problem) => problem.message)).toContain(message);
    for (const problem of problems) expect(problem.fix).not.toBe('');
    expect(graphRefusal(problems[0]!)).toMatch(/^Pipeline graph is invalid! /);
  });

  test('a version name has at most 20 characters [R5-16, R9-08]', () => {
    expect(firstProblem({ ...line, versionName: 'x'.repeat(20) })).toBeUndefined();
    expect(firstProblem({ ...line, versionName: 'x'.repeat(21) })).toBe(
      'Version name must be at most 20 characters',
    );
  });

  test('name rules come first and in their own words [R5-09, R5-13]', () => {
    expect(firstProblem({ ...line, name: ' ' })).toBe('Pipeline name is required');
    expect(firstProblem(line, [' logs '])).toBe('Pipeline name already exists');
    expect(firstProblem(line, ['Logs'])).toBeUndefined();
    expect(firstProblem({ ...line, name: 'web\u202elogs' })).toMatch(
      /^Pipeline name must not contain control/,
    );
    expect(firstProblem({ ...line, versionName: 'a\u2066b' })).toMatch(
      /^Version name must not contain control/,
    );
  });

  test('a thousand nodes in a row are checked without recursion', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `t${index}`);
    const draft: Draft = {
      ...line,
      nodes: { ...line.nodes, ...Object.fromEntries(names.map((name) => [name, node(name)])) },
      edges: Object.fromEntries(
        ['source', ...names, 'a'].map((from, index, all) => [from, { nodeIds: [all[index + 1] ?? 'sink'] }]),
      ),
    };
    expect(graphProblems(draft)).toEqual([]);
  });
});

describe('what counts as changed', () => {
  test('only transforms that differ are dirty [R5-20]', () => {
    const edited = must(setConfig(line, 'a', { x: 1 }));
    expect(dirtyTransforms(edited, line).map(({ id }) => id)).toEqual(['a']);
    expect(dirtyTransforms(must(setConfig(edited, 'a', {})), line)).toEqual([]);
    expect(dirtyTransforms(must(addNode(line, node('b', 'TRANSFORM', { templateId: '' }))), line)).toEqual(
      [],
    );
  });

  test('the order of connections and empty marks do not count, a version name does [R4-133]', () => {
    const twice = must(toggleDisabled(must(toggleDisabled(line, ['a'])), ['a']));
    expect(isChanged(twice, line)).toBe(false);
    expect(graphChanged({ ...line, versionName: 'v' }, line)).toBe(true);
  });

  test('saved ids replace the old ones and keep the lineage', () => {
    const draft = must(addAfter(line, 'a', node('new-1')));
    const saved = withSavedIds(draft, { a: '1a', 'new-1': '1b' });
    expect(edges(saved)).toEqual(['1a>1b', '1b>sink', 'source>1a']);
    expect(saved.meta).toEqual({ '1a': { lineageId: 'a' } });
    expect(withSavedIds(saved, { '1a': '1c' }).meta['1c']).toEqual({ lineageId: 'a' });
  });
});
