import { describe, expect, it } from 'vitest';
import { computeDepths, computePathSteps, sortTopologically } from './walk.ts';

const EDGES = [
  { from: 's', to: 'f' },
  { from: 'f', to: 'a' },
  { from: 'f', to: 'b' },
  { from: 'b', to: 'c' },
];

describe('reading order', () => {
  it('has each node once, and before what follows it', () => {
    expect(sortTopologically(['c', 'b', 'a', 'f', 's', 'u'], EDGES)).toEqual(['s', 'f', 'a', 'b', 'c', 'u']);
  });

  it('also has what a cycle holds back, in the order given', () => {
    const cycle = [...EDGES, { from: 'c', to: 'b' }];
    expect(sortTopologically(['s', 'f', 'a', 'b', 'c'], cycle)).toEqual(['s', 'f', 'a', 'b', 'c']);
  });
});

describe('the path of a node', () => {
  it('numbers what leads to a node and from it, nothing else', () => {
    expect(Object.fromEntries(computePathSteps(EDGES, 'b'))).toEqual({ s: 1, f: 2, b: 3, c: 4 });
  });

  it('gives nodes beside each other one step', () => {
    expect(Object.fromEntries(computePathSteps(EDGES, 'f'))).toEqual({ s: 1, f: 2, a: 3, b: 3, c: 4 });
  });

  it('is empty without a node', () => {
    expect(computePathSteps(EDGES, undefined).size).toBe(0);
  });
});

it('steps from the start go by the longest way', () => {
  const withShortcut = [...EDGES, { from: 's', to: 'c' }];
  expect(computeDepths(['s', 'f', 'a', 'b', 'c'], withShortcut).get('c')).toBe(3);
});
