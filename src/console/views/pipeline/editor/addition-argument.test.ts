import { expect, it, vi } from 'vitest';
import { line, node } from '../../../../graph/testing.ts';
import type { CommandContext } from '../../../commands/context.ts';
import { createAdditionArgument } from './addition-argument.ts';

vi.mock('../../../api/use-call.ts', async (original) => ({
  ...(await original<object>()),
  fetchCall: async () => ({
    transformTemplates: ['parse_json', 'flatten'].map((id) => ({ id, name: id, group: 'g', category: 'c' })),
  }),
}));

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
