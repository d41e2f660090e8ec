import { toWireEdges } from '../../../../../machines/save-sequence/save-sequence.steps.ts';
import type { CallBody } from '../../../../contract/calls/index.ts';
import type { Draft } from '../../../../graph/draft.ts';

type RequestFacts = {
  siteId: string;
  pipelineId: string;
  /** The newest version that the change was made from. */
  version: number;
  comment: string;
};

/** A draft of a stored pipeline as the body of a pull request. */
export function toRequestBody(draft: Draft, { siteId, pipelineId, version, comment }: RequestFacts) {
  const metaInfo = Object.fromEntries(
    Object.entries(draft.meta).map(([id, { disabled, notes, outputs }]) => [
      id,
      { ...(disabled ? { disabled } : {}), ...(notes ? { notes } : {}), ...(outputs ? { outputs } : {}) },
    ]),
  );
  const nodes = Object.values(draft.nodes).map((node) => ({
    id: node.id,
    nodeType: node.nodeType,
    name: node.name,
    description: node.description ?? '',
    templateId: node.templateId,
    config: node.nodeType === 'TRANSFORM' ? node.config : {},
  }));
  const { name, description } = draft;
  return {
    changeSet: { siteId, description: comment },
    pipelines: [
      {
        pipeline: { id: pipelineId, name: name.trim(), description },
        graph: { version, edges: toWireEdges(draft), metaInfo },
      },
    ],
    nodes,
  } satisfies CallBody<'createChangeset'>;
}
