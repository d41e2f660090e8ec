import { expect, it } from 'vitest';
import { findMisfit, type Neighbor } from './fit.ts';

const node = (nodeType: Neighbor['nodeType'], templateId: string, config = {}): Neighbor => ({
  nodeType,
  templateId,
  config,
});
const text = node('TRANSFORM', 'serialise');
const source = node('SOURCE', 'tcp');
const sink = node('SINK', 'file');

it('fit: transforms of fields do not follow a line of text [R7-28]', () => {
  const fits = (id: string, before: Neighbor[]) => findMisfit(id, { before, after: [sink] }) === undefined;
  expect(['flatten', 'unroll', 'keep_fields', 'parse_json', 'sample'].map((id) => fits(id, [text]))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(fits('flatten', [source])).toBe(true);
  expect(fits('flatten', [text, source])).toBe(true);
  expect(fits('flatten', [node('TRANSFORM', 'serialise', { target: 'raw' })])).toBe(true);
  expect(fits('flatten', [{ ...text, isDisabled: true }])).toBe(true);
});

it('fit: nothing follows a destination or precedes a source [R7-28]', () => {
  expect(findMisfit('sample', { before: [sink], after: [] })).toMatch('after a destination');
  expect(findMisfit('sample', { before: [], after: [source] })).toMatch('before a source');
});
