import { toWireEdges } from '../../../../../machines/save-sequence/save-sequence.steps.ts';
import type { Draft } from '../../../../graph/draft.ts';
import type { RequestParts } from '../../../state/request-draft.ts';

type RequestFacts = {
  pipelineId: string;
  /** The newest version behind the change. */
  version: number;
};

/** A pipeline draft in the form of a pull request. */
export function toRequestParts(draft: Draft, { pipelineId, version }: RequestFacts) {
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
    pipelines: [
      {
        pipeline: { id: pipelineId, name: name.trim(), description },
        graph: { version, edges: toWireEdges(draft), metaInfo },
      },
    ],
    nodes,
  } satisfies RequestParts;
}
