import { expect, test } from 'vitest';
import type { ComparedGraph } from '../../../../graph/compared-graph.ts';
import { listBypasses } from './bypasses.ts';

const NODES = {
  in: 'SOURCE',
  parse: 'TRANSFORM',
  redact: 'TRANSFORM',
  siem: 'SINK',
  archive: 'SINK',
} as const;

const graph = (ways: string, disabled: readonly string[] = []): ComparedGraph => ({
  nodes: Object.fromEntries(
    Object.entries(NODES).map(([key, nodeType]) => [
      key,
      {
        key,
        nodeType,
        name: key,
        description: '',
        templateId: '',
        config: {},
        disabled: disabled.includes(key),
        notes: '',
      },
    ]),
  ),
  edges: Object.fromEntries(
    ways.split(' ').map((way) => {
      const [from = '', to = ''] = way.split('>');
      return [way, { from, to, outputs: [] }];
    }),
  ),
});

const BEFORE = graph('in>parse parse>redact redact>siem redact>archive');

test('bypasses: a destination whose events no longer all pass a transform is named', () => {
  expect(listBypasses(BEFORE, BEFORE)).toEqual([]);
  expect(listBypasses(BEFORE, graph('in>parse parse>redact redact>siem redact>archive parse>siem'))).toEqual([
    { transform: 'redact', destination: 'siem' },
  ]);
  expect(listBypasses(BEFORE, graph('in>parse parse>redact redact>archive in>siem'))).toEqual([
    { transform: 'parse', destination: 'siem' },
    { transform: 'redact', destination: 'siem' },
  ]);
});

test('bypasses: disabled transforms and destinations that get nothing are left out', () => {
  const disabled = ['redact'];
  expect(
    listBypasses(BEFORE, graph('in>parse parse>redact redact>siem redact>archive parse>siem', disabled)),
  ).toEqual([]);
  expect(listBypasses(BEFORE, graph('in>parse parse>redact redact>archive'))).toEqual([]);
});
