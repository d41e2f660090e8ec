import { expect, test } from 'vitest';
import type { ComparedGraph, ComparedNode } from '../../../../graph/compared-graph.ts';
import { diffVersions, type FieldChange, type NodeChange } from '../../../../graph/version-diff.ts';
import { engineCatalogue } from '../../../../service/catalogue.ts';
import { describeChange } from './change-words.ts';

const node = (templateId: string, config: object, more: Partial<ComparedNode> = {}): ComparedNode => ({
  key: 'a',
  nodeType: 'TRANSFORM',
  name: 'Redact',
  description: '',
  templateId,
  config: { ...config },
  disabled: false,
  notes: '',
  ...more,
});

function describeStep(before: ComparedNode, after?: ComparedNode) {
  const graph = (one?: ComparedNode): ComparedGraph => ({ nodes: one ? { a: one } : {}, edges: {} });
  const [change] = diffVersions(graph(before), graph(after)).nodes;
  if (!change) throw new Error('nothing changed');
  return describeChange(change, engineCatalogue.findTemplate('TRANSFORM', before.templateId));
}

const EMAILS = { find: 'email', action: 'replace' };
const ADDRESSES = { find: 'ipv4', action: 'hash' };

test('what is no longer redacted is named', () => {
  const redact = node('redact', { rules: [EMAILS, ADDRESSES] });
  expect(describeStep(redact, { ...redact, disabled: true })).toEqual({
    said: 'disabled',
    effect: 'e-mail addresses and IPv4 addresses will be visible',
    settings: [],
  });
  expect(describeStep(redact)).toMatchObject({ said: 'removed', effect: expect.stringContaining('visible') });
  const fewer = describeStep(redact, node('redact', { rules: [EMAILS] }));
  expect(fewer).toMatchObject({ said: 'changed', effect: 'IPv4 addresses will be visible' });
  expect(fewer.settings[0]).toMatch(/^Rules: removed Find: IPv4 addresses/);
  expect(describeStep({ ...redact, disabled: true }, redact)).toMatchObject({
    said: 'enabled',
    effect: 'events will be processed by it again',
  });
});

test('a source that is removed or disabled says what becomes of its events', () => {
  const source = node('http_server', {}, { nodeType: 'SOURCE' });
  const gone = 'its events will no longer be processed';
  expect([
    describeStep(source).effect,
    describeStep(source, { ...source, disabled: true }).effect,
    describeStep({ ...source, disabled: true }, source).effect,
    describeStep(source, { ...source, name: 'In' }).effect,
  ]).toEqual([gone, gone, 'its events will be processed again', '']);
});

test('every type of transform says what happens without it', () => {
  const silent = engineCatalogue
    .templates('TRANSFORM')
    .map(({ id }) => [id, describeStep(node(id, { rules: [EMAILS] })).effect])
    .filter(([, effect]) => effect === '' || effect === 'events will pass unchanged');
  expect(silent).toEqual([]);
});

test('changed settings are whole and in words, never JSON; long ones are only named', () => {
  const condition = (value: string) => ({
    match: { match: 'all', rules: [{ field: 'level', operator: 'equals', value }] },
  });
  const { settings } = describeStep(node('filter', condition('debug')), node('filter', condition('info')));
  expect(settings).toEqual(['Match: level equals debug → level equals info']);
  const long = describeStep(
    node('filter', condition('a'.repeat(99))),
    node('filter', condition('b'.repeat(99))),
  );
  expect(long.settings).toEqual(['Match changed']);
  const fields: FieldChange[] = [{ field: 'notes', before: 'a', after: 'b' }];
  const change: NodeChange = {
    kind: 'changed',
    key: 'a',
    before: node('filter', {}),
    after: node('filter', {}),
    fields,
  };
  expect(describeChange(change, undefined).settings).toEqual(['Notes changed']);
});
