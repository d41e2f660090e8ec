import { chain } from './fixtures.ts';

type Node = { nodeType: string; name: string; templateId: string; config: object };

const node =
  (nodeType: string) =>
  (templateId: string, config: object = {}, name = templateId): Node => ({
    nodeType,
    name,
    templateId,
    config,
  });
export const source = node('SOURCE');
export const transform = node('TRANSFORM');
export const sink = node('SINK');

export const rules = (field: string, operator: string, value?: string) => ({
  match: 'all',
  rules: [{ field, operator, ...(value === undefined ? {} : { value }) }],
});
export const dropWhere = (field: string, value: string) =>
  transform('filter', { action: 'drop', match: rules(field, 'equals', value) }, 'Drop');

export const draftChain = (nodes: Record<string, Node>, metaInfo: object = {}) => ({
  nodes,
  edges: chain(...Object.keys(nodes)),
  metaInfo,
});
