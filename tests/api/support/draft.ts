import { createChain } from './fixtures.ts';

type Node = { nodeType: string; name: string; templateId: string; config: object };

const createNodeOfType =
  (nodeType: string) =>
  (templateId: string, config: object = {}, name = templateId): Node => ({
    nodeType,
    name,
    templateId,
    config,
  });
export const source = createNodeOfType('SOURCE');
export const transform = createNodeOfType('TRANSFORM');
export const sink = createNodeOfType('SINK');

export const createRules = (field: string, operator: string, value?: string) => ({
  match: 'all',
  rules: [{ field, operator, ...(value === undefined ? {} : { value }) }],
});
export const dropWhere = (field: string, value: string) =>
  transform('filter', { action: 'drop', match: createRules(field, 'equals', value) }, 'Drop');

export const createDraftChain = (nodes: Record<string, Node>, metaInfo: object = {}) => ({
  nodes,
  edges: createChain(...Object.keys(nodes)),
  metaInfo,
});
