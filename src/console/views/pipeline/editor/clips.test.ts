import { expect, test } from 'vitest';
import type { ConfigProperty } from '../../../../contract/config-format.ts';
import type { Template } from '../../../../contract/entities/template.ts';
import type { Clip } from '../../../../graph/copies.ts';
import { line, node, routed } from '../../../../graph/testing.ts';
import { cleanClip, fitClipToDraft } from './clips.ts';
import type { Catalogue } from './use-catalogue.ts';

const property = (name: string, kind: ConfigProperty['kind'], required = false): ConfigProperty => ({
  name,
  label: name,
  kind,
  required,
});
const template = (id: string, properties: ConfigProperty[]): Template => ({
  id,
  nodeType: 'TRANSFORM',
  name: id,
  version: '1.0.0',
  category: 'FUNCTION',
  group: 'Functions',
  description: '',
  icon: 'filter',
  warnings: [],
  configFormat: { config_groups: [{ name: 'general', label: 'General', properties }] },
});
const catalogue: Catalogue = {
  templates: [template('filter', [property('key', 'secret'), property('field', 'field', true)])],
  sources: [],
  sinks: [],
  siteVersion: '1.0.0',
  isWhole: true,
};

test('secrets are not copied', () => {
  const draft = {
    ...line,
    nodes: { ...line.nodes, a: node('a', 'TRANSFORM', { config: { key: 's', field: 'f' } }) },
  };
  expect(cleanClip(draft, ['a'], catalogue).nodes[0]?.config).toEqual({ field: 'f' });
});

test('a paste leaves out what does not fit, by name; gaps are marked', () => {
  const clip: Clip = {
    nodes: [
      node('b'),
      node('odd', 'TRANSFORM', { templateId: 'later' }),
      node('far', 'SINK'),
      node('x', 'SINK'),
    ],
    edges: { b: ['odd', 'far', 'x'], odd: ['x'] },
    meta: { odd: { notes: 'gone' } },
  };
  const fitted = fitClipToDraft(clip, routed, catalogue);
  expect(fitted.leftOut).toEqual([
    "'odd' is of a type that this service does not have",
    "'far' is not in this site",
  ]);
  expect(fitted.clip.nodes.map(({ id }) => id)).toEqual(['b', 'x']);
  expect(fitted.clip.edges).toEqual({ b: ['x'] });
  expect(fitted.clip.meta).toEqual({});
  expect(fitted.clip.nodes[0]?.formProblems?.[0]?.field).toBe('field');
});

test('a second source is left out, and says which one is there', () => {
  const clip: Clip = { nodes: [node('other', 'SOURCE')], edges: {}, meta: {} };
  expect(fitClipToDraft(clip, line, catalogue).leftOut).toEqual([
    "'other': the pipeline has the source 'source'",
  ]);
});
