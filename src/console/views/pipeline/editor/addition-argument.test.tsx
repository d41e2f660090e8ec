import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageBase } from '../../../../../tests/model/command-context.ts';
import { line, node } from '../../../../graph/testing.ts';
import { loadCall } from '../../../api/call-table.ts';
import type { CommandContext } from '../../../commands/context.ts';
import { createAdditionArgument } from './addition-argument.ts';

const template = (id: string) => ({
  id,
  name: id,
  version: '1.0.0',
  nodeType: 'TRANSFORM',
  templateType: 'FUNCTION',
  category: 'FUNCTION',
  group: 'g',
  description: '',
  icon: 'braces',
  warnings: [],
  configFormat: { config_groups: [] },
});

beforeEach(async () => {
  await loadCall('listTransformTemplates');
  pageBase();
  vi.stubGlobal('fetch', async () =>
    Response.json({ transformTemplates: ['parse_json', 'flatten'].map(template) }),
  );
});
afterEach(() => vi.unstubAllGlobals());

it('a type that does not fit behind the node says why [R7-28]', async () => {
  const draft = { ...line, nodes: { ...line.nodes, a: node('a', 'TRANSFORM', { templateId: 'serialise' }) } };
  const ctx = { scopes: { 'pipeline.graph': { draft } } } as unknown as CommandContext;
  const reasonsAt = async (args: Record<string, string>) =>
    (await createAdditionArgument(['transform'], 'Add').load(ctx, '', args)).map(
      ({ disabledReason = '' }) => disabledReason,
    );
  const refused = ['', 'Events are lines of text here, without fields; parse them first'];
  expect(await reasonsAt({ node: 'a' })).toEqual(refused);
  expect(await reasonsAt({ connection: 'a>b' })).toEqual(refused);
  expect(await reasonsAt({ node: 'source' })).toEqual(['', '']);
});
